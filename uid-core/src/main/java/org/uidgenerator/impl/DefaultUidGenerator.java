package org.uidgenerator.impl;

import static java.lang.System.Logger.Level.INFO;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.UidGeneratorStatus;
import org.uidgenerator.UidLayout;
import org.uidgenerator.buffer.UidBlock;
import org.uidgenerator.worker.LeaseState;
import org.uidgenerator.worker.WorkerIdAssigner;
import org.uidgenerator.worker.WorkerLease;

/**
 * Claims a tick when it is asked for a UID in it: no buffer, no thread of its own, no UID lost in a crash. All UIDs of a generator strictly increase in real-time order.
 *
 * <p>Gives at most {@link UidLayout#uidsPerSecond()}. When the tick is used up, a call waits for the next one. When the clock
 * has been set back, the generator counts on from the last tick, and on into later ones at the pace of time, as long as they
 * are no more than {@code maxBorrow} ahead of the clock. A call that has waited for {@code maxWait} gets an exception; how long a lease may take to
 * reserve a tick is the lease's to bound.
 *
 * <p>No call reads the clock as long as UIDs are left in the open tick; the end of the tick is noticed by a timer, a
 * millisecond late or so, a clock that was set within 250 ms. In a process that was paused, or starved of processor time, UIDs
 * may be older by that long.
 */
public final class DefaultUidGenerator implements UidGenerator {
    /*
     * The open tick is a block that all callers count through. What happens to it:
     *
     *   openTickNow  the first caller that finds it used up or retired reserves a later tick, with no lock held because the
     *                lease may have to ask its store, and opens it if nobody else has opened one meanwhile
     *   check        retires it when the clock shows another tick; one chain of alarms per tick, which ends with it, so
     *                a generator that nobody uses falls silent
     *   stop         retires it and gives the lease back, for good or until it is resumed
     */
    private static final System.Logger LOG = System.getLogger(DefaultUidGenerator.class.getName());

    private static final long MOST_SKIPPED = 1024;
    private static final long LONGEST_UNCHECKED_MILLIS = 250;

    private final String name;
    private final UidLayout layout;
    private final long maxSequence;
    private final long skipRange;
    private final long tickNanos;
    private final long maxWaitNanos;
    private final TickClock clock;
    private final Waiting waiting;
    private final Alarm alarm;
    private final LeasedTicks ticks;
    private final GeneratorMeter meter = new GeneratorMeter();

    private final Stripe stripe;
    private final ReentrantLock lifecycle = new ReentrantLock();

    /** The tick that was opened last, or -1. Written with the lock held. */
    private volatile long lastTick = -1;

    /** When it was opened. Written before it: who sees the tick sees this. */
    private volatile long openedNanos;

    private volatile RunState state = RunState.RUNNING;

    /** How often it was resumed: a tick that was reserved before must not be opened afterwards. */
    private final AtomicInteger resumptions = new AtomicInteger();

    private volatile @Nullable Throwable failure;

