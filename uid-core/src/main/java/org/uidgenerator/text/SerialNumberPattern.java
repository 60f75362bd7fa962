package org.uidgenerator.text;

import java.time.LocalDateTime;
import java.util.List;
import java.util.Locale;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The elements of a pattern, in order.
 *
 * @param text the pattern
 * @param period the least unit of time among them, or null if there is none
 * @param elements the elements
 */
record SerialNumberPattern(String text, @Nullable PeriodUnit period, List<PatternElement> elements) {
    private static final int MAX_WIDTH = 19;

    /** Returns how often the pattern names a number. */
    long times(NumberField field) {
        return elements.stream()
                .filter(element -> element instanceof PatternElement.Digits digits && digits.field() == field)
                .count();
    }

    /** Returns the greatest number that the pattern has room for, which is zero if it does not name that number. */
    long max(NumberField field) {
        int width = elements.stream()
                .filter(element -> element instanceof PatternElement.Digits digits && digits.field() == field)
                .mapToInt(PatternElement::width)
                .sum();
        return width == MAX_WIDTH ? Long.MAX_VALUE : Long.parseLong("9".repeat(width + 1)) / 10;
    }

    /** Returns the digits of its units of time alone, the year in four: the same for all times of one period. */
    String digitsOf(LocalDateTime time) {
        StringBuilder digits = new StringBuilder();
        for (PatternElement element : elements) {
            if (element instanceof PatternElement.Time shown) {
                new PatternElement.Time(shown.unit()).write(new SerialNumber(time), digits);
            }
        }
        return digits.toString();
    }

    /**
     * Checks that its digits can show all years of a span.
     *
     * @param first a time in the first year
     * @param last a time in the last year
     * @param what names the span in the message
     * @param values what the message ends with
     */
    void requireYears(LocalDateTime first, LocalDateTime last, String what, String values) {
        boolean isShort = elements.contains(PatternElement.Time.SHORT_YEAR);
        int from = isShort ? PatternElement.Time.SHORT_YEAR.from() : 0;
        int to = isShort ? from + 99 : 9999;
        if (first.getYear() < from || last.getYear() > to) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "%s must be within the years %d to %d%s: %s",
                    what,
                    from,
                    to,
                    isShort ? ", because {yy} shows no others" : "",
                    values));
        }
    }

    /** Checks that the pattern names a number once, or not at all if it is optional. */
    void requireOnce(NumberField field, boolean optional) {
        long times = times(field);
        if (times != 1 && !(optional && times == 0)) {
            throw refused(String.format(Locale.ROOT, "pattern must have {%s} once", field.label()), times + " times");
        }
    }

    /** Returns the same pattern with other widths of its numbers. */
    SerialNumberPattern sized(ToIntFunction<PatternElement.Digits> width) {
        return new SerialNumberPattern(
                text,
                period,
                elements.stream()
                        .map(element -> element instanceof PatternElement.Digits digits
                                ? new PatternElement.Digits(digits.field(), width.applyAsInt(digits))
                                : element)
                        .toList());
    }

    /** Checks a width that the pattern says. */
    int requireWidth(PatternElement.Digits digits, int least, String reason) {
        if (digits.width() < least || digits.width() > MAX_WIDTH) {
            throw refused(
                    String.format(
                            Locale.ROOT,
                            "width of {%s} must be in [%d, %d]%s",
                            digits.field().label(),
                            least,
                            MAX_WIDTH,
                            reason),
                    "width=" + digits.width());
        }
        return digits.width();
    }

    String write(SerialNumber number) {
        StringBuilder written = new StringBuilder(width());
        for (PatternElement element : elements) {
            element.write(number, written);
        }
        return written.toString();
    }

    SerialNumber read(CharSequence written) {
        if (written.length() != width()) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "text must have %d characters: text=\"%s\" has %d",
                    width(),
                    written,
                    written.length()));
        }
        SerialNumber number = new SerialNumber();
        int from = 0;
        for (PatternElement element : elements) {
            element.read(written, from, number);
            from += element.width();
        }
        return number;
    }

    private int width() {
        return elements.stream().mapToInt(PatternElement::width).sum();
    }

    IllegalArgumentException refused(String rule, String value) {
        return refused(text, rule, value);
    }

    static IllegalArgumentException refused(String pattern, String rule, String value) {
        return new IllegalArgumentException(
                String.format(Locale.ROOT, "%s: pattern=\"%s\" has %s", rule, pattern, value));
    }
}
