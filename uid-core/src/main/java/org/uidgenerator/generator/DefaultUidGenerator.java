package org.uidgenerator.generator;

import static java.lang.System.Logger.Level.INFO;

import java.time.Duration;
import java.util.Objects;
import org.uidgenerator.OptionException;
import org.uidgenerator.OptionText;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.buffer.RejectedTakeBufferHandler;
import org.uidgenerator.internal.engine.UnbufferedBlocks;
import org.uidgenerator.internal.engine.UnbufferedSource;
import org.uidgenerator.worker.WorkerIdAssigner;

/**
 * Claims a tick only when a call needs a UID of it: there is no buffer, and no UID is lost in a crash. All UIDs of a
 * generator strictly increase in real-time order, unless its {@link ClockPolicy} goes back with the clock.
 *
 * <p>Hands out at most {@link UidLayout#uidsPerSecond()}, unless it may borrow. {@link Overflow} decides what happens
 * when a tick is used up, and {@link ClockPolicy} what happens when the clock has been set back. By default a call
 * waits for the next tick, and the generator keeps counting from the last one at the pace of time, both as long as
 * ticks are no more than {@code maxBorrow} ahead of the clock. Calls that have to wait, for a tick or for the store of
 * the worker lease, are served in the order in which they came. A call that has waited for {@code maxWait} gets an
 * exception.
 *
 * <p>No call reads the clock as long as UIDs are left in the open tick. A daemon thread notices the end of the tick
 * about a millisecond late, and a change of the clock within 250 ms. The thread starts with the first UID and ends a
 * few seconds after the last one; without a clock, it stays until the generator is closed. In a process that was
 * paused, or starved of processor time, UIDs may be older by that long. While no such thread can be started, calls fail
 * and each one tries again, so no UID ages without bound.
 */
public final class DefaultUidGenerator extends LeasedUidGenerator {
    private static final System.Logger LOG = System.getLogger(DefaultUidGenerator.class.getName());

    final UnbufferedBlocks blocks;

    /** For containers that make beans by reflection: throws, and the message names the class to use instead. */
    @SuppressWarnings("NullAway") // makes nothing whose fields could be read
    private DefaultUidGenerator() {
        super(DefaultUidGenerator.class);
        throw new AssertionError("not reached");
    }

    private DefaultUidGenerator(
            Builder options, WatchedClock watched, UnbufferedBlocks blocks, TickSource ticks, UnbufferedSource source) {
        super(options, watched, blocks, ticks, source);
        this.blocks = blocks;
        LOG.log(
                INFO,
                "{0} is ready: {1}, {2}, ends at {3}",
                options.name,
                ticks.leases(),
                options.layout,
                options.layout.expiresAt());
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
        return blocks.next();
    }

    /** Makes generators. A builder is for one thread; every option is checked in {@link #build()}. */
    public static final class Builder extends UidGeneratorBuilder<Builder> {
        ClockPolicy clockPolicy = ClockPolicy.keepCounting();
        SequenceStart sequenceStart = SequenceStart.RANDOM;
        Overflow overflow = Overflow.WAIT;
        Duration maxWait = Duration.ofSeconds(5);

        private Builder(WorkerIdAssigner workerIdAssigner) {
            super(workerIdAssigner);
        }

        @Override
        Builder self() {
            return this;
        }

        /**
         * Sets what happens when the clock has been set back, or that there is no clock.
         *
         * @param clockPolicy the policy, default {@link ClockPolicy#keepCounting()}
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
         * @param overflow what to do, default {@link Overflow#WAIT}; {@link Overflow#BORROW} needs a positive
         *     {@code maxBorrow}
         * @return this
         */
        public Builder overflow(Overflow overflow) {
            this.overflow = Objects.requireNonNull(overflow, "overflow");
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
         * Takes a worker id.
         *
         * @return {@inheritDoc}
         * @throws IllegalArgumentException {@inheritDoc}
         * @throws UidGenerateException {@inheritDoc}
         */
        @Override
        public DefaultUidGenerator build() {
            if (maxWait.isNegative()) {
                throw new OptionException("maxWait", maxWait, "must not be negative");
            }
            if (overflow == Overflow.BORROW && maxBorrow.isZero()) {
                throw new OptionException(
                        "overflow",
                        overflow,
                        OptionText.of("must be WAIT unless {maxBorrow} is positive ({maxBorrow}=%s)", maxBorrow));
            }
            requireOptions();
            WatchedClock watched = watchedClock();
            TickClock clock = clockPolicy.clock(layout, watched, maxBorrow);
            TickRule rule = clockPolicy.rule(layout, clock);
            UnbufferedBlocks blocks = new UnbufferedBlocks(
                    name,
                    name + "-ticks",
                    layout.sequenceIncrement(),
                    RejectedTakeBufferHandler.waitFor(maxWait),
                    nanoClock,
                    threadFactory);
            LeasedTicks leases = new LeasedTicks(
                    leaseRequest(clock), workerIdAssigner, clock, nanoClock, threadFactory, blocks, null, 1, null);
            TickSource ticks = new TickSource(leases, rule, clock.paceNanos(overflow), layout, clock, nanoClock);
            UnbufferedTicks source = new UnbufferedTicks(ticks, layout, sequenceStart);
            return new DefaultUidGenerator(this, watched, blocks, ticks, source);
        }
    }
}
