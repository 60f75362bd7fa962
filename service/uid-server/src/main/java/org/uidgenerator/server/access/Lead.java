package org.uidgenerator.server.access;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The time by which the UIDs of this server are ahead of its clock, one number for all that clients may do to it: UIDs
 * that they have seen elsewhere, ranges, and what they have saved up. Safe for use by any thread.
 */
public final class Lead {
    /**
     * How far clients may drive the UIDs ahead. A server accepts UIDs that are so far ahead of its own clock, so that
     * callers can leave any server for any other.
     */
    public static final Duration GREATEST = Duration.ofMinutes(10);

    private static final double NANOS_PER_SECOND = 1e9;

    /*
     * Requests overlap, so that the lead is a sum: the generator comes to `reached`, or to the furthest of `targets`
     * if that is later, and the UIDs that are promised by then come on top of it. Both ways to drive it ahead compare
     * the whole sum with the greatest lead (`latest`). What a request has promised or aims for leaves the sum when the
     * request ends, and only what has happened stays, in `reached`.
     */

    private final Clock clock;
    private final double uidsPerSecond; // sustained by the layout

    /** The time of the last UID that was handed out or gone past. */
    private Instant reached = Instant.MIN;

    /** Where requests are taking the generator. */
    private final List<Instant> targets = new ArrayList<>();

    /** How many UIDs are promised and not yet handed out. */
    private long promised;

    Lead(Clock clock, double uidsPerSecond) {
        this.clock = clock;
        this.uidsPerSecond = uidsPerSecond;
    }

    double uidsPerSecond() {
        return uidsPerSecond;
    }

    /** UIDs that a request is about to take. Whatever comes of that, it has to be closed. */
    public final class Promise implements AutoCloseable {
        private long left;

        private Promise(long count) {
            left = count;
        }

        /**
         * Records that UIDs were handed out.
         *
         * @param count how many
         * @param last the time of the last one, which may be later than expected, because a generator may skip UIDs
         */
        public void handOut(long count, Instant last) {
            synchronized (Lead.this) {
                reach(last);
                settle(count);
            }
        }

        /** Gives up those that were not handed out. */
        @Override
        public void close() {
            synchronized (Lead.this) {
                settle(left);
            }
        }

        private void settle(long count) {
            left -= count;
            promised -= count;
        }
    }

    /** Promises UIDs, or returns nothing if they would be more than {@link #GREATEST} ahead. */
    synchronized Optional<Promise> promise(long count) {
        return hasRoomFor(count) ? Optional.of(promiseAhead(count)) : Optional.empty();
    }

    /** Returns whether so many more UIDs would be no more than {@link #GREATEST} ahead. */
    synchronized boolean hasRoomFor(long count) {
        Instant now = clock.instant();
        return !furthest(now).isAfter(latest(now, count));
    }

    /** Promises UIDs however far ahead they are. */
    synchronized Promise promiseAhead(long count) {
        promised += count;
        return new Promise(count);
    }

    /**
     * Takes the generator past a time, unless that would be more than {@link #GREATEST} ahead, together with the UIDs
     * that are promised.
     *
     * @param time of a UID
     * @param move takes the generator there, or throws
     * @return whether it was taken there
     */
    public boolean advance(Instant time, Runnable move) {
        if (!aim(time)) {
            return false;
        }
        try {
            move.run();
            synchronized (this) {
                reach(time);
            }
        } finally {
            synchronized (this) {
                targets.remove(time);
            }
        }
        return true;
    }

    /** A time before the furthest moves nothing. At the same time, a higher worker id moves to the next tick. */
    private synchronized boolean aim(Instant time) {
        Instant now = clock.instant();
        if (!time.isBefore(furthest(now)) && time.isAfter(latest(now, 0))) {
            return false;
        }
        return targets.add(time);
    }

    /**
     * {@return the latest time that the generator can be taken past, {@link #GREATEST} ahead of the clock, less what is
     * promised}
     */
    public synchronized Instant latest() {
        return latest(clock.instant(), 0);
    }

    private Instant latest(Instant now, long more) {
        return now.plus(GREATEST).minusNanos((long) ((promised + more) / uidsPerSecond * NANOS_PER_SECOND));
    }

    private Instant furthest(Instant now) {
        Instant furthest = later(now, reached);
        for (Instant target : targets) {
            furthest = later(furthest, target);
        }
        return furthest;
    }

    private void reach(Instant time) {
        reached = later(reached, time);
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }
}
