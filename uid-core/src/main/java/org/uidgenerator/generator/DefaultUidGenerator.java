package org.uidgenerator.generator;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.ManagedUidGenerator;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidGeneratorStatus;
import org.uidgenerator.UidLayout;
import org.uidgenerator.internal.RetryingThread;
import org.uidgenerator.internal.Waiting;
import org.uidgenerator.worker.LeaseState;
import org.uidgenerator.worker.WorkerIdAssigner;
import org.uidgenerator.worker.WorkerLease;

/**
 * Claims a tick when it is asked for a UID in it: no buffer, and no UID lost in a crash. All UIDs of a generator strictly increase
 * in real-time order, unless its {@link ClockPolicy} goes back with the clock.
 *
 * <p>Hands out at most {@link UidLayout#uidsPerSecond()}, unless it may borrow. {@link Overflow} decides what happens when a tick is
 * used up, and {@link ClockPolicy} what happens when the clock has been set back. By default a call waits for the next tick, and
 * the generator counts on from the last one at the pace of time, both as long as ticks are no more than {@code maxBorrow} ahead of
 * the clock. Calls that have to wait, for a tick or for the store of the worker lease, are served in the order in which they came.
 * A call that has waited for {@code maxWait} gets an exception.
 *
 * <p>No call reads the clock as long as UIDs are left in the open tick. A daemon thread notices the end of the tick about a
 * millisecond late, and a change of the clock within 250 ms. In a process that was paused, or starved of processor time, UIDs
 * may be older by that long.
 */
public final class DefaultUidGenerator implements ManagedUidGenerator {
    private static final System.Logger LOG = System.getLogger(DefaultUidGenerator.class.getName());

    private static final Duration LONGEST_WAIT_FOR_THE_END = Duration.ofSeconds(10);

    private final String name;
    private final UidLayout layout;
    private final WorkerIdAssigner workerIdAssigner;
    private final ThreadFactory threadFactory;
    private final long maxWaitNanos;
    private final TickClock clock;
    private final Waiting waiting;
    final TickOpener opener;
    private final GeneratorMeter meter = new GeneratorMeter();
    private final ReentrantLock lifecycle = new ReentrantLock();
    private final ReentrantLock resuming = new ReentrantLock();
    private volatile LeasedTicks ticks;

    /** Where UIDs are handed out. Another takes its place when the generator goes back to lower ones. */
    volatile Stripe stripe;

    /** For containers that make beans by reflection: it tells what to name instead. */
    @SuppressWarnings("NullAway") // makes nothing whose fields could be read
    private DefaultUidGenerator() {
        throw new UnsupportedOperationException(
                "DefaultUidGenerator is made by its builder; in Spring XML the class of the bean is"
                        + " org.uidgenerator.spring.DefaultUidGeneratorFactoryBean");
    }

    private DefaultUidGenerator(Builder options) {
        workerIdAssigner = options.workerIdAssigner;
        threadFactory = options.threadFactory;
        name = options.name;
        layout = options.layout;
        stripe = new Stripe(layout.sequenceStep());
        maxWaitNanos = TimeUnit.NANOSECONDS.convert(options.maxWait);
        clock = new TickClock(layout, options.clock, options.maxBorrow);
        waiting = options.waiting;
        Course course = options.clockPolicy.newCourse(layout, clock, options.overflow);
        ticks = newTicks(); // last of what may fail: it takes a worker id
        opener = new TickOpener(options, course, ticks, meter, stripe, fresh -> stripe = fresh);
        LOG.log(
                INFO,
                "{0} is ready: worker id {1}, {2}, ends at {3}",
                name,
                Long.toString(ticks.lease().workerId()),
                layout,
                layout.expiresAt());
    }

    private LeasedTicks newTicks() {
        return new LeasedTicks(name, layout, workerIdAssigner, clock, waiting, threadFactory, this::requestTick);
    }

    private void requestTick() {
        opener.thread.request();
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
        final long uid = stripe.claim();
        return uid >= 0 ? uid : getFromNextTick();
    }

    private long getFromNextTick() {
        long start = waiting.nanoTime();
        long uid = takeFromNextTick(start, maxWaitNanos);
        if (uid < 0) {
            throw hasNone(start);
        }
        return uid;
    }

    @Override
    public OptionalLong tryGetUID(Duration timeout) {
        if (Objects.requireNonNull(timeout, "timeout").isNegative()) {
            throw new IllegalArgumentException("timeout must not be negative: timeout=" + timeout);
        }
        long uid = stripe.claim();
        if (uid < 0) {
            uid = takeFromNextTick(waiting.nanoTime(), TimeUnit.NANOSECONDS.convert(timeout));
        }
        return uid >= 0 ? OptionalLong.of(uid) : OptionalLong.empty();
    }

    /** Returns a negative number if none came in time. */
    private long takeFromNextTick(long startNanos, long timeoutNanos) {
        while (true) {
            long uid = opener.open();
            if (uid == TickOpener.MUST_WAIT) {
                Waiter waiter = opener.join(1);
                if (waiter != null) {
                    return awaitService(waiter, startNanos, timeoutNanos) ? waiter.take() : uid;
                }
            } else if (uid >= 0) {
                return uid;
            }
            uid = stripe.claim();
            if (uid >= 0) {
                return uid;
            }
        }
    }