    private DefaultUidGenerator(Builder options) {
        name = options.name;
        layout = options.layout;
        maxSequence = layout.maxSequence();
        stripe = new Stripe(layout.sequenceStep());
        skipRange = Math.min(MOST_SKIPPED, (maxSequence + 1) / 2);
        tickNanos = layout.tick().toNanos();
        maxWaitNanos = TimeUnit.NANOSECONDS.convert(options.maxWait);
        clock = new TickClock(layout, options.clock, options.maxBorrow);
        waiting = options.waiting;
        alarm = options.alarm;
        ticks = new LeasedTicks(layout, options.workerIdAssigner, clock);
        LOG.log(
                INFO,
                "{0} is ready: worker id {1}, {2}, ends at {3}",
                name,
                Long.toString(ticks.lease().workerId()),
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
        while (true) {
            long uid = stripe.claim();
            if (uid >= 0) {
                return uid;
            }
            openTick();
        }
    }

    @Override
    public void getUIDs(long[] uids) {
        int filled = stripe.claim(uids, 0);
        while (filled < uids.length) {
            openTick();
            filled += stripe.claim(uids, filled);
        }
    }

    /** Makes sure that a tick is open, waiting for its time to come. */
    private void openTick() {
        if (openTickNow()) {
            return;
        }
        meter.waited();
        long start = waiting.nanoTime();
        do {
            awaitLaterTick(waiting.nanoTime() - start);
        } while (!openTickNow());
    }

    /** Opens the tick after the last one, or that of now if it is later, unless its time has not come. */
    private boolean openTickNow() {
        long last = lastTick; // Order matters! Before looking what is left: who opens another tick changes it
        int resumptions = this.resumptions.get(); // Order matters! Before the tick is reserved
        state.requireRunning(name);
        if (stripe.hasLeft()) { // another caller has opened one
            return true;
        }
        long nanoTime = waiting.nanoTime();
        if (last >= clock.currentTick() && nanoTime - openedNanos < tickNanos) {
            return false;
        }
        long first = reserveAfter(last);
        if (first == LeasedTicks.NOT_YET) {
            return false;
        }
        stripe.lock.lock();
        try {
            if (state == RunState.RUNNING && this.resumptions.get() == resumptions && lastTick == last) {
                openedNanos = nanoTime;
                lastTick = layout.tickOf(first);
                open(first);
                meter.refilled(waiting.nanoTime() - nanoTime);
            }
            return true;
        } finally {
            stripe.lock.unlock();
        }
    }

    private long reserveAfter(long last) {
        try {
            long first = ticks.reserveAfter(last);
            failure = null;
            return first;
        } catch (RuntimeException e) {
            failure = e;
            throw e;
        }
    }

    private void open(long first) {
        // Where the last tick was not used up, UIDs are in small demand: skipping some keeps their low bits from
        // repeating.
        long start = stripe.isRetired() ? LowBits.scatter(first, skipRange, stripe.step) : first;
        stripe.open(start, new UidBlock(first, first + maxSequence * stripe.step, stripe.step));
        checkLater(lastTick);
    }

    private void checkLater(long tick) {
        long untilNextTick = Math.max(1, clock.millisAhead(tick + 1));
        alarm.in(TimeUnit.MILLISECONDS.toNanos(Math.min(untilNextTick, LONGEST_UNCHECKED_MILLIS)), () -> check(tick));
    }

    /** Ends a tick whose time is over, or that must not be stamped any more. */
    private void check(long tick) {
        stripe.lock.lock();
        try {
            if (state != RunState.RUNNING || lastTick != tick) {
                return;
            }
            long now = clock.currentTick();
            if (tick < now || tick > clock.latestTick(now) || ticks.isRevoked()) {
                stripe.retire();
            } else {
                checkLater(tick);
            }
        } finally {
            stripe.lock.unlock();
        }
    }

    private void awaitLaterTick(long waitedNanos) {
        long now = clock.currentTick();
        if (waitedNanos >= maxWaitNanos) {
            meter.rejectedTake();
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
    public UidGeneratorStatus status() {
        WorkerLease lease = ticks.lease();
        LeaseState state = lease.state();
        long aheadMillis = clock.millisAhead(lastTick);
        return new UidGeneratorStatus(
                lease.workerId(),
                state.term(),
                ticks.reservedUntil(state),
                stripe.issued(),
                stripe.left(),
                0,
                0,
                Duration.ofMillis(Math.max(0, aheadMillis)),
                Duration.ofMillis(stripe.hasLeft() ? Math.max(0, -aheadMillis) : 0),
                meter.refills(),
                meter.refillTime(),
                meter.waits(),
                meter.rejectedTakes(),
                failure,
                state.storeFailure());
    }

    @Override
    public void suspend() {
        stop(RunState.SUSPENDED);
    }

    @Override
    public void close() {
        stop(RunState.CLOSED);
    }

    private void stop(RunState to) {
        lifecycle.lock();
        try {
            RunState before = state;
            if (before == RunState.CLOSED) {
                return;
            }
            state = to; // Order matters! Before the tick is retired: none is opened afterwards
            stripe.lockAndRetire();
            if (before == RunState.RUNNING) {
                ticks.release(lastTick);
            }
        } finally {
            lifecycle.unlock();
        }
    }

    @Override
    public void resume() {
        lifecycle.lock();
        try {
            if (state == RunState.RUNNING) {
                return;
            }
            if (state == RunState.CLOSED) {
                throw new UidGenerateException(name + " is closed");
            }
            ticks.takeAnew();
            resumptions.incrementAndGet();
            state = RunState.RUNNING;
            LOG.log(
                    INFO,
                    "{0} goes on with worker id {1}",
                    name,
                    Long.toString(ticks.lease().workerId()));
        } finally {
            lifecycle.unlock();
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
        private Alarm alarm = Alarm.SYSTEM;

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

        Builder alarm(Alarm alarm) {
            this.alarm = alarm;
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
