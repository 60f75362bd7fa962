package org.uidgenerator.impl;

import static java.lang.System.Logger.Level.INFO;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
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
    /*
     * The open tick is a block that all callers count through, and the course says which comes next. What happens to it:
     *
     *   openTickNow  the first caller that finds it used up or retired has the next one chosen and reserves it, with no lock
     *                held because the lease may have to ask its store, and opens it if nothing has changed meanwhile
     *   check        retires it when the clock shows another tick, as the course has it; one chain of alarms per tick, which
     *                ends with it, so a generator that nobody uses falls silent
     *   stop         retires it and gives the lease back, for good or until it is resumed
     *
     *   field   writer           readers   write      read       guard
     *   stripe  who goes back    callers   volatile   volatile   the lock, for the writer
     *   course  -                -         -          -          the lock
     *
     * Blocks of one stripe ascend. A block that does not, because the course goes back, is opened in a fresh stripe, which is
     * published after that. No stripe but the last one has UIDs left: who still reads an older one finds it used up or retired.
     */
    private static final System.Logger LOG = System.getLogger(DefaultUidGenerator.class.getName());

    private static final long LONGEST_UNCHECKED_MILLIS = 250;
    private static final long OPEN = 0;

    private final String name;
    private final UidLayout layout;
    private final long maxWaitNanos;
    private final TickClock clock;
    private final Waiting waiting;
    private final Alarm alarm;
    private final SequenceStart sequenceStart;
    private final Course course;
    private final LeasedTicks ticks;
    private final GeneratorMeter meter = new GeneratorMeter();

    private volatile Stripe stripe = new Stripe();
    private final ReentrantLock lock = stripe.lock;
    private final ReentrantLock lifecycle = new ReentrantLock();

    private volatile RunState state = RunState.RUNNING;
    private volatile @Nullable Throwable failure;

    private DefaultUidGenerator(Builder options) {
        name = options.name;
        layout = options.layout;
        maxWaitNanos = TimeUnit.NANOSECONDS.convert(options.maxWait);
        clock = new TickClock(layout, options.clock, options.maxBorrow);
        waiting = options.waiting;
        alarm = options.alarm;
        sequenceStart = options.sequenceStart;
        course = options.clockPolicy.newCourse(layout, clock, options.overflow);
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
            throw new UidGenerateException(
                    "%s has no UID after waiting for %d ms: at %s its ticks are used up as far as they may be stamped, the layout sustains %.0f UIDs a second"
                            .formatted(
                                    name,
                                    TimeUnit.NANOSECONDS.toMillis(waiting.nanoTime() - start),
                                    layout.timeOf(clock.currentTick()),
                                    layout.uidsPerSecond()));
        }
    }

    /** Makes sure that a tick is open, unless none can be opened in time. */
    private boolean openTick(long startNanos, long timeoutNanos) {
        long untilNext = openTickNow();
        if (untilNext == OPEN) {
            return true;
        }
        meter.waited();
        while (untilNext != OPEN) {
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

    /**
     * Opens the next tick if its time has come.
     *
     * @return {@link #OPEN} to look again at what is open, or how long to wait until the next try, in nanoseconds
     */
    private long openTickNow() {
        state.requireRunning(name);
        try {
            long untilNext = ticks.underLease(this::openTickNow);
            failure = null;
            return untilNext;
        } catch (RuntimeException e) {
            failure = e;
            throw e;
        }
    }

    private long openTickNow(WorkerLease lease) {
        long nanoTime = waiting.nanoTime();
        Opening opening;
        lock.lock();
        try {
            if (!mayOpen(lease) || stripe.hasLeft()) {
                return OPEN;
            }
            opening = course.next(lease, nanoTime);
            if (opening == null) {
                return course.nanosUntilNext(nanoTime);
            }
        } finally {
            lock.unlock();
        }
        if (!ticks.reserve(opening.tick(), lease)) {
            return Math.max(1, clock.nanosAhead(clock.currentTick() + 1));
        }
        lock.lock();
        try {
            if (mayOpen(lease) && course.isNext(opening)) {
                open(opening, lease, nanoTime);
            }
            return OPEN;
        } finally {
            lock.unlock();
        }
    }

    private boolean mayOpen(WorkerLease lease) {
        return state == RunState.RUNNING && ticks.lease() == lease;
    }

    private void open(Opening opening, WorkerLease lease, long nanoTime) {
        Stripe before = stripe;
        long first = layout.encode(opening.tick(), lease.workerId(), opening.firstSequence());
        long skipped = sequenceStart.skipped(
                first, before.lastUid() & layout.maxSequence(), !before.isRetired(), opening.skipRange());
        UidBlock block =
                new UidBlock(first + skipped, layout.encode(opening.tick(), lease.workerId(), opening.lastSequence()));
        Stripe next = before.isBelow(block) ? before : new Stripe(before);
        next.open(block.first(), block);
        stripe = next; // Order matters! After the block is open, or callers come here in vain
        course.opened(opening, nanoTime);
        checkLater();
        meter.refilled(waiting.nanoTime() - nanoTime);
    }

    private void checkLater() {
        long number = course.number();
        long untilNextTick = Math.max(1, clock.millisAhead(course.last + 1));
        alarm.in(TimeUnit.MILLISECONDS.toNanos(Math.min(untilNextTick, LONGEST_UNCHECKED_MILLIS)), () -> check(number));
    }

    /** Ends a tick whose time is over, or that must not be stamped any more. */
    private void check(long number) {
        lock.lock();
        try {
            if (course.number() != number) {
                return;
            }
            if (course.mustLeave(clock.currentTick()) || ticks.isRevoked()) {
                long rest = stripe.retire();
                if (rest >= 0) {
                    course.leave(rest & layout.maxSequence());
                }
            } else {
                checkLater();
            }
        } finally {
            lock.unlock();
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
        long aheadMillis = clock.millisAhead(course.last);
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
            long highest = endCourse();
            if (before == RunState.RUNNING) {
                ticks.release(highest);
            }
        } finally {
            lifecycle.unlock();
        }
    }

    /** Takes the open tick away, and gives the highest one that was opened. */
    private long endCourse() {
        lock.lock();
        try {
            stripe.retire();
            course.end();
            return course.highest;
        } finally {
            lock.unlock();
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
        private ClockPolicy clockPolicy = ClockPolicy.countOn();
        private SequenceStart sequenceStart = SequenceStart.RANDOM;
        private Overflow overflow = Overflow.WAIT;
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
