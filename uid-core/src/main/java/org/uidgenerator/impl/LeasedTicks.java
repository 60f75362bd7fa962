package org.uidgenerator.impl;

import static java.lang.System.Logger.Level.WARNING;

import java.time.Instant;
import java.util.Locale;
import java.util.function.ToLongFunction;
import jdk.jfr.FlightRecorder;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.worker.LeaseState;
import org.uidgenerator.worker.WorkerIdAssigner;
import org.uidgenerator.worker.WorkerLease;
import org.uidgenerator.worker.WorkerLeaseLostException;

/**
 * The ticks that a generator may stamp: takes a worker lease, reserves ticks with it, replaces it when it is lost, and gives
 * the last one back. May be called from several threads.
 */
final class LeasedTicks {
    /** No UID: the next tick lies further ahead of the clock than allowed. */
    static final long NOT_YET = -1;

    private static final System.Logger LOG = System.getLogger(LeasedTicks.class.getName());

    private final UidLayout layout;
    private final WorkerIdAssigner assigner;
    private final TickClock clock;
    private volatile WorkerLease lease;

    /**
     * Takes the first lease.
     *
     * @throws UidGenerateException if the time bits are used up already, or no worker id can be had
     * @throws IllegalArgumentException if the worker id does not fit the layout
     */
    LeasedTicks(UidLayout layout, WorkerIdAssigner assigner, TickClock clock) {
        this.layout = layout;
        this.assigner = assigner;
        this.clock = clock;
        requireInTimeBits(clock.currentTick()); // before a worker id is taken, which could be one for ever
        this.lease = assign();
    }

    /**
     * Reserves the tick of now, or the first one after the last if that is later.
     *
     * @param lastTick the last tick reserved before, or -1
     * @return the tick's UID of sequence 0, or {@link #NOT_YET}
     * @throws UidGenerateException if the time bits are used up, or the lease cannot be renewed or replaced
     */
    long reserveAfter(long lastTick) {
        return underLease(lease -> reserveAfter(lastTick, lease));
    }

    private long reserveAfter(long lastTick, WorkerLease lease) {
        long now = clock.currentTick();
        long tick = Math.max(Math.max(now, lastTick + 1), lease.firstTick());
        if (tick > clock.latestTick(now) || !reserve(tick, lease)) {
            return NOT_YET;
        }
        return layout.encode(tick, lease.workerId(), 0);
    }

    /** Does something under the lease, and once more under another one if the lease is lost. */
    long underLease(ToLongFunction<WorkerLease> attempt) {
        WorkerLease lease = this.lease;
        try {
            return attempt.applyAsLong(lease);
        } catch (WorkerLeaseLostException lost) {
            LOG.log(WARNING, "lost worker id {0}, taking another one", Long.toString(lease.workerId()), lost);
            record("lost", lease);
            return attempt.applyAsLong(replace(lease));
        }
    }

    /**
     * Reserves a tick.
     *
     * @return false if it lies further ahead of the clock than the lease allows
     * @throws UidGenerateException if the time bits are used up, or the lease cannot be renewed
     */
    boolean reserve(long tick, WorkerLease lease) {
        if (tick > lease.latestTick(clock.currentTick())) {
            return false;
        }
        requireInTimeBits(tick);
        lease.reserve(tick);
        return true;
    }

    private void requireInTimeBits(long tick) {
        if (tick > layout.maxTick()) {
            throw new UidGenerateException(String.format(
                    Locale.ROOT,
                    "the time bits are used up: timeBits=%d hold ticks up to %d, wanted tick=%d. The layout %s ends at %s: give it more timeBits or a later epoch",
                    layout.timeBits(),
                    layout.maxTick(),
                    tick,
                    layout,
                    layout.expiresAt()));
        }
    }

    private synchronized WorkerLease replace(WorkerLease lost) {
        if (lease == lost) {
            lease = assign();
        }
        return lease;
    }

    private WorkerLease assign() {
        WorkerLease assigned = assigner.assignWorkerId(layout);
        layout.requireWorkerId(assigned.workerId());
        record("taken", assigned);
        return assigned;
    }

    /** Takes a lease anew after the last one was given back. */
    void takeAnew() {
        requireInTimeBits(clock.currentTick());
        lease = assign();
    }

    private static void record(String change, WorkerLease lease) {
        if (FlightRecorder.isInitialized()) {
            LeaseEvent.commit(change, lease);
        }
    }

    /** Tells whether what was reserved last must not be stamped or handed out any more. */
    boolean isRevoked() {
        return lease.isRevoked();
    }

    WorkerLease lease() {
        return lease;
    }

    /** When the last tick ends that may be stamped without asking the store. */
    Instant reservedUntil(LeaseState state) {
        return state.reservedThrough() < layout.maxTick()
                ? layout.timeOf(state.reservedThrough() + 1)
                : layout.expiresAt();
    }

    /** Gives the worker id back, saying the last tick that was stamped, or -1 if none was. */
    void release(long lastTick) {
        WorkerLease lease = this.lease;
        try {
            record("given back", lease);
            lease.release(Math.max(lastTick, lease.firstTick() - 1));
        } catch (RuntimeException e) {
            LOG.log(WARNING, "could not give worker id " + lease.workerId() + " back", e);
        }
    }
}
