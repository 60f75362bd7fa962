package org.uidgenerator.worker.db;

import org.uidgenerator.worker.lease.WorkerLeaseStore;

/** Opens the table of leases. */
public final class StoreSeams {
    private StoreSeams() {}

    public static WorkerLeaseStore store(LeasedWorkerIdAssigner.Builder builder) {
        return builder.store();
    }
}
