package org.uidgenerator.generator;

import static java.lang.System.Logger.Level.INFO;

import java.time.Duration;
import java.util.Objects;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.FieldOrder;
import org.uidgenerator.OptionException;
import org.uidgenerator.OptionText;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.buffer.RejectedPutBufferHandler;
import org.uidgenerator.buffer.RejectedTakeBufferHandler;
import org.uidgenerator.internal.engine.BlockSource;
import org.uidgenerator.internal.engine.BufferOptions;
import org.uidgenerator.internal.engine.OwnedBlock;
import org.uidgenerator.internal.engine.OwnedBlocks;
import org.uidgenerator.internal.engine.UidBuffer;
import org.uidgenerator.worker.WorkerIdAssigner;

/**
 * Hands out UIDs that were claimed ahead of time. A padder thread claims ticks, including future ones, cuts them into
 * blocks and fills a ring. Callers take UIDs from open blocks. A platform thread that calls often has an open block of
 * its own, and takes a UID without any atomic operation. All other threads share blocks, and take a UID with one atomic
 * addition.
 *
 * <p>Fast when many threads want many UIDs. Bursts are served from the ring and from borrowed future ticks; the
 * sustained rate is that of the layout, {@link UidLayout#uidsPerSecond()}, once {@code maxBorrow} is reached, or a
 * multiple of it with {@linkplain Builder#maxWorkerIds several worker ids}. The time in a UID lies between {@code now -
 * maxStaleness} and {@code now + maxBorrow} when it is handed out; a process that was paused may hand out older ones
 * until its padder runs again. If the ring runs empty, the {@link RejectedTakeBufferHandler} decides; by default a call
 * waits for up to five seconds.
 *
 * <p>A crash loses the UIDs in the ring and the open blocks. They are never handed out.
 */
public final class CachedUidGenerator extends LeasedUidGenerator {
    private static final System.Logger LOG = System.getLogger(CachedUidGenerator.class.getName());

    final UidBuffer buffer;
    private final @Nullable OwnedBlock[] slots;

    /** For containers that make beans by reflection: throws, and the message names the class to use instead. */
    @SuppressWarnings("NullAway") // makes nothing whose fields could be read
    private CachedUidGenerator() {
        super(CachedUidGenerator.class);
        throw new AssertionError("not reached");
    }

    private CachedUidGenerator(
            Builder options, WatchedClock watched, UidBuffer buffer, TickSource ticks, BlockSource blocks) {
        super(options, watched, buffer, ticks, blocks);
        this.buffer = buffer;
        slots = buffer.slots();
        LOG.log(
                INFO,
                "{0} is ready: {1}, {2}, ends at {3}, ring of {4} blocks of {5} UIDs",
                options.name,
                ticks.leases(),
                options.layout,
                options.layout.expiresAt(),
                Integer.toString(buffer.ring().capacity()),
                Long.toString(1L << options.blockBits()));
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
        long uid = OwnedBlocks.claimAtHome(slots);
        return uid >= 0 ? uid : buffer.next(Thread.currentThread(), slots, 1);
    }

    /** Makes generators. A builder is for one thread; every option is checked in {@link #build()}. */
    public static final class Builder extends UidGeneratorBuilder<Builder> {
        private static final int GREATEST_BOOST_POWER = 12;
        private static final int SMALLEST_BLOCK_BITS = 10;
        private static final int RING_BITS = 10;
        private static final int STRIPES_PER_PROCESSOR = 4;
        private static final int MOST_OWNERS = 64;
        private static final int MOST_WORKER_IDS = 1_024;

        int boostPower = 3;
        int paddingFactor = 50;

        @Nullable
        Duration scheduleInterval;

        RejectedPutBufferHandler rejectedPutBufferHandler = RejectedPutBufferHandler.KEEP;
        RejectedTakeBufferHandler rejectedTakeBufferHandler = RejectedTakeBufferHandler.waitFor(Duration.ofSeconds(5));
        Duration maxStaleness = Duration.ofSeconds(2);
        Ordering ordering = Ordering.PER_THREAD;
        int maxWorkerIds = 1;

