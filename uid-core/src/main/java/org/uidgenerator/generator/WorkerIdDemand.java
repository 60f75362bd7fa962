package org.uidgenerator.generator;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.function.ToIntFunction;

/**
 * Decides how many worker ids a generator needs, from how many UIDs it hands out and how far it is ahead of the clock.
 * For one thread.
 *
 * <p>Short bursts borrow and need no other worker id. More are wanted after borrowing more than the ring plus 60 s,
 * rising for three periods of 10 s: as many as the UIDs of that time need. If ticks must not be further ahead, so that
 * calls wait, twice as many are wanted after three seconds. The number is judged again once a ringful has been handed
 * out. Fewer are wanted when next to nothing has been borrowed for ten minutes, and the others would sustain the demand
 * of that time with three tenths to spare.
 *
 * <p>Why not later, when half of {@code maxBorrow} is used up: ticks that lie behind the last claimed one are never
 * used, so UIDs that are 12 hours ahead of the clock stay so for 12 hours of little demand.
 */
final class WorkerIdDemand implements ToIntFunction<WorkerIdDemand.Reading> {
    private static final long BORROWED_LONG_MILLIS = TimeUnit.MINUTES.toMillis(1);
    private static final long RISES_FOR_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final long CALM_FOR_NANOS = TimeUnit.MINUTES.toNanos(10);
    private static final int WAITS_FOR_READINGS = 3;
    private static final double SPARE = 0.7;

    private final int most;
    private final double uidsPerSecond;
    private final long uidsOfRing;
    private final long ringMillis;

    private final Deque<Reading> latest = new ArrayDeque<>();
    private int held;
    private long judgedFrom;
    private int waits;
    private double peak;
    private long calmSince;

    /**
     * The work of a generator until some moment.
     *
     * @param nanoTime the moment
     * @param held how many worker ids take part
     * @param borrowedMillis how far the tick claimed last is ahead of the clock
     * @param issued how many UIDs have been handed out so far: not how many were claimed, since an idle ring is filled
     *     anew each time that its UIDs have gone stale
     * @param isAtLimit whether calls have had to wait because the next tick is too far ahead of the clock
     */
    record Reading(long nanoTime, int held, long borrowedMillis, long issued, boolean isAtLimit) {
        private double uidsPerSecondSince(Reading earlier) {
            return (issued - earlier.issued) * 1e9 / Math.max(1, nanoTime - earlier.nanoTime);
        }
    }

    /**
     * Begins with nothing known.
     *
     * @param most how many worker ids there may be
     * @param uidsPerSecond what one of them sustains
     * @param uidsOfRing how many UIDs the ring holds
     * @param ring how far ahead of the clock a ring reaches that is full of the ticks of one worker id
     */
    WorkerIdDemand(int most, double uidsPerSecond, long uidsOfRing, Duration ring) {
        this.most = most;
        this.uidsPerSecond = uidsPerSecond;
        this.uidsOfRing = uidsOfRing;
        ringMillis = ring.toMillis();
    }

    /**
     * Returns how many worker ids are to take part from now on, from 1 to the most there may be. Called about once a
     * second.
     */
    @Override
    public int applyAsInt(Reading now) {
        if (now.held() != held) {
            held = now.held();
            judgedFrom = now.issued() + uidsOfRing;
            startAgain(now);
        }
        latest.addLast(now);
        forgetOld(now);
        int more = now.issued() >= judgedFrom ? more(now) : held;
        return Math.max(1, Math.min(most, more > held ? more : less(now)));
    }

    /** The first one that is left is the last that is half a minute old. */
    private void forgetOld(Reading now) {
        Reading first = latest.removeFirst();
        while (!latest.isEmpty() && now.nanoTime() - latest.getFirst().nanoTime() >= RISES_FOR_NANOS) {
            first = latest.removeFirst();
        }
        latest.addFirst(first);
    }

    private void startAgain(Reading now) {
        latest.clear();
        waits = 0;
        peak = 0;
        calmSince = now.nanoTime();
    }

    private int more(Reading now) {
        waits = now.isAtLimit() ? waits + 1 : 0;
        if (waits >= WAITS_FOR_READINGS) {
            return 2 * held;
        }
        Reading first = latest.getFirst();
        boolean rises = now.nanoTime() - first.nanoTime() >= RISES_FOR_NANOS
                && now.borrowedMillis() > ringMillis + BORROWED_LONG_MILLIS
                && leastOfThirds() > held * uidsPerSecond;
        return rises ? needed(now.uidsPerSecondSince(first)) : held;
    }

    /** UIDs a second in the third of the time in which there were the fewest: a burst is in one or two of them only. */
    private double leastOfThirds() {
        double least = Double.MAX_VALUE;
        Reading from = latest.getFirst();
        for (Reading reading : latest) {
            if (reading.nanoTime() - from.nanoTime() >= RISES_FOR_NANOS / 3) {
                least = Math.min(least, reading.uidsPerSecondSince(from));
                from = reading;
            }
        }
        return least;
    }

    private int less(Reading now) {
        boolean isCalm = now.borrowedMillis() <= ringMillis;
        Reading first = latest.getFirst();
        if (isCalm && first.nanoTime() - calmSince >= 0) {
            peak = Math.max(peak, now.uidsPerSecondSince(first));
            isCalm = peak < SPARE * (held - 1) * uidsPerSecond;
        }
        if (!isCalm) {
            peak = 0;
            calmSince = now.nanoTime();
        } else if (now.nanoTime() - calmSince >= CALM_FOR_NANOS) {
            return needed(peak / SPARE); // fewer than are held, as it is calm
        }
        return held;
    }

    private int needed(double demand) {
        return (int) Math.min(most, Math.ceil(demand / uidsPerSecond));
    }
}
