package org.uidgenerator.generator;

import java.time.Duration;
import java.util.function.Function;
import java.util.function.Supplier;
import org.uidgenerator.UidGeneratorStatus;
import org.uidgenerator.internal.engine.BlockSource;
import org.uidgenerator.internal.engine.Engine;
import org.uidgenerator.internal.engine.EngineMeter;
import org.uidgenerator.internal.engine.Lifecycle;
import org.uidgenerator.internal.engine.RunState;
import org.uidgenerator.worker.LeaseState;
import org.uidgenerator.worker.WorkerLease;

/**
 * What works from a start or resumption until the generator is suspended or closed: a worker id, the ticks that are
 * claimed under it, and the engine that hands out their UIDs.
 *
 * @param <S> the blocks that the ticks are cut into
 */
final class LeasedRun<S extends BlockSource> implements Lifecycle.Run<LeasedRun<S>> {
    /** A closed generator does not wait for a store that keeps another worker id back: nobody needs that any more. */
    private static final Duration ENDS_AT_ONCE = Duration.ofMillis(100);

    private final Engine<S> engine;
    private final WatchedClock clock;
    private final Supplier<LeasedTicks> takesWorkerId;
    private final Function<LeasedRun<S>, S> blocks;
    private final long highestTickBefore;
    final LeasedTicks leases;
    final TickSource ticks;

    /**
     * Takes the first worker id, and waits until a tick of it may be stamped.
     *
     * @param engine hands out the UIDs
     * @param clock the clock that decides which tick is claimed next
     * @param takesWorkerId takes one at each call
     * @param ticks makes the ticks that can be claimed under the first lease
     * @param blocks makes blocks of the ticks of a run
     */
    LeasedRun(
            Engine<S> engine,
            WatchedClock clock,
            Supplier<LeasedTicks> takesWorkerId,
            Function<LeasedTicks, TickSource> ticks,
            Function<LeasedRun<S>, S> blocks) {
        this.engine = engine;
        this.clock = clock;
        this.takesWorkerId = takesWorkerId;
        this.blocks = blocks;
        highestTickBefore = -1;
        leases = takesWorkerId.get();
        this.ticks = ticks.apply(leases);
        leases.awaitFirst(highestTickBefore);
    }

    /** Takes another worker id in the same way. Its ticks are above those claimed before. */
    private LeasedRun(LeasedRun<S> before) {
        engine = before.engine;
        clock = before.clock;
        takesWorkerId = before.takesWorkerId;
        blocks = before.blocks;
        highestTickBefore = before.ticks.highestTick();
        leases = takesWorkerId.get();
        ticks = before.ticks.resumed(leases);
        leases.awaitFirst(highestTickBefore);
    }

    @Override
    public LeasedRun<S> successor() {
        return new LeasedRun<>(this);
    }

    @Override
    public void start() {
        engine.start(blocks.apply(this));
    }

    @Override
    public void abandon() {
        leases.release();
    }

    @Override
    public boolean stop(RunState to, Duration longestWait) {
        boolean stopped = engine.stop(to, longestWait);
        leases.release(engine.lastStampOpened());
        return leases.awaitEnd(to == RunState.CLOSED ? ENDS_AT_ONCE : longestWait) && stopped;
    }

    @Override
    public boolean isAlive() {
        return engine.isEnding() || leases.isEnding();
    }

    UidGeneratorStatus status() {
        WorkerLease lease = leases.first().lease;
        LeaseState leaseState = lease.state();
        EngineMeter meter = engine.meter();
        long oldest = engine.oldestStamp();
        return new RunStatus(
                lease.workerId(),
                leases.claimants().stream().map(one -> one.lease.workerId()).toList(),
                leaseState.space(),
                leaseState.term(),
                leases.reservedUntil(leaseState),
                engine.issued(),
                engine.available(),
                engine.ring().size(),
                engine.ring().capacity(),
                notNegative(ticks.millisAhead(ticks.lastTick())),
                oldest < 0 ? Duration.ZERO : notNegative(-ticks.millisAhead(oldest)),
                meter.refills(),
                meter.refillTime(),
                meter.waits(),
                meter.rejectedTakes(),
                clock.setbacks(),
                clock.largestSetback(),
                leaseState.clockSkew(),
                engine.failure(),
                leaseState.storeFailure());
    }

    private static Duration notNegative(long millis) {
        return Duration.ofMillis(Math.max(0, millis));
    }

    @Override
    public String toString() {
        WorkerLease lease = leases.first().lease;
        return "worker id " + lease.workerId()
                + lease.state().space().map(space -> " of " + space).orElse("");
    }
}
