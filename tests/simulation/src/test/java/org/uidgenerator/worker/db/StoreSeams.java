package org.uidgenerator.worker.db;

import org.uidgenerator.worker.lease.WorkerLeaseStore;

/** Opens the table of leases, to put something between it and its assigner. */
public final class StoreSeams {
    private StoreSeams() {}

    public static WorkerLeaseStore store(LeasedWorkerIdAssigner.Builder builder) {
        return builder.store();
    }
}
