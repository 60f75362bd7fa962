package org.uidgenerator.generator;

import java.time.Duration;
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
    final LeasedTicks leases;
    final TickSource ticks;
    private final S blocks;

    /**
     * Waits until a tick of the first worker id may be stamped.
     *
     * @param engine hands out the UIDs
     * @param clock the clock that decides which tick is claimed next
     * @param leases the worker ids of this run
     * @param ticks the ticks of all runs
     * @param blocks what the ticks are cut into
     */
    LeasedRun(Engine<S> engine, WatchedClock clock, LeasedTicks leases, TickSource ticks, S blocks) {
        this.engine = engine;
        this.clock = clock;
        this.leases = leases;
        this.ticks = ticks;
        this.blocks = blocks;
        leases.awaitFirst(ticks.highestTick());
    }

    /** Takes another worker id. Its ticks are above those claimed before. */
    @Override
    public LeasedRun<S> successor() {
        return new LeasedRun<>(engine, clock, leases.successor(), ticks, blocks);
    }

    @Override
    public void start() {
        ticks.begin(leases);
        engine.start(blocks);
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
                leaseState.identity(),
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
                + lease.state().identity().map(identity -> " of " + identity).orElse("");
    }
}
