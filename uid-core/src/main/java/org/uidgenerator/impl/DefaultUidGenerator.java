package org.uidgenerator.impl;

import static java.lang.System.Logger.Level.INFO;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.UidGeneratorStatus;
import org.uidgenerator.UidLayout;
import org.uidgenerator.worker.LeaseState;
import org.uidgenerator.worker.WorkerIdAssigner;
import org.uidgenerator.worker.WorkerLease;

/**
 * Claims a tick when it is asked for a UID in it: no buffer, no thread of its own, no UID lost in a crash. All UIDs of a
 * generator strictly increase in real-time order, unless its {@link ClockPolicy} goes back with the clock.
 *
 * <p>Gives at most {@link UidLayout#uidsPerSecond()}, unless it may borrow. What happens when a tick is used up, and when the
 * clock has been set back, is for {@link Overflow} and {@link ClockPolicy} to say: by default a call waits for the next tick,
 * and the generator counts on from the last one at the pace of time, both as long as ticks are no more than {@code maxBorrow}
 * ahead of the clock. A call that has waited for {@code maxWait} gets an exception; how long a lease may take to reserve a tick
 * is the lease's to bound.
 *
 * <p>No call reads the clock as long as UIDs are left in the open tick; the end of the tick is noticed by a timer, a
 * millisecond late or so, a clock that was set within 250 ms. In a process that was paused, or starved of processor time, UIDs
 * may be older by that long.
 */
public final class DefaultUidGenerator implements UidGenerator {
    private static final System.Logger LOG = System.getLogger(DefaultUidGenerator.class.getName());

    private final String name;
    private final UidLayout layout;
    private final long maxWaitNanos;
    private final TickClock clock;
    private final Waiting waiting;
    private final LeasedTicks ticks;
    private final TickOpener opener;
    private final GeneratorMeter meter = new GeneratorMeter();
    private final ReentrantLock lifecycle = new ReentrantLock();

    /** Where UIDs are handed out. Another takes its place when the generator goes back to lower ones. */
    volatile Stripe stripe;

    private volatile RunState state = RunState.RUNNING;
    private volatile @Nullable Throwable failure;

    private DefaultUidGenerator(Builder options) {
        name = options.name;
        layout = options.layout;
        stripe = new Stripe(layout.sequenceStep());
        maxWaitNanos = TimeUnit.NANOSECONDS.convert(options.maxWait);
        clock = new TickClock(layout, options.clock, options.maxBorrow);
        waiting = options.waiting;
        Course course = options.clockPolicy.newCourse(layout, clock, options.overflow);
        ticks = new LeasedTicks(layout, options.workerIdAssigner, clock); // last of what may fail: it takes a worker id
        opener = new TickOpener(options, course, ticks, meter, stripe, fresh -> stripe = fresh);
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

    @Override
    public OptionalLong tryGetUID(Duration timeout) {
        if (timeout.isNegative()) {
            throw new IllegalArgumentException("timeout must not be negative: timeout=" + timeout);
        }
        long timeoutNanos = TimeUnit.NANOSECONDS.convert(timeout);
        long start = waiting.nanoTime();
        while (true) {
            long uid = stripe.claim();
            if (uid >= 0) {
                return OptionalLong.of(uid);
            }
            if (!openTick(start, timeoutNanos)) {
                return OptionalLong.empty();
            }
        }
    }

    private void openTick() {
        long start = waiting.nanoTime();
        if (!openTick(start, maxWaitNanos)) {
            throw new UidGenerateException(String.format(
                    Locale.ROOT,
                    "%s has no UID after waiting for %d ms: at %s its ticks are used up as far as they may be stamped, the layout sustains %.0f UIDs a second",
                    name,
                    TimeUnit.NANOSECONDS.toMillis(waiting.nanoTime() - start),
                    layout.timeOf(clock.currentTick()),
                    layout.uidsPerSecond()));
        }
    }

    /** Makes sure that a tick is open, unless none can be opened in time. */
    private boolean openTick(long startNanos, long timeoutNanos) {
        long untilNext = openTickNow();
        if (untilNext == TickOpener.LOOK_AGAIN) {
            return true;
        }
        meter.waited();
        while (untilNext != TickOpener.LOOK_AGAIN) {
            long left = timeoutNanos - (waiting.nanoTime() - startNanos);
            if (left <= 0) {
                meter.rejectedTake();
                return false;
            }
            park(Math.min(untilNext, left));
            untilNext = openTickNow();
        }
        return true;
    }

    private void park(long nanos) {
        try {
            waiting.park(nanos);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UidGenerateException(name + " was interrupted while waiting for the next tick", e);
        }
    }

    private long openTickNow() {
        state.requireRunning(name);
        try {
            long untilNext = opener.open();
            failure = null;
            return untilNext;
        } catch (RuntimeException e) {
            failure = e;
            throw e;
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
        Stripe stripe = this.stripe;
        long aheadMillis = clock.millisAhead(opener.lastTick());
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
            long highest = opener.stop();
            if (before == RunState.RUNNING) {
                ticks.release(highest);
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
            opener.goOn();
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
        return String.format(Locale.ROOT, "%s (%s)", name, layout);
    }

    /** Makes generators. A builder is for one thread; every option is checked in {@link #build()}. */
    public static final class Builder {
        final WorkerIdAssigner workerIdAssigner;
        UidLayout layout = UidLayout.DEFAULT;
        ClockPolicy clockPolicy = ClockPolicy.countOn();
        SequenceStart sequenceStart = SequenceStart.RANDOM;
        Overflow overflow = Overflow.WAIT;
        Duration maxBorrow = Duration.ofHours(24);
        Duration maxWait = Duration.ofSeconds(5);
        String name = "uid-generator";
        InstantSource clock = InstantSource.system();
        Waiting waiting = Waiting.SYSTEM;
        Alarm alarm = Alarm.SYSTEM;

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
         * Sets what happens when the clock has been set back.
         *
         * @param clockPolicy the policy, default {@link ClockPolicy#countOn()}
         * @return this
         */
        public Builder clockPolicy(ClockPolicy clockPolicy) {
            this.clockPolicy = Objects.requireNonNull(clockPolicy, "clockPolicy");
            return this;
        }

        /**
         * Sets where to start counting in a tick.
         *
         * @param sequenceStart the start, default {@link SequenceStart#RANDOM}
         * @return this
         */
        public Builder sequenceStart(SequenceStart sequenceStart) {
            this.sequenceStart = Objects.requireNonNull(sequenceStart, "sequenceStart");
            return this;
        }

        /**
         * Sets what happens when a tick is used up.
         *
         * @param overflow what to do, default {@link Overflow#WAIT}
         * @return this
         */
        public Builder overflow(Overflow overflow) {
            this.overflow = Objects.requireNonNull(overflow, "overflow");
            return this;
        }

        /**
         * Sets how far ahead of the clock the time in a UID may be: after the clock has been set back, or with {@link Overflow#BORROW}.
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
         * @throws IllegalArgumentException if an option is out of its range or the layout's, the layout's epoch is in the future, or
         *     the worker id does not fit the layout
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
