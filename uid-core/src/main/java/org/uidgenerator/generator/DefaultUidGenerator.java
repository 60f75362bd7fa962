package org.uidgenerator.generator;

import static java.lang.System.Logger.Level.INFO;

import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalLong;
import org.uidgenerator.ManagedUidGenerator;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidGeneratorStatus;
import org.uidgenerator.UidLayout;
import org.uidgenerator.UidRange;
import org.uidgenerator.buffer.RejectedTakeBufferHandler;
import org.uidgenerator.engine.Lifecycle;
import org.uidgenerator.engine.OnDemandBlocks;
import org.uidgenerator.engine.OnDemandSource;
import org.uidgenerator.worker.WorkerIdAssigner;

/**
 * Claims a tick only when a call needs a UID of it: there is no buffer, and no UID is lost in a crash. All UIDs of a
 * generator strictly increase in real-time order, unless its {@link ClockPolicy} goes back with the clock.
 *
 * <p>Hands out at most {@link UidLayout#uidsPerSecond()}, unless it may borrow. {@link Overflow} decides what happens
 * when a tick is used up, and {@link ClockPolicy} what happens when the clock has been set back. By default a call
 * waits for the next tick, and the generator counts on from the last one at the pace of time, both as long as ticks are
 * no more than {@code maxBorrow} ahead of the clock. Calls that have to wait, for a tick or for the store of the worker
 * lease, are served in the order in which they came. A call that has waited for {@code maxWait} gets an exception.
 *
 * <p>No call reads the clock as long as UIDs are left in the open tick. A daemon thread notices the end of the tick
 * about a millisecond late, and a change of the clock within 250 ms. In a process that was paused, or starved of
 * processor time, UIDs may be older by that long.
 */
public final class DefaultUidGenerator implements ManagedUidGenerator {
    private static final System.Logger LOG = System.getLogger(DefaultUidGenerator.class.getName());

    private final String name;
    private final UidLayout layout;
    final OnDemandBlocks blocks;
    private final Lifecycle<LeasedRun<OnDemandSource>> lifecycle;
    private final Overtaking overtaking;

    /** For containers that make beans by reflection: its message names the class to use instead. */
    @SuppressWarnings("NullAway") // makes nothing whose fields could be read
    private DefaultUidGenerator() {
        throw new UnsupportedOperationException(
                "DefaultUidGenerator is made by its builder; in Spring XML the class of the bean is"
                        + " org.uidgenerator.spring.DefaultUidGeneratorFactoryBean");
    }

    private DefaultUidGenerator(Builder options) {
        name = options.name;
        layout = options.layout;
        WatchedClock watched = options.watchedClock();
        TickClock clock = options.clockPolicy.clock(layout, watched, options.maxBorrow);
        TickRule rule = options.clockPolicy.rule(layout, clock);
        blocks = new OnDemandBlocks(
                name,
                name + "-ticks",
                layout.sequenceStep(),
                RejectedTakeBufferHandler.waitFor(options.maxWait),
                options.waiting,
                options.threadFactory);
        long paceNanos = clock.paceNanos(options.overflow);
        SequenceStart sequenceStart = options.sequenceStart;
        lifecycle = new Lifecycle<>(
                name,
                blocks::state,
                new LeasedRun<>(
                        blocks,
                        watched,
                        options.leasedTicks(clock, blocks::wake),
                        leases -> new TickSource(leases, rule, paceNanos, layout, clock, options.waiting),
                        run -> new UnbufferedTicks(run.leases, run.ticks, layout, sequenceStart)));
        overtaking = new Overtaking(name, layout, clock, options.waiting, blocks, lifecycle::run);
        LOG.log(INFO, "{0} is ready: {1}, {2}, ends at {3}", name, lifecycle.run(), layout, layout.expiresAt());
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

    @Override
    public OptionalLong tryGetUID(Duration timeout) {
        return blocks.tryNext(RejectedTakeBufferHandler.waitFor(timeout));
    }

    @Override
    public UidRange claim(int atMost) {
        return blocks.claim(atMost);
    }

    @Override
    public UidLayout layout() {
        return layout;
    }

    @Override
    public void advancePast(long uid) {
        overtaking.advancePast(uid);
    }

    @Override
    public UidGeneratorStatus status() {
        return lifecycle.run().status();
    }

    @Override
    public void suspend() {
        lifecycle.suspend();
    }

    @Override
    public void resume() {
        lifecycle.resume();
    }

    @Override
    public void close() {
        lifecycle.close();
    }

    /** Returns the name and the layout. */
    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%s (%s)", name, layout);
    }

    /** Makes generators. A builder is for one thread; every option is checked in {@link #build()}. */
    public static final class Builder extends UidGeneratorBuilder<Builder> {
        ClockPolicy clockPolicy = ClockPolicy.countOn();
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
                throw new IllegalArgumentException("maxWait must not be negative: maxWait=" + maxWait);
            }
            requireOptions();
            return new DefaultUidGenerator(this);
        }
    }
}
