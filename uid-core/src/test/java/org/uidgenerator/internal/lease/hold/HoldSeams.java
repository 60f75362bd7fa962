package org.uidgenerator.internal.lease.hold;

import org.uidgenerator.internal.background.BackgroundThreads;
import org.uidgenerator.internal.lease.StoreClock;
import org.uidgenerator.worker.WorkerLease;

/** Opens what leases and their keeper show to tests of other packages. */
public final class HoldSeams {
    private HoldSeams() {}

    public static BackgroundThreads threads(LeaseKeeper keeper) {
        return keeper.threads;
    }

    public static boolean isSilent(LeaseKeeper keeper) {
        return keeper.isSilent();
    }

    public static StoreClock clocks(WorkerLease lease) {
        return ((FencedWorkerLease) lease).clocks();
    }

    /** Whether the worker id was given back, and the store does not know it yet. */
    public static boolean isLeft(WorkerLease lease) {
        return ((FencedWorkerLease) lease).isLeft();
    }
}
