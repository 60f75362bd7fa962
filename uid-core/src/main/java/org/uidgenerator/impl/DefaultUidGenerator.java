package org.uidgenerator.impl;

import static java.lang.System.Logger.Level.INFO;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.UidLayout;
import org.uidgenerator.worker.WorkerIdAssigner;

/**
 * Claims each UID when it is asked for: no buffer, no thread, no UID lost in a crash. All UIDs of a generator strictly
 * increase in real-time order.
 *
 * <p>Gives at most {@link UidLayout#uidsPerSecond()}. When the tick is used up, a call waits for the next one. When the clock
 * has been set back, the generator counts on from the last tick, and on into later ones at the pace of time, as long as they
 * are no more than {@code maxBorrow} ahead of the clock. A call that has waited for {@code maxWait} gets an exception.
 */
public final class DefaultUidGenerator implements UidGenerator {
    /*
     * All state is one word: the last UID given. Its upper bits say the tick, its lower bits the sequence, and the worker id
     * in between sees to it that a tick is counted only under the lease that reserved it. Who moves the word on by
     * compare-and-set owns what lies between the old value and the new:
     *
     *   within a tick    last -> last + n
     *   to a later tick  last -> the n-th UID of that tick, after the lease has reserved it
     *   to the end       last -> CLOSED, and the tick of the word that was replaced is the last one stamped
     */
    private static final System.Logger LOG = System.getLogger(DefaultUidGenerator.class.getName());

    private static final long NONE = -1;
    private static final long CLOSED = -2;
    private static final long MOST_SKIPPED = 1024;

    private final String name;
    private final UidLayout layout;
    private final long maxSequence;
    private final long skipRange;
    private final long tickNanos;
    private final long maxWaitNanos;
    private final TickClock clock;
    private final Waiting waiting;
    private final LeasedTicks ticks;
    private final PaddedLong lastUid = new PaddedLong(NONE);

    /** When the last tick was opened. Written after the fact: who reads it too early opens a tick early, within maxBorrow. */
    private volatile long openedNanos;

    private DefaultUidGenerator(Builder options) {
        name = options.name;
        layout = options.layout;
        maxSequence = layout.maxSequence();
        skipRange = Math.min(MOST_SKIPPED, (maxSequence + 1) / 2);
        tickNanos = layout.tick().toNanos();
        maxWaitNanos = TimeUnit.NANOSECONDS.convert(options.maxWait);
        clock = new TickClock(layout, options.clock, options.maxBorrow);
        waiting = options.waiting;
        ticks = new LeasedTicks(layout, options.workerIdAssigner, clock);
        LOG.log(
                INFO,
                "{0} is ready: worker id {1}, {2}, ends at {3}",
                name,
                Long.toString(ticks.workerId()),
                layout,
                layout.expiresAt());
    }

    /**
     * Starts a generator.
     *
     * @param workerIdAssigner where worker ids come from
     * @return a builder with the defaults
     */
    public static Builder builder(WorkerIdAssigner workerIdAssigner) {
        return new Builder(workerIdAssigner);
    }

    @Override
    public long getUID() {
        return claim(1);
    }

    @Override
    public void getUIDs(long[] uids) {
        for (int filled = 0; filled < uids.length; ) {
            int wanted = uids.length - filled;
            long first = claim(wanted);
            long last = lastOfClaim(first, wanted);
            for (long uid = first; uid <= last; uid++) {
                uids[filled++] = uid;
            }
        }
    }

    /** Claims the UIDs from the one returned through {@link #lastOfClaim}, waiting for a tick if need be. */
    private long claim(int wanted) {
        long start = 0;
        while (true) {
            long last = lastUid.value();
            long now = clock.currentTick();
            long first = hasLeft(last, now) ? last + 1 : firstOfLaterTick(last, now);
            if (first == LeasedTicks.NOT_YET) {
                start = start == 0 ? waiting.nanoTime() : start;
                awaitLaterTick(now, waiting.nanoTime() - start);
            } else if (lastUid.casValue(last, lastOfClaim(first, wanted))) {
                return first;
            }
        }
    }

    private long lastOfClaim(long first, int wanted) {
        return first + Math.min(wanted - 1, maxSequence - (first & maxSequence));
    }

    private boolean hasLeft(long last, long now) {
        long tick = layout.tickOf(last);
        return last >= 0
                && tick >= now
                && tick <= clock.latestTick(now)
                && (last & maxSequence) < maxSequence
                && !ticks.isRevoked();
    }