        @Nullable
        private ToIntFunction<WorkerIdDemand.Reading> workerIdPolicy;

        private Builder(WorkerIdAssigner workerIdAssigner) {
            super(workerIdAssigner);
        }

        @Override
        Builder self() {
            return this;
        }

        /**
         * Sets how many UIDs the ring holds: {@code 2^seqBits << boostPower}, that is {@code 2^boostPower} ticks. They
         * are held in blocks, so the ring costs kilobytes for any value.
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
         * Makes the padder fill the ring periodically as well, without being asked.
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
         * @param rejectedPutBufferHandler the handler, default {@link RejectedPutBufferHandler#KEEP}
         * @return this
         */
        public Builder rejectedPutBufferHandler(RejectedPutBufferHandler rejectedPutBufferHandler) {
            this.rejectedPutBufferHandler =
                    Objects.requireNonNull(rejectedPutBufferHandler, "rejectedPutBufferHandler");
            return this;
        }

        /**
         * Sets what a caller does when it finds the ring empty.
         *
         * @param rejectedTakeBufferHandler the handler, default {@link RejectedTakeBufferHandler#waitFor} five seconds
         * @return this
         */
        public Builder rejectedTakeBufferHandler(RejectedTakeBufferHandler rejectedTakeBufferHandler) {
            this.rejectedTakeBufferHandler =
                    Objects.requireNonNull(rejectedTakeBufferHandler, "rejectedTakeBufferHandler");
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
         * Sets the order in which UIDs are handed out.
         *
         * @param ordering the order, default {@link Ordering#PER_THREAD}
         * @return this
         */
        public Builder ordering(Ordering ordering) {
            this.ordering = Objects.requireNonNull(ordering, "ordering");
            return this;
        }

        /**
         * Sets how many worker ids the generator may hold. Each sustains {@link UidLayout#uidsPerSecond()}. It begins
         * with one, and takes more from its assigner while the demand lasts: as many as are needed once it has borrowed
         * more than a minute and has borrowed more and more for half a minute, or twice as many when calls have waited
         * for three seconds because {@code maxBorrow} or the lease allows no later tick. It gives them back when ten
         * minutes of demand could have been met without them, once their last ticks are past.
         *
         * <p>All order and all limits are those of a generator with one worker id. What becomes of a worker id that is
         * lost, or not available, does not keep the others from being used. A crash leaves all of them reserved, until
         * the ticks that the generator was ahead have passed.
         *
         * @param maxWorkerIds in {@code [1, 1024]}, default 1; at most what the layout and the assigner have, and 1
         *     where the layout puts the worker id last
         * @return this
         */
        public Builder maxWorkerIds(int maxWorkerIds) {
            this.maxWorkerIds = maxWorkerIds;
            return this;
        }

        /** Sets what decides how many worker ids the generator holds, in place of its demand. */
        Builder workerIdPolicy(ToIntFunction<WorkerIdDemand.Reading> workerIdPolicy) {
            this.workerIdPolicy = workerIdPolicy;
            return this;
        }

        /**
         * Takes a worker id, fills the ring and starts the padder.
         *
         * @return {@inheritDoc}
         * @throws IllegalArgumentException {@inheritDoc}
         * @throws UidGenerateException {@inheritDoc}
         */
        @Override
        public CachedUidGenerator build() {
            OptionException.requireIn("boostPower", boostPower, 0, GREATEST_BOOST_POWER);
            if (paddingFactor < 1 || paddingFactor > 99) {
                throw new OptionException("paddingFactor", paddingFactor, "must be in [1, 99] (percent)");
            }
            if (scheduleInterval != null && (scheduleInterval.isNegative() || scheduleInterval.isZero())) {
                throw new OptionException("scheduleInterval", scheduleInterval, "must be positive");
            }
            requireOptions();
            requireWorkerIds();
            WatchedClock watched = watchedClock();
            TickClock clock = new TickClock(layout, watched, maxBorrow);
            HandOutWindow window = new HandOutWindow(layout, clock, maxStaleness);
            UidBuffer buffer = new UidBuffer(bufferOptions(window));
            LeasedTicks leases = new LeasedTicks(
                    leaseRequest(clock),
                    workerIdAssigner,
                    clock,
                    nanoClock,
                    threadFactory,
                    buffer,
                    window,
                    maxWorkerIds,
                    maxWorkerIds == 1 ? null : workerIdPolicy());
            TickSource ticks = new TickSource(leases, TickRule.KEEP_COUNTING, 0, layout, clock, nanoClock);
            BufferedTicks blocks =
                    new BufferedTicks(name, ticks, window, layout, mostWorkerIds(), blockBits(), nanoClock);
            return new CachedUidGenerator(this, watched, buffer, ticks, blocks);
        }

        /** How many there can be, whatever the option says. */
        private int mostWorkerIds() {
            return layout.fieldOrder() == FieldOrder.TIME_WORKER_SEQUENCE
                    ? (int) Math.min(
                            Math.min(MOST_WORKER_IDS, workerIdAssigner.mostWorkerIds()), layout.maxWorkerId() + 1)
                    : 1;
        }

        private void requireWorkerIds() {
            long most = Math.min(MOST_WORKER_IDS, layout.maxWorkerId() + 1);
            if (maxWorkerIds < 1 || maxWorkerIds > most) {
                throw new OptionException(
                        "maxWorkerIds",
                        maxWorkerIds,
                        OptionText.of("must be in [1, %d] ({workerBits}=%d)", most, layout.workerBits()));
            }
            if (maxWorkerIds > 1 && layout.fieldOrder() != FieldOrder.TIME_WORKER_SEQUENCE) {
                throw new OptionException(
                        "maxWorkerIds",
                        maxWorkerIds,
                        OptionText.of(
                                "must be 1 where the worker id comes last ({fieldOrder}=%s)", layout.fieldOrder()));
            }
            if (maxWorkerIds > workerIdAssigner.mostWorkerIds()) {
                throw new OptionException(
                        "maxWorkerIds",
                        maxWorkerIds,
                        OptionText.of(
                                "must be at most %d, as many worker ids as its assigner has for one generator",
                                workerIdAssigner.mostWorkerIds()));
            }
        }

        private ToIntFunction<WorkerIdDemand.Reading> workerIdPolicy() {
            int ticksOfRing = (1 << boostPower) + 2; // one is open, and one may have just begun
            return workerIdPolicy != null
                    ? workerIdPolicy
                    : new WorkerIdDemand(
                            maxWorkerIds,
                            layout.uidsPerSecond(),
                            1L << (layout.seqBits() + boostPower),
                            layout.tick().multipliedBy(ticksOfRing));
        }

        private BufferOptions bufferOptions(HandOutWindow window) {
            int capacity = 1 << (layout.seqBits() + boostPower - blockBits());
            return new BufferOptions(
                    name,
                    capacity,
                    Math.max(1, (int) (capacity * (long) paddingFactor / 100)),
                    stripes(capacity),
                    owners(capacity),
                    layout.sequenceIncrement(),
                    rejectedPutBufferHandler,
                    rejectedTakeBufferHandler,
                    window.checkInterval(),
                    scheduleInterval,
                    nanoClock,
                    threadFactory);
        }

        /** At most {@code 2^RING_BITS} blocks for any layout, unless a block would be longer than a tick. */
        private int blockBits() {
            int seqBits = layout.seqBits();
            return Math.min(seqBits, Math.max(SMALLEST_BLOCK_BITS, seqBits + boostPower - RING_BITS));
        }

        /** A power of two, and no more than the ring has blocks: open blocks are buffered UIDs, too. */
        private int stripes(int blocks) {
            int wanted = ordering == Ordering.STRICT
                    ? 1
                    : STRIPES_PER_PROCESSOR * Runtime.getRuntime().availableProcessors();
            return Math.min(Integer.highestOneBit(2 * wanted - 1), blocks);
        }

        /** As {@link #stripes}, or none if all UIDs have one order. */
        private int owners(int blocks) {
            return ordering == Ordering.STRICT ? 0 : Math.min(MOST_OWNERS, blocks);
        }
    }
}
