package org.uidgenerator.impl;

import static java.lang.System.Logger.Level.INFO;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.UidGeneratorStatus;
import org.uidgenerator.UidLayout;
import org.uidgenerator.buffer.RejectedPutBufferHandler;
import org.uidgenerator.buffer.RejectedTakeBufferHandler;
import org.uidgenerator.buffer.RingBuffer;
import org.uidgenerator.buffer.UidBlock;
import org.uidgenerator.worker.LeaseState;
import org.uidgenerator.worker.WorkerIdAssigner;
import org.uidgenerator.worker.WorkerLease;

/**
 * Hands out UIDs that were claimed ahead of time: a padder thread claims ticks, those to come included, cuts them into blocks
 * and fills a ring; callers take UIDs from open blocks, with one atomic addition each.
 *
 * <p>Fast where many UIDs are wanted, from many threads. Bursts are served from the ring and from borrowed future ticks; the
 * sustained rate is that of the layout, {@link UidLayout#uidsPerSecond()}, once {@code maxBorrow} is reached. The time in a
 * UID lies between {@code now - maxStaleness} and {@code now + maxBorrow} when it is handed out; a process that was paused
 * may hand out older ones in the moment until its padder runs again. If the ring runs empty, the
 * {@link RejectedTakeBufferHandler} decides; by default a call waits for up to five seconds.
 *
 * <p>A crash loses the UIDs in the ring and the open blocks. They are gone, never given twice.
 */
public final class CachedUidGenerator implements UidGenerator {
    private static final System.Logger LOG = System.getLogger(CachedUidGenerator.class.getName());

    private static final int SMALLEST_BLOCK_BITS = 10;
    private static final int RING_BITS = 10;
    private static final int STRIPES_PER_PROCESSOR = 4;

    private final String name;
    private final UidLayout layout;
    private final RejectedTakeBufferHandler takeHandler;
    private final Waiting waiting;
    private final HandOutWindow window;
    private final TickClock clock;
    private final LeasedTicks ticks;
    private final BlockSource source;
    private final GeneratorMeter meter = new GeneratorMeter();
    private final int blockBits;
    final RingBuffer ringBuffer;
    private final int paddingThreshold;
    private final Stripe[] stripes;
    private final Supplier<BufferPaddingExecutor> newPadder;
    private final ReentrantLock lifecycle = new ReentrantLock();
    private volatile RunState state = RunState.RUNNING;
    volatile BufferPaddingExecutor padder;

    private CachedUidGenerator(Builder options) {
        name = options.name;
        layout = options.layout;
        takeHandler = options.rejectedTakeBufferHandler;
        waiting = options.waiting;
        clock = new TickClock(layout, options.clock, options.maxBorrow);
        window = new HandOutWindow(layout, clock, options.maxStaleness);
        blockBits = blockBits(layout.seqBits(), options.boostPower);
        ringBuffer = new RingBuffer(1 << (layout.seqBits() + options.boostPower - blockBits));
        paddingThreshold = Math.max(1, (int) (ringBuffer.capacity() * (long) options.paddingFactor / 100));
        stripes = newStripes(options.ordering, ringBuffer.capacity(), layout.sequenceStep());

        ticks = new LeasedTicks(layout, options.workerIdAssigner, clock);
        source = new BlockSource(ticks, clock, window, layout, blockBits);
        newPadder = () -> new BufferPaddingExecutor(
                options, ringBuffer, source, this::retireBlocksOutsideTheWindow, window.checkMillis(), meter);
        padder = newPadder.get();
        padder.startFull();
        LOG.log(
                INFO,
                "{0} is ready: worker id {1}, {2}, ends at {3}, ring of {4} blocks of {5} UIDs",
                name,
                Long.toString(ticks.lease().workerId()),
                layout,
                layout.expiresAt(),
                Integer.toString(ringBuffer.capacity()),
                Long.toString(1L << blockBits));
    }

