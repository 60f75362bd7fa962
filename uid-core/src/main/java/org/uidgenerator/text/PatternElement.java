package org.uidgenerator.text;

import java.time.DateTimeException;
import java.util.Locale;

/** An element of a pattern, of fixed width: writes its part of a serial number and reads it back. */
sealed interface PatternElement {
    int width();

    void write(SerialNumberPattern.Contents number, StringBuilder text);

    /** Returns a number with what this element contributes to it, from the text at an index. */
    SerialNumberPattern.Contents read(CharSequence text, int from, SerialNumberPattern.Contents number);

    /** Text that is the same in each number. */
    record Literal(String literal) implements PatternElement {
        @Override
        public int width() {
            return literal.length();
        }

        @Override
        public void write(SerialNumberPattern.Contents number, StringBuilder text) {
            text.append(literal);
        }

        @Override
        public SerialNumberPattern.Contents read(CharSequence text, int from, SerialNumberPattern.Contents number) {
            if (!literal.contentEquals(text.subSequence(from, from + width()))) {
                throw Refusal.of("text must have \"%s\" at index %d: text=\"%s\"", literal, from, text);
            }
            return number;
        }
    }

    /**
     * A unit of the time at which the period starts. Greater units must be read before lesser ones.
     *
     * @param unit the unit
     * @param letters its letters in the pattern, one for each digit
     * @param from the value that is written as 0
     */
    record Time(PeriodUnit unit, String letters, int from) implements PatternElement {
        /** The year in two digits. */
        static final Time SHORT_YEAR = new Time(PeriodUnit.YEAR, "yy", 2000);

        /** A unit in all its digits. */
        Time(PeriodUnit unit) {
            this(unit, unit.letters, 0);
        }

        @Override
        public int width() {
            return letters.length();
        }

        @Override
        public void write(SerialNumberPattern.Contents number, StringBuilder text) {
            writeDigits(number.period().get(unit.field) - from, width(), text);
        }

        @Override
        public SerialNumberPattern.Contents read(CharSequence text, int index, SerialNumberPattern.Contents number) {
            long value = readDigits(text, index, width());
            try {
                return new SerialNumberPattern.Contents(
                        number.period().with(unit.field, from + value), number.numbers());
            } catch (DateTimeException e) {
                throw new IllegalArgumentException(
                        String.format(
                                Locale.ROOT,
                                "text must have a time that exists: text=\"%s\" has %s=%d at index %d",
                                text,
                                letters,
                                value,
                                index),
                        e);
            }
        }
    }

    /** A number that the pattern names, padded with zeros. */
    record Digits(String name, int width) implements PatternElement {
        /** The width of a number for which the pattern says none. */
        static final int NO_WIDTH = -1;

        @Override
        public void write(SerialNumberPattern.Contents number, StringBuilder text) {
            writeDigits(number.get(name), width, text);
        }

        @Override
        public SerialNumberPattern.Contents read(CharSequence text, int from, SerialNumberPattern.Contents number) {
            number.numbers().put(name, readDigits(text, from, width));
            return number;
        }
    }

    private static void writeDigits(long value, int width, StringBuilder text) {
        String digits = Long.toString(value);
        text.append("0".repeat(width - digits.length())).append(digits);
    }

    private static long readDigits(CharSequence text, int from, int width) {
        long value = 0;
        for (int i = from; i < from + width; i++) {
            char character = text.charAt(i);
            if (character < '0' || character > '9') {
                throw Refusal.of("text must have a digit at index %d: text=\"%s\" has '%c'", i, text, character);
            }
            value = 10 * value + (character - '0');
        }
        // The greatest number of 19 digits exceeds 2^63, but not 2^64.
        if (value < 0) {
            throw Refusal.of("number at index %d must be at most %d: text=\"%s\"", from, Long.MAX_VALUE, text);
        }
        return value;
    }
}
