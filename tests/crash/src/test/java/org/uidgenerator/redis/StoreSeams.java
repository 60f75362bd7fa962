package org.uidgenerator.redis;

import org.uidgenerator.worker.lease.WorkerLeaseStore;

/** Opens the hashes of leases, for looks at them: nobody rests for what it writes. */
public final class StoreSeams {
    private StoreSeams() {}

    public static WorkerLeaseStore store(RedisWorkerIdAssigner.Builder builder) {
        return builder.store(time -> {});
    }
}
