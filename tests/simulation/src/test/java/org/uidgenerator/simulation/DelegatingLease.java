package org.uidgenerator.simulation;

import org.uidgenerator.worker.LeaseState;
import org.uidgenerator.worker.WorkerLease;

/** A lease that does what another one does. */
class DelegatingLease implements WorkerLease {
    private final WorkerLease lease;

    DelegatingLease(WorkerLease lease) {
        this.lease = lease;
    }

    @Override
    public long workerId() {
        return lease.workerId();
    }

    @Override
    public long firstTick() {
        return lease.firstTick();
    }

    @Override
    public long latestTick(long currentTick) {
        return lease.latestTick(currentTick);
    }

    @Override
    public void reserve(long tick) {
        lease.reserve(tick);
    }

    @Override
    public boolean isRevoked() {
        return lease.isRevoked();
    }

    @Override
    public LeaseState state() {
        return lease.state();
    }

    @Override
    public void beginRelease(long lastTick) {
        lease.beginRelease(lastTick);
    }

    @Override
    public void release(long lastTick) {
        lease.release(lastTick);
    }
}
