package org.uidgenerator.internal;

import java.util.concurrent.TimeUnit;

/**
 * How many ticks to reserve with one write: twice as many as before when reservations come faster than one a second,
 * half as many when they are rare again, never fewer than the usual number.
 */
public final class ReservationSize {
    private static final long FAST_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long RARE_NANOS = TimeUnit.SECONDS.toNanos(4); // twice what halving leaves: no oscillation

    private final long usual;
    private final long greatest;
    private long ticks;
    private long sinceNanos;

    /**
     * Makes one that has reserved nothing yet.
     *
     * @param usual how many ticks to reserve at least
     * @param greatest how many to reserve at most, unless {@code usual} is more
     */
    public ReservationSize(long usual, long greatest, long nowNanos) {
        this.usual = usual;
        this.greatest = Math.max(usual, greatest);
        this.ticks = usual;
        this.sinceNanos = nowNanos;
    }

    /** Returns how many ticks to reserve next. */
    public long ticks() {
        return ticks;
    }

    /** Returns how many ticks are reserved at least. */
    public long usual() {
        return usual;
    }

    /** Records that the ticks reserved before are half used up. */
    public void adapt(long nowNanos) {
        long elapsed = nowNanos - sinceNanos;
        sinceNanos = nowNanos;
        if (elapsed < FAST_NANOS) {
            ticks = Math.min(2 * ticks, greatest);
        } else if (elapsed > RARE_NANOS) {
            ticks = Math.max(ticks / 2, usual);
        }
    }
}
