package org.uidgenerator.server.access;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * How far the UIDs of this server are ahead of its clock, which is one number for all that clients may do to it: UIDs
 * that they have seen elsewhere, ranges, and what they have saved up. Safe for use by any thread.
 */
public final class Lead {
    /**
     * How far clients may drive the UIDs ahead. A server accepts UIDs that are so far ahead of its own clock, so that
     * callers can leave any server for any other.
     */
    public static final Duration GREATEST = Duration.ofMinutes(10);

    private static final double NANOS_PER_SECOND = 1e9;

    private final Clock clock;
    private final double uidsPerSecond;

    /** The time of the last UID that was handed out or promised, in nanoseconds since 1970. */
    private long reached = Long.MIN_VALUE;

    /**
     * Makes the lead of a server that has handed out nothing.
     *
     * @param uidsPerSecond how many UIDs the layout sustains
     */
    Lead(Clock clock, double uidsPerSecond) {
        this.clock = clock;
        this.uidsPerSecond = uidsPerSecond;
    }

    double uidsPerSecond() {
        return uidsPerSecond;
    }

    /**
     * Promises UIDs, unless they would be more than {@link #GREATEST} ahead.
     *
     * @param count how many
     * @return whether they are promised
     */
    synchronized boolean promise(long count) {
        long now = nanos(clock.instant());
        long last = Math.max(reached, now) + nanosOf(count);
        if (last - now > GREATEST.toNanos()) {
            return false;
        }
        reached = last;
        return true;
    }

    /** Promises UIDs however far ahead they are. */
    synchronized void promiseAhead(long count) {
        reached = Math.max(reached, nanos(clock.instant())) + nanosOf(count);
    }

    /** Takes a promise back. */
    synchronized void takeBack(long count) {
        reached -= nanosOf(count);
    }

    /**
     * Records that the generator has come to a time.
     *
     * @param time of a UID that it has handed out, or has gone past
     */
    public synchronized void reach(Instant time) {
        reached = Math.max(reached, nanos(time));
    }

    private long nanosOf(long count) {
        return (long) (count / uidsPerSecond * NANOS_PER_SECOND);
    }

    private static long nanos(Instant time) {
        return ChronoUnit.NANOS.between(Instant.EPOCH, time);
    }
}
