package org.uidgenerator.contract;

import org.uidgenerator.worker.LeaseState;
import org.uidgenerator.worker.WorkerLease;

/** A lease that has nothing reserved, and reserves whatever it is asked for. Tests override what they are about. */
public abstract class TestLease implements WorkerLease {
    @Override
    public long workerId() {
        return 7;
    }

    @Override
    public long firstTick() {
        return 0;
    }

    @Override
    public void reserve(long tick) {}

    @Override
    public LeaseState state() {
        return LeaseState.through(firstTick() - 1);
    }

    @Override
    public void release(long lastTick) {}
}
