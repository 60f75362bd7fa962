package org.uidgenerator.client;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidLayout;
import org.uidgenerator.UidRange;

/**
 * An answer of an id service to a request for ranges, in its text form: the layout in the first line, then a line
 * {@code first last increment} for each range, in digits of ASCII. Lines end with a line feed alone, which the last one
 * may lack. A header names the store identity.
 *
 * @param identity the text of the store identity, or null if the server names none
 * @param layout the layout of the UIDs, or null for numbers of a counter
 * @param ranges ranges in ascending order, at least one
 */
record RangeAnswer(@Nullable String identity, @Nullable UidLayout layout, List<UidRange> ranges) {
    private static final Pattern NOT_PRINTABLE = Pattern.compile("[\\p{C}\\p{Zl}\\p{Zp}]");
    private static final Pattern RANGE = Pattern.compile("([0-9]{1,19}) ([0-9]{1,19}) ([0-9]{1,19})");

    /**
     * Reads an answer, and refuses what a service never answers.
     *
     * @param above all UIDs have to be greater than this one
     * @throws IllegalArgumentException if it is not such an answer, or hands out UIDs that were not asked for
     */
    static RangeAnswer parse(@Nullable String identity, String text, long above) {
        List<String> lines = List.of(withoutLastLineFeed(text).split("\n", -1));
        UidLayout layout = parseLayout(lines.get(0));
        if (lines.size() < 2) {
            throw new IllegalArgumentException("it has no range: \"" + layout + "\"");
        }
        List<UidRange> ranges = new ArrayList<>();
        long last = above;
        for (String line : lines.subList(1, lines.size())) {
            UidRange range = parseLine(line, layout);
            if (range.first() <= last) {
                throw new IllegalArgumentException(
                        String.format(Locale.ROOT, "a range must begin above %d: \"%s\"", last, line));
            }
            last = range.last();
            ranges.add(range);
        }
        return new RangeAnswer(identity, layout, List.copyOf(ranges));
    }

    /** Reads the answer of a counter, which is the line of one range, or throws an {@link IllegalArgumentException}. */
    static RangeAnswer parseNumbers(@Nullable String identity, String text) {
        return new RangeAnswer(identity, null, List.of(parseRange(withoutLastLineFeed(text))));
    }

    private static String withoutLastLineFeed(String text) {
        return text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
    }

    /** Not the bits alone, which a person may write. */
    private static UidLayout parseLayout(String line) {
        UidLayout layout = UidLayout.parse(quote(line)); // a longer one is none
        if (!layout.text().equals(line)) {
            throw new IllegalArgumentException(
                    String.format(Locale.ROOT, "the layout must be written %s: \"%s\"", layout.text(), quote(line)));
        }
        return layout;
    }

    private static UidRange parseLine(String line, UidLayout layout) {
        UidRange range = parseRange(line);
        layout.decode(range.last()); // refuses what is no UID
        if (range.increment() != layout.sequenceIncrement()) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "the increment must be %d, as of %s: \"%s\"",
                    layout.sequenceIncrement(),
                    layout,
                    line));
        }
        return range;
    }

    private static UidRange parseRange(String line) {
        Matcher numbers = RANGE.matcher(line);
        if (!numbers.matches()) {
            throw new IllegalArgumentException("a range must be \"first last increment\": \"" + quote(line) + "\"");
        }
        return new UidRange(
                Long.parseLong(numbers.group(1)), Long.parseLong(numbers.group(2)), Long.parseLong(numbers.group(3)));
    }

    /** Returns the beginning of what a server says, in one line, without characters that are not printable. */
    static String quote(String text) {
        return quote(text, 300);
    }

    static String quote(String text, int longest) {
        String beginning = text.length() <= longest ? text : text.substring(0, longest) + "...";
        return NOT_PRINTABLE.matcher(beginning).replaceAll(" ");
    }
}