    /** Reserves the tick after the last one, or that of now if it is later, unless its time has not come. */
    private long firstOfLaterTick(long last, long now) {
        if (last == CLOSED) {
            throw new UidGenerateException(name + " is closed");
        }
        long lastTick = last == NONE ? -1 : layout.tickOf(last);
        long nanoTime = waiting.nanoTime();
        if (lastTick >= now && nanoTime - openedNanos < tickNanos) {
            return LeasedTicks.NOT_YET;
        }
        long first = ticks.reserveAfter(lastTick);
        if (first == LeasedTicks.NOT_YET) {
            return first;
        }
        openedNanos = nanoTime;
        boolean lastWasUsedUp = last != NONE && (last & maxSequence) == maxSequence;
        return lastWasUsedUp ? first : LowBits.scatter(first, skipRange);
    }

    private void awaitLaterTick(long now, long waitedNanos) {
        if (waitedNanos >= maxWaitNanos) {
            throw new UidGenerateException(
                    "%s has no UID after waiting for %d ms: at %s its ticks are used up as far as they may be stamped, the layout sustains %.0f UIDs a second"
                            .formatted(name, waitedNanos / 1_000_000, layout.timeOf(now), layout.uidsPerSecond()));
        }
        long untilNextTick = Math.max(1, clock.millisAhead(now + 1));
        try {
            waiting.park(Math.min(TimeUnit.MILLISECONDS.toNanos(untilNextTick), maxWaitNanos - waitedNanos));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UidGenerateException(name + " was interrupted while waiting for the next tick", e);
        }
    }

    @Override
    public UidLayout layout() {
        return layout;
    }

    @Override
    public void close() {
        long last = lastUid.getAndSetValue(CLOSED);
        if (last != CLOSED) {
            ticks.release(last == NONE ? -1 : layout.tickOf(last));
        }
    }

    /** Says name and layout. */
    @Override
    public String toString() {
        return "%s (%s)".formatted(name, layout);
    }

    /** Makes generators. A builder is for one thread; every option is checked in {@link #build()}. */
    public static final class Builder {
        private final WorkerIdAssigner workerIdAssigner;
        private UidLayout layout = UidLayout.DEFAULT;
        private Duration maxBorrow = Duration.ofHours(24);
        private Duration maxWait = Duration.ofSeconds(5);
        private String name = "uid-generator";
        private InstantSource clock = InstantSource.system();
        private Waiting waiting = Waiting.SYSTEM;

        private Builder(WorkerIdAssigner workerIdAssigner) {
            this.workerIdAssigner = Objects.requireNonNull(workerIdAssigner, "workerIdAssigner");
        }

        /**
         * Sets how the bits of a UID are shared.
         *
         * @param layout the layout, default {@link UidLayout#DEFAULT}
         * @return this
         */
        public Builder layout(UidLayout layout) {
            this.layout = Objects.requireNonNull(layout, "layout");
            return this;
        }

        /**
         * Sets how far ahead of the clock the time in a UID may be after the clock has been set back.
         *
         * @param maxBorrow in {@code [PT0S, P365000D]}, default 24 h
         * @return this
         */
        public Builder maxBorrow(Duration maxBorrow) {
            this.maxBorrow = Objects.requireNonNull(maxBorrow, "maxBorrow");
            return this;
        }

        /**
         * Sets how long a call may wait for a tick.
         *
         * @param maxWait zero or more, default 5 s; less than a tick makes calls fail when the tick is used up
         * @return this
         */
        public Builder maxWait(Duration maxWait) {
            this.maxWait = Objects.requireNonNull(maxWait, "maxWait");
            return this;
        }

        /**
         * Sets the name that logs and exceptions carry.
         *
         * @param name not blank, default {@code uid-generator}
         * @return this
         */
        public Builder name(String name) {
            this.name = Objects.requireNonNull(name, "name");
            return this;
        }

        /**
         * Sets the clock that decides which tick is claimed next. Uniqueness does not rest on it.
         *
         * @param clock the clock, default the system's; must be safe for use by several threads
         * @return this
         */
        public Builder clock(InstantSource clock) {
            this.clock = Objects.requireNonNull(clock, "clock");
            return this;
        }

        Builder waiting(Waiting waiting) {
            this.waiting = waiting;
            return this;
        }

        /**
         * Takes a worker id.
         *
         * @return a generator that is ready
         * @throws IllegalArgumentException if an option is out of its range, the layout's epoch is in the future, or the
         *     worker id does not fit the layout
         * @throws UidGenerateException if the layout's time bits are used up, or no worker id can be had
         */
        public DefaultUidGenerator build() {
            if (maxWait.isNegative()) {
                throw new IllegalArgumentException("maxWait must not be negative: maxWait=" + maxWait);
            }
            if (name.isBlank()) {
                throw new IllegalArgumentException("name must not be blank: name=\"" + name + "\"");
            }
            return new DefaultUidGenerator(this);
        }
    }
}
