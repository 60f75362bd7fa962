package org.uidgenerator.internal;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * The rule by which ticks are reserved with one write, ahead of those in use: the next write is due when half of them
 * are used. Each write reserves twice as many as the one before when writes come faster than one per second, half as
 * many when they are rare again, and never fewer than the usual number. For one thread at a time, except
 * {@link #dueAfter}.
 */
public final class ReserveAhead {
    private static final long FAST_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long RARE_NANOS = TimeUnit.SECONDS.toNanos(4); // twice what halving leaves: no oscillation

    private final long usual;
    private final long greatest;
    private final NanoClock clock;
    private long ticks;
    private long margin;
    private long sinceNanos;
    private volatile long dueAfter = Long.MIN_VALUE;

    /**
     * Makes a rule for an owner that has reserved nothing yet, so that a write is due.
     *
     * @param usual how many ticks to reserve at least
     * @param greatest how many to reserve at most, unless {@code usual} is more
     * @param clock the time between writes
     */
    public ReserveAhead(long usual, long greatest, NanoClock clock) {
        this.usual = usual;
        this.greatest = Math.max(usual, greatest);
        this.clock = clock;
        ticks = usual;
        margin = usual / 2;
        sinceNanos = clock.nanoTime();
    }

    /**
     * Makes a rule by time.
     *
     * @param usual how long the ticks last that are reserved at least
     * @param tick how long one lasts
     * @param greatest how many to reserve at most, unless {@code usual} has more
     * @param clock the time between writes
     */
    public static ReserveAhead of(Duration usual, Duration tick, long greatest, NanoClock clock) {
        return new ReserveAhead(Math.max(1, usual.dividedBy(tick)), greatest, clock);
    }

    /** Returns how many ticks to reserve next. */
    public long ticks() {
        return ticks;
    }

    /** Returns how many ticks are reserved at least. */
    public long usual() {
        return usual;
    }

    /**
     * Returns the last tick that the next write reserves.
     *
     * @param position the tick in use
     * @param last the last tick that can be reserved now
     */
    public long reach(long position, long last) {
        long through = Math.min(position + ticks, last);
        margin = through < last ? ticks / 2 : (through - position) / 2; // or it would be due again at once
        return through;
    }

    /** Records a write, at which the ticks reserved before are half used up. */
    public void written() {
        long now = clock.nanoTime();
        long elapsed = now - sinceNanos;
        sinceNanos = now;
        if (elapsed < FAST_NANOS) {
            ticks = Math.min(2 * ticks, greatest);
        } else if (elapsed > RARE_NANOS) {
            ticks = Math.max(ticks / 2, usual);
        }
    }

    /**
     * Records what is reserved.
     *
     * @param through the last tick reserved
     * @param last the last tick that can ever be; no write is due when it is reserved
     */
    public void reserved(long through, long last) {
        dueAfter = through < last ? through - margin : Long.MAX_VALUE;
    }

    /** Returns the tick after which a write is due. For any thread. */
    public long dueAfter() {
        return dueAfter;
    }
}