    /** At most {@code 2^RING_BITS} blocks for any layout, unless a block would be longer than a tick. */
    private static int blockBits(int seqBits, int boostPower) {
        return Math.min(seqBits, Math.max(SMALLEST_BLOCK_BITS, seqBits + boostPower - RING_BITS));
    }

    /** A power of two, and no more than the ring has blocks: open blocks are UIDs in store, too. */
    private static Stripe[] newStripes(Ordering ordering, int blocks, long step) {
        int wanted = ordering == Ordering.STRICT
                ? 1
                : STRIPES_PER_PROCESSOR * Runtime.getRuntime().availableProcessors();
        Stripe[] stripes = new Stripe[Math.min(Integer.highestOneBit(2 * wanted - 1), blocks)];
        for (int i = 0; i < stripes.length; i++) {
            stripes[i] = new Stripe(step);
        }
        return stripes;
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
        final Stripe stripe = stripe();
        while (true) {
            long uid = stripe.claim();
            if (uid >= 0) {
                return uid;
            }
            openBlock(stripe);
        }
    }

    @Override
    public void getUIDs(long[] uids) {
        final Stripe stripe = stripe();
        int filled = stripe.claim(uids, 0);
        while (filled < uids.length) {
            openBlock(stripe);
            filled += stripe.claim(uids, filled);
        }
    }

    @Override
    public OptionalLong tryGetUID(Duration timeout) {
        RejectedTakeBufferHandler waitsAsToldTo = RejectedTakeBufferHandler.waitFor(timeout);
        final Stripe stripe = stripe();
        long start = waiting.nanoTime();
        while (true) {
            long uid = stripe.claim();
            if (uid >= 0) {
                return OptionalLong.of(uid);
            }
            if (!openBlock(stripe, waitsAsToldTo, start)) {
                return OptionalLong.empty();
            }
        }
    }

    private Stripe stripe() {
        final Stripe[] stripes = this.stripes;
        return stripes[(int) Thread.currentThread().getId() & (stripes.length - 1)];
    }

    private void openBlock(Stripe stripe) {
        long start = waiting.nanoTime();
        if (!openBlock(stripe, takeHandler, start)) {
            long waitedMillis = TimeUnit.NANOSECONDS.toMillis(waiting.nanoTime() - start);
            throw new UidGenerateException(
                    String.format(
                            Locale.ROOT,
                            "%s has no UID: its ring is empty after waiting for %d ms, %s",
                            name,
                            waitedMillis,
                            padder.describeState()),
                    padder.failure());
        }
    }

    /** Makes sure that the stripe has an open block, asking a handler outside the lock as long as the ring is empty. */
    private boolean openBlock(Stripe stripe, RejectedTakeBufferHandler handler, long startNanos) {
        if (openBlockNow(stripe)) {
            return true;
        }
        meter.waited();
        do {
            if (!mayTryAgain(handler, startNanos)) {
                meter.rejectedTake();
                return false;
            }
        } while (!openBlockNow(stripe));
        return true;
    }

    private boolean openBlockNow(Stripe stripe) {
        stripe.lock.lock();
        try {
            state.requireRunning(name);
            if (stripe.hasLeft()) { // another caller has opened one
                return true;
            }
            UidBlock block = takeBlockInsideTheWindow();
            if (block == null) {
                stripe.shortenOverrun();
                return false;
            }
            // Where the last block went stale, UIDs are in small demand: skipping some keeps their low bits from
            // repeating.
            stripe.open(stripe.isRetired() ? LowBits.scatter(block) : block.first(), block);
            return true;
        } finally {
            stripe.lock.unlock();
        }
    }

    private @Nullable UidBlock takeBlockInsideTheWindow() {
        UidBlock block = ringBuffer.take();
        while (block != null && !window.contains(block.first())) {
            block = ringBuffer.take();
        }
        if (ringBuffer.size() < paddingThreshold) {
            padder.request();
        }
        return block;
    }

    private boolean mayTryAgain(RejectedTakeBufferHandler handler, long startNanos) {
        try {
            return handler.rejectTakeBuffer(ringBuffer, waiting.nanoTime() - startNanos);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UidGenerateException(name + " was interrupted while waiting for its padder", e);
        }
    }

