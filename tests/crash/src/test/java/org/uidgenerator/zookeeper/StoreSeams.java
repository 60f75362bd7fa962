package org.uidgenerator.zookeeper;

import org.uidgenerator.worker.lease.WorkerLeaseStore;

/** Opens the nodes of leases. */
public final class StoreSeams {
    private StoreSeams() {}

    public static WorkerLeaseStore store(ZooKeeperWorkerIdAssigner.Builder builder) {
        return builder.store();
    }
}
