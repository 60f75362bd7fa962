package org.uidgenerator.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidLayout;

/** Reads one pattern into its pieces, each as wide as the numbers of a layout need. */
final class PatternReader {
    private static final Pattern PIECE = Pattern.compile("([^{}]+)|\\{([A-Za-z]+)(?::([0-9]{1,2}))?}");
    private static final PeriodUnit[] UNITS = PeriodUnit.values();
    private static final int AS_NEEDED = -1;
    private static final int MAX_WIDTH = 19;

    private final String pattern;
    private final UidLayout layout;
    private final List<Piece> pieces = new ArrayList<>();
    private int units;

    private PatternReader(String pattern, UidLayout layout) {
        this.pattern = pattern;
        this.layout = layout;
    }

    static SerialNumberPattern read(String pattern, UidLayout layout) {
        PatternReader reader = new PatternReader(pattern, layout);
        reader.readPieces();
        return reader.sized();
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
            pieces.add(new Piece.Literal(literal));
        } else if (name.equals("worker")) {
            pieces.add(new Piece.Worker(width == null ? AS_NEEDED : Integer.parseInt(width)));
        } else if (name.equals("sequence")) {
            pieces.add(new Piece.Sequence(width == null ? AS_NEEDED : Integer.parseInt(width)));
        } else if (width == null) {
            addTime(name);
        } else {
            throw refused(
                    "only {worker} and {sequence} may have a width",
                    String.format(Locale.ROOT, "{%s:%s}", name, width));
        }
    }

    private void addTime(String name) {
        for (int at = 0; at < name.length(); units++) {
            if (units == UNITS.length || !name.startsWith(UNITS[units].letters(), at)) {
                throw refused(
                        "names must be worker, sequence and, in this order, yyyy MM dd HH mm ss SSS", "{" + name + "}");
            }
            pieces.add(new Piece.Time(UNITS[units]));
            at += UNITS[units].letters().length();
        }
    }

    private SerialNumberPattern sized() {
        if (units == 0) {
            throw refused("pattern must have a time", "no {yyyy}");
        }
        requireOnce("{worker}", Piece.Worker.class, layout.workerBits() == 0);
        requireOnce("{sequence}", Piece.Sequence.class, false);
        PeriodUnit period = UNITS[units - 1];
        List<Piece> sized = new ArrayList<>();
        for (Piece piece : pieces) {
            if (piece instanceof Piece.Worker worker) {
                sized.add(new Piece.Worker(width("{worker}", worker.width(), layout.maxWorkerId())));
            } else if (piece instanceof Piece.Sequence sequence) {
                sized.add(new Piece.Sequence(width("{sequence}", sequence.width(), maxSequence(period))));
            } else {
                sized.add(piece);
            }
        }
        return new SerialNumberPattern(period, List.copyOf(sized));
    }

    private void requireOnce(String name, Class<? extends Piece> type, boolean optional) {
        long times = pieces.stream().filter(type::isInstance).count();
        if (times != 1 && !(optional && times == 0)) {
            throw refused(String.format(Locale.ROOT, "pattern must have %s once", name), times + " times");
        }
    }

    private int width(String name, int asked, long max) {
        int needed = Long.toString(max).length();
        if (asked == AS_NEEDED) {
            return needed;
        }
        if (asked < needed || asked > MAX_WIDTH) {
            throw refused(
                    String.format(
                            Locale.ROOT,
                            "width of %s must be in [%d, %d], as it goes up to %d",
                            name,
                            needed,
                            MAX_WIDTH,
                            max),
                    "width=" + asked);
        }
        return asked;
    }

    private long maxSequence(PeriodUnit period) {
        long tickMillis = layout.tick().toMillis();
        long ticks = (period.longest().toMillis() + tickMillis - 1) / tickMillis;
        return (Math.min(ticks - 1, layout.maxTick()) << layout.seqBits()) + layout.maxSequence();
    }

    private IllegalArgumentException refused(String rule, String value) {
        return new IllegalArgumentException(
                String.format(Locale.ROOT, "%s: pattern=\"%s\" has %s", rule, pattern, value));
    }
}