    @Override
    public void getUIDs(long[] uids) {
        int filled = stripe.claim(uids, 0);
        while (filled < uids.length) {
            filled += takeFromNextTick(uids, filled);
            filled += stripe.claim(uids, filled);
        }
    }

    private int takeFromNextTick(long[] uids, int from) {
        long uid = opener.open();
        if (uid >= 0) {
            uids[from] = uid;
            return 1;
        }
        Waiter waiter = uid == TickOpener.MUST_WAIT ? opener.join(uids.length - from) : null;
        if (waiter == null) {
            return 0;
        }
        long start = waiting.nanoTime();
        if (!awaitService(waiter, start, maxWaitNanos)) {
            throw hasNone(start);
        }
        return waiter.take(uids, from);
    }

    /** Waits, with no lock held, until the call has been served or refused. Returns false if its time is over. */
    private boolean awaitService(Waiter waiter, long startNanos, long timeoutNanos) {
        meter.waited();
        try {
            while (waiter.isWaiting()) {
                long left = timeoutNanos - (waiting.nanoTime() - startNanos);
                if (left > 0) {
                    waiting.park(left);
                } else if (opener.leave(waiter)) {
                    meter.rejectedTake();
                    return false;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            if (opener.leave(waiter)) {
                throw new UidGenerateException(name + " was interrupted while waiting for the next tick", e);
            }
        }
        return true;
    }

    private UidGenerateException hasNone(long startNanos) {
        long waitedMillis = TimeUnit.NANOSECONDS.toMillis(waiting.nanoTime() - startNanos);
        String trouble = ticks.describeTrouble();
        if (trouble != null) {
            String message = String.format(
                    Locale.ROOT, "%s has no UID after waiting for %d ms: %s", name, waitedMillis, trouble);
            return new UidGenerateException(message, ticks.failure());
        }
        return new UidGenerateException(String.format(
                Locale.ROOT,
                "%s has no UID after waiting for %d ms: at %s its ticks are used up as far as they may be stamped, the layout sustains %.0f UIDs a second",
                name,
                waitedMillis,
                layout.timeOf(clock.currentTick()),
                layout.uidsPerSecond()));
    }

    /** Why a call would fail now, or null if it would get a UID or wait for the next tick. */
    @Nullable
    Throwable failure() {
        return opener.failure();
    }

    @Override
    public UidLayout layout() {
        return layout;
    }

    @Override
    public UidGeneratorStatus status() {
        WorkerLease lease = ticks.lease();
        LeaseState leaseState = lease.state();
        Stripe stripe = this.stripe;
        long aheadMillis = clock.millisAhead(opener.lastTick());
        return new UidGeneratorStatus(
                lease.workerId(),
                leaseState.term(),
                ticks.reservedUntil(leaseState),
                stripe.issued() + opener.givenDirectly(),
                stripe.left(),
                0,
                0,
                Duration.ofMillis(Math.max(0, aheadMillis)),
                Duration.ofMillis(stripe.hasLeft() ? Math.max(0, -aheadMillis) : 0),
                meter.refills(),
                meter.refillTime(),
                meter.waits(),
                meter.rejectedTakes(),
                failure(),
                leaseState.storeFailure());
    }

    @Override
    public void suspend() {
        lifecycle.lock();
        try {
            if (opener.state() == RunState.RUNNING) {
                stop(RunState.SUSPENDED);
            }
        } finally {
            lifecycle.unlock();
        }
    }

    @Override
    public void close() {
        lifecycle.lock();
        try {
            stop(RunState.CLOSED);
            opener.thread.close(LONGEST_WAIT_FOR_THE_END);
        } finally {
            lifecycle.unlock();
        }
    }

    private void stop(RunState to) {
        ticks.release(opener.stop(to));
        if (!ticks.awaitEnd(LONGEST_WAIT_FOR_THE_END) && !Thread.currentThread().isInterrupted()) {
            LOG.log(WARNING, "{0} is still busy, its worker id goes back when it ends", name);
        }
    }

    @Override
    public void resume() {
        resuming.lock(); // apart from the life cycle's, so that close() does not wait for a store
        try {
            if (opener.state() != RunState.RUNNING) {
                requireResumable();
                resume(newTicks());
            }
        } finally {
            resuming.unlock();
        }
    }

    private void requireResumable() {
        if (opener.state() == RunState.CLOSED) {
            throw RunState.CLOSED.refusal(name);
        }
        if (ticks.isAlive()) {
            throw new UidGenerateException(name + " is still busy with giving its worker id back");
        }
    }

    private void resume(LeasedTicks next) {
        lifecycle.lock();
        try {
            if (opener.state() == RunState.CLOSED) { // meanwhile
                next.release(-1);
                throw RunState.CLOSED.refusal(name);
            }
            ticks = next;
            opener.start(next);
        } finally {
            lifecycle.unlock();
        }
        LOG.log(
                INFO,
                "{0} continues with worker id {1}",
                name,
                Long.toString(next.lease().workerId()));
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
        ThreadFactory threadFactory = RetryingThread::newThread;

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

        /**
         * Sets what makes the generator's threads: one that ends ticks, and one for the worker lease where its store has to be
         * asked. They are named and made daemons whatever the factory says.
         *
         * @param threadFactory the factory of platform threads that are not started; the threads of the default one inherit no
         *     thread-locals
         * @return this
         */
        public Builder threadFactory(ThreadFactory threadFactory) {
            this.threadFactory = Objects.requireNonNull(threadFactory, "threadFactory");
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
