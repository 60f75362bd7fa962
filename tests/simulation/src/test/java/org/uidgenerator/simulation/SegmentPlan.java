package org.uidgenerator.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.uidgenerator.text.CounterFormat;

/**
 * The parameters of a simulation of counters, which do not change during a run.
 *
 * @param processes how many processes there are at most
 * @param tags how many counters there are
 * @param firstNumber where the counters begin; near the end of all numbers in some runs
 * @param losesSeconds whether the store loses what was written in up to two seconds before a crash, so that ranges rest
 * @param goesBack whether counters go back by more than that: for one process, which alone knows what was taken
 * @param steps how far apart the numbers of a range may be
 * @param periods the format of business numbers, whose periods are minutes or days
 * @param start what the clocks show at first: shortly before midnight
 * @param faultsIn how rare faults are: one in this many calls to the store
 */
record SegmentPlan(
        int processes,
        int tags,
        long firstNumber,
        boolean losesSeconds,
        boolean goesBack,
        long minStep,
        long maxStep,
        Duration stepDuration,
        Duration maxWait,
        int storeThreads,
        List<Long> steps,
        CounterFormat periods,
        Instant start,
        int actions,
        int faultsIn) {
    private static final int NEVER = Integer.MAX_VALUE;
    private static final CounterFormat MINUTES = CounterFormat.of("{yyyyMMddHHmm}-{counter:19}");
    private static final CounterFormat DAYS = CounterFormat.of("{yyyyMMdd}-{counter:19}");
    private static final Instant MIDNIGHT = Instant.parse("2027-01-01T00:00:00Z");

    static SegmentPlan drawnFrom(Chance chance) {
        boolean goesBack = chance.oneIn(4);
        long minStep = chance.pick(1, 3, 20, 200, 1_500);
        return new SegmentPlan(
                goesBack ? 1 : (int) chance.between(2, 3),
                (int) chance.between(1, 3),
                chance.oneIn(8) ? Long.MAX_VALUE - chance.between(0, 20_000) : 1,
                !goesBack && chance.oneIn(3),
                goesBack,
                minStep,
                minStep * chance.pick(1, 4, 30),
                Duration.ofMillis(chance.pick(100, 5_000, 60_000)),
                Duration.ofMillis(chance.pick(0, 100, 2_000)),
                (int) chance.pick(1, 2, 8),
                chance.oneIn(2) ? List.of(1L) : List.of(1L, 1L, 1L, 2L, 7L),
                chance.oneIn(2) ? MINUTES : DAYS,
                MIDNIGHT.minusMillis(chance.between(0, 200_000)),
                250,
                (int) chance.pick(4, 20, NEVER));
    }

    boolean hasFaults() {
        return faultsIn < NEVER;
    }
}
