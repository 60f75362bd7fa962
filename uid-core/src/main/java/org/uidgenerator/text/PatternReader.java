package org.uidgenerator.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads one pattern into its elements. */
final class PatternReader {
    private static final Pattern PIECE = Pattern.compile("([^{}]+)|\\{([A-Za-z]+)(?::([0-9]{1,2}))?}");
    private static final PeriodUnit[] UNITS = PeriodUnit.values();

    private final String pattern;
    private final List<NumberField> fields;
    private final List<PatternElement> elements = new ArrayList<>();
    private int units;

    private PatternReader(String pattern, List<NumberField> fields) {
        this.pattern = pattern;
        this.fields = fields;
    }

    /**
     * Reads a pattern.
     *
     * @param pattern the pattern
     * @param fields the numbers that it may name
     * @return the pattern, its numbers as wide as it says, or of no width
     * @throws IllegalArgumentException if it has a wrong name or brace, or a width where there is none
     */
    static SerialNumberPattern read(String pattern, List<NumberField> fields) {
        PatternReader reader = new PatternReader(pattern, fields);
        reader.readPieces();
        PeriodUnit period = reader.units == 0 ? null : UNITS[reader.units - 1];
        return new SerialNumberPattern(pattern, period, List.copyOf(reader.elements));
    }

    private void readPieces() {
        Matcher matcher = PIECE.matcher(pattern);
        int end = 0;
        while (matcher.find() && matcher.start() == end) {
            add(matcher.group(1), matcher.group(2), matcher.group(3));
            end = matcher.end();
        }
        if (end < pattern.length()) {
            throw refused("pattern must be text, {name} and {name:width}, the width of 1 or 2 digits", "index " + end);
        }
    }

    private void add(@Nullable String literal, String name, @Nullable String width) {
        if (literal != null) {
            elements.add(new PatternElement.Literal(literal));
            return;
        }
        for (NumberField field : fields) {
            if (name.equals(field.label())) {
                elements.add(new PatternElement.Digits(
                        field, width == null ? PatternElement.Digits.NO_WIDTH : Integer.parseInt(width)));
                return;
            }
        }
        if (width != null) {
            throw refused(
                    "only " + list("{%s}") + " may have a width", String.format(Locale.ROOT, "{%s:%s}", name, width));
        }
        addTime(name);
    }

    private void addTime(String name) {
        for (int at = 0; at < name.length(); units++) {
            PatternElement.Time time = nextTime(name, at);
            elements.add(time);
            at += time.width();
        }
    }

    private PatternElement.Time nextTime(String name, int at) {
        if (units < UNITS.length && name.startsWith(UNITS[units].letters(), at)) {
            return new PatternElement.Time(UNITS[units]);
        }
        if (units == 0 && name.startsWith(PatternElement.Time.SHORT_YEAR.letters(), at)) {
            return PatternElement.Time.SHORT_YEAR;
        }
        throw refused(
                "names must be " + list("%s") + " and, in this order, yyyy or yy, MM dd HH mm ss SSS",
                "{" + name + "}");
    }

    private String list(String each) {
        return fields.stream()
                .map(field -> String.format(Locale.ROOT, each, field.label()))
                .collect(Collectors.joining(", "));
    }

    private IllegalArgumentException refused(String rule, String value) {
        return SerialNumberPattern.refused(pattern, rule, value);
    }
}
