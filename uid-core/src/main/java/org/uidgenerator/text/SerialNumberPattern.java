package org.uidgenerator.text;

import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
    private static final Pattern PIECE = Pattern.compile("([^{}]+)|\\{([A-Za-z]+)(?::([0-9]{1,2}))?}");
    private static final PeriodUnit[] UNITS = PeriodUnit.values();

    /** A time with which reading begins. */
    private static final LocalDateTime UNREAD = LocalDateTime.of(0, 1, 1, 0, 0);

    /**
     * The contents of one serial number.
     *
     * @param period a time in its period; any time if its pattern has no time
     * @param numbers its numbers by their names in the pattern
     */
    record Contents(LocalDateTime period, Map<String, Long> numbers) {
        /** Returns a number, zero if the pattern lacks it. */
        long get(String name) {
            return numbers.getOrDefault(name, 0L);
        }
    }

    /**
     * Reads a pattern.
     *
     * @param pattern the pattern
     * @param names the numbers that it may name
     * @return the pattern, its numbers as wide as it says, or of no width
     * @throws IllegalArgumentException if it has a wrong name or brace, or a width in a place that has none
     */
    static SerialNumberPattern of(String pattern, List<String> names) {
        List<PatternElement> elements = new ArrayList<>();
        int units = 0;
        int end = 0;
        Matcher matcher = PIECE.matcher(pattern);
        while (matcher.find() && matcher.start() == end) {
            end = matcher.end();
            String literal = matcher.group(1);
            String name = matcher.group(2);
            String width = matcher.group(3);
            if (literal != null) {
                elements.add(new PatternElement.Literal(literal));
            } else if (names.contains(name)) {
                int digits = width == null ? PatternElement.Digits.NO_WIDTH : Integer.parseInt(width);
                elements.add(new PatternElement.Digits(name, digits));
            } else if (width != null) {
                throw refused(
                        pattern,
                        "only " + names.stream().map(known -> "{" + known + "}").collect(Collectors.joining(", "))
                                + " may have a width",
                        "{" + name + ":" + width + "}");
            } else {
                for (int at = 0; at < name.length(); units++) {
                    PatternElement.Time time = timeIn(name, at, units);
                    if (time == null) {
                        throw refused(
                                pattern,
                                "names must be " + String.join(", ", names)
                                        + " and, in this order, yyyy or yy, MM dd HH mm ss SSS",
                                "{" + name + "}");
                    }
                    elements.add(time);
                    at += time.width();
                }
            }
        }
        if (end < pattern.length()) {
            throw refused(
                    pattern,
                    "pattern must be text, {name} and {name:width}, the width of 1 or 2 digits",
                    "index " + end);
        }
        return new SerialNumberPattern(pattern, units == 0 ? null : UNITS[units - 1], List.copyOf(elements));
    }

    /** Returns the unit of time that follows so many greater ones, or null if the name has another one there. */
    private static PatternElement.@Nullable Time timeIn(String name, int at, int units) {
        if (units < UNITS.length && name.startsWith(UNITS[units].letters, at)) {
            return new PatternElement.Time(UNITS[units]);
        }
        boolean isShortYear = units == 0 && name.startsWith(PatternElement.Time.SHORT_YEAR.letters(), at);
        return isShortYear ? PatternElement.Time.SHORT_YEAR : null;
    }

    /** Returns how often the pattern names a number. */
    long times(String name) {
        return digits(name).count();
    }

    private Stream<PatternElement> digits(String name) {
        return elements.stream()
                .filter(element -> element instanceof PatternElement.Digits digits
                        && digits.name().equals(name));
    }

    /** Returns the greatest number that the pattern has room for, which is zero if it does not name that number. */
    long max(String name) {
        int width = digits(name).mapToInt(PatternElement::width).sum();
        return width == MAX_WIDTH ? Long.MAX_VALUE : Long.parseLong("9".repeat(width + 1)) / 10;
    }

    /** Returns the digits of its units of time alone, the year in four: the same for all times of one period. */
    String digitsOf(LocalDateTime time) {
        StringBuilder digits = new StringBuilder();
        for (PatternElement element : elements) {
            if (element instanceof PatternElement.Time shown) {
                new PatternElement.Time(shown.unit()).write(new Contents(time, Map.of()), digits);
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
            throw Refusal.of(
                    "%s must be within the years %d to %d%s: %s",
                    what, from, to, isShort ? ", because {yy} shows no others" : "", values);
        }
    }

    /** Checks that the pattern names a number once, or not at all if it is optional. */
    void requireOnce(String name, boolean optional) {
        long times = times(name);
        if (times != 1 && !(optional && times == 0)) {
            throw refused("pattern must have {" + name + "} once", times + " times");
        }
    }

    /** Returns the same pattern with other widths of its numbers. */
    SerialNumberPattern sized(ToIntFunction<PatternElement.Digits> width) {
        return new SerialNumberPattern(
                text,
                period,
                elements.stream()
                        .map(element -> element instanceof PatternElement.Digits digits
                                ? new PatternElement.Digits(digits.name(), width.applyAsInt(digits))
                                : element)
                        .toList());
    }

    /** Checks a width that the pattern says. */
    int requireWidth(PatternElement.Digits digits, int least, String reason) {
        if (digits.width() < least || digits.width() > MAX_WIDTH) {
            throw refused(
                    "width of {" + digits.name() + "} must be in [" + least + ", " + MAX_WIDTH + "]" + reason,
                    "width=" + digits.width());
        }
        return digits.width();
    }

    String write(Contents number) {
        StringBuilder written = new StringBuilder(width());
        for (PatternElement element : elements) {
            element.write(number, written);
        }
        return written.toString();
    }

    Contents read(CharSequence written) {
        if (written.length() != width()) {
            throw Refusal.of("text must have %d characters: text=\"%s\" has %d", width(), written, written.length());
        }
        Contents number = new Contents(UNREAD, new HashMap<>());
        int from = 0;
        for (PatternElement element : elements) {
            number = element.read(written, from, number);
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

    private static IllegalArgumentException refused(String pattern, String rule, String value) {
        return Refusal.of("%s: pattern=\"%s\" has %s", rule, pattern, value);
    }
}
