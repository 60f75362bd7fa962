package org.uidgenerator.text;

import java.time.LocalDateTime;
import java.util.List;
import java.util.Locale;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The pieces of a serial number in order, as a pattern names them.
 *
 * @param text the pattern
 * @param period the least unit of time among them, or null if there is none
 * @param pieces the pieces
 */
record SerialNumberPattern(String text, @Nullable PeriodUnit period, List<Piece> pieces) {
    private static final int MAX_WIDTH = 19;

    /** Returns how often the pattern names a number. */
    long times(NumberField field) {
        return pieces.stream()
                .filter(piece -> piece instanceof Piece.Digits digits && digits.field() == field)
                .count();
    }

    /** Returns the greatest number that the pattern has room for, which is zero if it does not name that number. */
    long max(NumberField field) {
        int width = pieces.stream()
                .filter(piece -> piece instanceof Piece.Digits digits && digits.field() == field)
                .mapToInt(Piece::width)
                .sum();
        return width == MAX_WIDTH ? Long.MAX_VALUE : Long.parseLong("9".repeat(width + 1)) / 10;
    }

    /** Returns the digits of its units of time alone: the same for all times of one period. */
    String digitsOf(LocalDateTime time) {
        StringBuilder digits = new StringBuilder();
        for (Piece piece : pieces) {
            if (piece instanceof Piece.Time) {
                piece.write(new SerialNumber(time), digits);
            }
        }
        return digits.toString();
    }

    /** Checks that the pattern names a number once, or not at all if it is optional. */
    void requireOnce(NumberField field, boolean optional) {
        long times = times(field);
        if (times != 1 && !(optional && times == 0)) {
            throw refused(String.format(Locale.ROOT, "pattern must have {%s} once", field.label()), times + " times");
        }
    }

    /** Returns the same pattern with other widths of its numbers. */
    SerialNumberPattern sized(ToIntFunction<Piece.Digits> width) {
        return new SerialNumberPattern(
                text,
                period,
                pieces.stream()
                        .map(piece -> piece instanceof Piece.Digits digits
                                ? new Piece.Digits(digits.field(), width.applyAsInt(digits))
                                : piece)
                        .toList());
    }

    /** Checks a width that the pattern says. */
    int requireWidth(Piece.Digits digits, int least, String reason) {
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
        for (Piece piece : pieces) {
            piece.write(number, written);
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
        for (Piece piece : pieces) {
            piece.read(written, from, number);
            from += piece.width();
        }
        return number;
    }

    private int width() {
        return pieces.stream().mapToInt(Piece::width).sum();
    }

    IllegalArgumentException refused(String rule, String value) {
        return refused(text, rule, value);
    }

    static IllegalArgumentException refused(String pattern, String rule, String value) {
        return new IllegalArgumentException(
                String.format(Locale.ROOT, "%s: pattern=\"%s\" has %s", rule, pattern, value));
    }
}
