package org.uidgenerator.worker.lease;

import java.util.concurrent.TimeUnit;

/**
 * How many ticks to reserve with one write: twice as many as before when reservations come faster than one a second,
 * half as many when they are rare again, never fewer than the usual number.
 */
final class ReservationSize {
    private static final long FAST_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long RARE_NANOS = TimeUnit.SECONDS.toNanos(4); // twice what halving leaves: no oscillation

    private final long usual;
    private final long greatest;
    private long ticks;
    private long sinceNanos;

    ReservationSize(long usual, long greatest, long nowNanos) {
        this.usual = usual;
        this.greatest = Math.max(usual, greatest);
        this.ticks = usual;
        this.sinceNanos = nowNanos;
    }

    long ticks() {
        return ticks;
    }

    long usual() {
        return usual;
    }

    /** Records that the ticks reserved before are half used up. */
    void adapt(long nowNanos) {
        long elapsed = nowNanos - sinceNanos;
        sinceNanos = nowNanos;
        if (elapsed < FAST_NANOS) {
            ticks = Math.min(2 * ticks, greatest);
        } else if (elapsed > RARE_NANOS) {
            ticks = Math.max(ticks / 2, usual);
        }
    }
}
