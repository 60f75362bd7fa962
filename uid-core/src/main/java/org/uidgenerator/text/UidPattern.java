package org.uidgenerator.text;

import java.util.List;
import java.util.Locale;
import org.uidgenerator.UidLayout;

/**
 * The pattern of numbers that show UIDs, each number as wide as a layout needs it.
 *
 * @param sized the pattern with a width for each number
 * @param period the least unit of time among them
 * @param sharded whether it shows the data centre of a worker id as the shard, and the worker without it
 */
record UidPattern(SerialNumberPattern sized, PeriodUnit period, boolean sharded) {
    private static final List<NumberField> FIELDS =
            List.of(NumberField.WORKER, NumberField.SEQUENCE, NumberField.SHARD);

    static UidPattern read(String text, UidLayout layout) {
        SerialNumberPattern pattern = PatternReader.read(text, FIELDS);
        PeriodUnit period = pattern.period();
        if (period == null) {
            throw pattern.refused("pattern must have a time", "no {yyyy}");
        }
        boolean sharded = pattern.times(NumberField.SHARD) > 0;
        if (sharded && layout.dataCenterBits() == 0) {
            throw pattern.refused(
                    "layout must have dataCenterBits, because {shard} shows them",
                    String.format(Locale.ROOT, "{shard}, layout=%s", layout));
        }
        int workerBits = layout.workerBits() - (sharded ? layout.dataCenterBits() : 0);
        pattern.requireOnce(NumberField.SHARD, true);
        pattern.requireOnce(NumberField.WORKER, workerBits == 0);
        pattern.requireOnce(NumberField.SEQUENCE, false);
        SerialNumberPattern sized = pattern.sized(digits -> width(
                pattern,
                digits,
                switch (digits.field()) {
                    case WORKER -> (1L << workerBits) - 1;
                    case SHARD -> (1L << layout.dataCenterBits()) - 1;
                    default -> maxSequence(layout, period);
                }));
        return new UidPattern(sized, period, sharded);
    }

    private static long maxSequence(UidLayout layout, PeriodUnit period) {
        long tickMillis = layout.tick().toMillis();
        long ticks = (period.longest().toMillis() + tickMillis - 1) / tickMillis;
        return (Math.min(ticks - 1, layout.maxTick()) << layout.seqBits()) + layout.maxSequence();
    }

    private static int width(SerialNumberPattern pattern, PatternElement.Digits digits, long max) {
        int needed = Long.toString(max).length();
        return digits.width() == PatternElement.Digits.NO_WIDTH
                ? needed
                : pattern.requireWidth(digits, needed, ", as it goes up to " + max);
    }
}
