package org.uidgenerator.generator;

import org.jspecify.annotations.Nullable;
import org.uidgenerator.contract.RecordingLease;
import org.uidgenerator.worker.LeaseState;

/**
 * A lease whose ticks are reserved one by one, and whose state does not say which: in a store that may be slow,
 * unavailable or another one.
 */
class OneByOneLease extends RecordingLease {
    /** What each reservation throws, or null. */
    volatile @Nullable RuntimeException outage;

    OneByOneLease(long workerId) {
        super(workerId, 0);
    }

    @Override
    public void reserve(long tick) {
        RuntimeException outage = this.outage;
        if (outage != null) {
            throw outage;
        }
        super.reserve(tick);
    }

    @Override
    public LeaseState state() {
        return LeaseState.through(firstTick() - 1);
    }
}