    private void retireBlocksOutsideTheWindow() {
        for (Stripe stripe : stripes) {
            stripe.lock.lock();
            try {
                if (!stripe.isRetired() && !window.contains(stripe.lastAcquire())) {
                    stripe.retire();
                }
            } finally {
                stripe.lock.unlock();
            }
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
        int blocks = ringBuffer.size();
        return new UidGeneratorStatus(
                lease.workerId(),
                state.term(),
                ticks.reservedUntil(state),
                sumOverStripes(Stripe::issued),
                sumOverStripes(Stripe::left) + ((long) blocks << blockBits),
                blocks,
                ringBuffer.capacity(),
                Duration.ofMillis(Math.max(0, source.borrowedMillis())),
                staleness(),
                meter.refills(),
                meter.refillTime(),
                meter.waits(),
                meter.rejectedTakes(),
                padder.failure(),
                state.storeFailure());
    }

    private long sumOverStripes(ToLongFunction<Stripe> count) {
        return Arrays.stream(stripes).mapToLong(count).sum();
    }

    private Duration staleness() {
        long millis = Arrays.stream(stripes)
                .filter(Stripe::hasLeft)
                .mapToLong(stripe -> -clock.millisAhead(layout.tickOf(stripe.lastAcquire())))
                .max()
                .orElse(0);
        return Duration.ofMillis(Math.max(0, millis));
    }

    @Override
    public void suspend() {
        lifecycle.lock();
        try {
            if (state == RunState.RUNNING) {
                stop(RunState.SUSPENDED);
                padder.close();
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
            requireResumable();
            while (ringBuffer.take() != null) {} // blocks of the worker id that was given back
            ticks.takeAnew();
            padder = newPadder.get();
            padder.startFull();
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

    private void requireResumable() {
        if (state == RunState.CLOSED) {
            throw new UidGenerateException(name + " is closed");
        }
        if (padder.isAlive()) {
            throw new UidGenerateException(name + " is still busy with giving its worker id back");
        }
    }

    @Override
    public void close() {
        lifecycle.lock();
        try {
            stop(RunState.CLOSED);
            ringBuffer.close();
            padder.close();
        } finally {
            lifecycle.unlock();
        }
    }

    private void stop(RunState to) {
        state = to; // Order matters! Before the stripes are visited: none opens a block afterwards
        for (Stripe stripe : stripes) {
            stripe.lockAndRetire();
        }
    }

    /** Says name, layout and how full the ring is. */
    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%s (%s, %s)", name, layout, ringBuffer);
    }

    /** Makes generators. A builder is for one thread; every option is checked in {@link #build()}. */
    public static final class Builder {
        private static final int GREATEST_BOOST_POWER = 12;

        final WorkerIdAssigner workerIdAssigner;
        UidLayout layout = UidLayout.DEFAULT;
        int boostPower = 3;
        int paddingFactor = 50;

        @Nullable
        Duration scheduleInterval;

        RejectedPutBufferHandler rejectedPutBufferHandler = RejectedPutBufferHandler.KEEP;
        RejectedTakeBufferHandler rejectedTakeBufferHandler = RejectedTakeBufferHandler.waitFor(Duration.ofSeconds(5));
        Duration maxBorrow = Duration.ofHours(24);
        Duration maxStaleness = Duration.ofSeconds(2);
        Ordering ordering = Ordering.PER_THREAD;
        String name = "uid-generator";
        InstantSource clock = InstantSource.system();
        ThreadFactory threadFactory = Thread::new;
        Waiting waiting = Waiting.SYSTEM;

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
         * Sets how many UIDs the ring holds: {@code 2^seqBits << boostPower}, that is {@code 2^boostPower} ticks. They are
         * held in blocks, so the ring costs kilobytes for any value.
         *
         * @param boostPower in {@code [0, 12]}, default 3
         * @return this
         */
        public Builder boostPower(int boostPower) {
            this.boostPower = boostPower;
            return this;
        }

        /**
         * Sets the fill level below which the padder is asked to fill the ring.
         *
         * @param paddingFactor percent of the ring's capacity, in {@code [1, 99]}, default 50
         * @return this
         */
        public Builder paddingFactor(int paddingFactor) {
            this.paddingFactor = paddingFactor;
            return this;
        }

        /**
         * Has the ring filled periodically as well, without being asked.
         *
         * @param scheduleInterval the period, positive, or null for never, the default
         * @return this
         */
        public Builder scheduleInterval(@Nullable Duration scheduleInterval) {
            this.scheduleInterval = scheduleInterval;
            return this;
        }

        /**
         * Sets what to do with a block that the full ring does not take.
         *
         * @param handler the handler, default {@link RejectedPutBufferHandler#KEEP}
         * @return this
         */
        public Builder rejectedPutBufferHandler(RejectedPutBufferHandler handler) {
            this.rejectedPutBufferHandler = Objects.requireNonNull(handler, "rejectedPutBufferHandler");
            return this;
        }

        /**
         * Sets what a caller does that finds the ring empty.
         *
         * @param handler the handler, default {@link RejectedTakeBufferHandler#waitFor} five seconds
         * @return this
         */
        public Builder rejectedTakeBufferHandler(RejectedTakeBufferHandler handler) {
            this.rejectedTakeBufferHandler = Objects.requireNonNull(handler, "rejectedTakeBufferHandler");
            return this;
        }

        /**
         * Sets how far ahead of the clock the time in a UID may be. At the limit callers get UIDs at the rate of the layout.
         *
         * @param maxBorrow in {@code [PT0S, P365000D]}, default 24 h
         * @return this
         */
        public Builder maxBorrow(Duration maxBorrow) {
            this.maxBorrow = Objects.requireNonNull(maxBorrow, "maxBorrow");
            return this;
        }

        /**
         * Sets how far behind the clock the time in a UID may be. UIDs that get older are dropped.
         *
         * @param maxStaleness at least two ticks and 100 ms, at most 365,000 days, default 2 s
         * @return this
         */
        public Builder maxStaleness(Duration maxStaleness) {
            this.maxStaleness = Objects.requireNonNull(maxStaleness, "maxStaleness");
            return this;
        }

        /**
         * Sets in which order the UIDs come.
         *
         * @param ordering the order, default {@link Ordering#PER_THREAD}
         * @return this
         */
        public Builder ordering(Ordering ordering) {
            this.ordering = Objects.requireNonNull(ordering, "ordering");
            return this;
        }

        /**
         * Sets the name that logs, exceptions and the padder thread carry.
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
         * Sets what makes the padder thread, which is named and made a daemon whatever the factory says.
         *
         * @param threadFactory the factory of platform threads that are not started, default {@code Thread::new}
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
         * Takes a worker id, fills the ring and starts the padder.
         *
         * @return a generator that is running
         * @throws IllegalArgumentException if an option is out of its range, the layout's epoch is in the future, or the
         *     worker id does not fit the layout
         * @throws UidGenerateException if the layout's time bits are used up, or no worker id or tick can be had
         */
        public CachedUidGenerator build() {
            if (boostPower < 0 || boostPower > GREATEST_BOOST_POWER) {
                throw new IllegalArgumentException(String.format(
                        Locale.ROOT, "boostPower must be in [0, %d]: boostPower=%d", GREATEST_BOOST_POWER, boostPower));
            }
            if (paddingFactor < 1 || paddingFactor > 99) {
                throw new IllegalArgumentException(
                        "paddingFactor must be in [1, 99] (percent): paddingFactor=" + paddingFactor);
            }
            if (scheduleInterval != null && (scheduleInterval.isNegative() || scheduleInterval.isZero())) {
                throw new IllegalArgumentException(
                        "scheduleInterval must be positive: scheduleInterval=" + scheduleInterval);
            }
            if (name.isBlank()) {
                throw new IllegalArgumentException("name must not be blank: name=\"" + name + "\"");
            }
            return new CachedUidGenerator(this);
        }
    }
}
