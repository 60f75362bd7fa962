package org.uidgenerator.redis;

import io.lettuce.core.cluster.SlotHash;
import java.util.List;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;

/**
 * The keys of a namespace. Its name is their hash tag, so they are all in one slot of a Cluster and one script may
 * touch several.
 */
record Keys(String namespace) {
    Keys {
        WorkerLeaseStore.requireNamespace(namespace);
    }

    /** The hash of a worker id. */
    String lease(long workerId) {
        return "uid:{" + namespace + "}:lease:" + workerId;
    }

    /** The keys of a write of a lease. */
    List<String> leaseAndIndexes(long workerId) {
        return List.of(lease(workerId), index(), holders());
    }

    /** The sorted set of the worker ids that have a hash. */
    String index() {
        return "uid:{" + namespace + "}:leases";
    }

    /** The sorted set of who had which worker id last. */
    String holders() {
        return "uid:{" + namespace + "}:holders";
    }

    /** The number of a counter. */
    String counter(String tag) {
        return "uid:{" + namespace + "}:segment:" + tag;
    }

    /** The hash of the store identity of the leases. */
    String identity() {
        return "uid:{" + namespace + "}:identity";
    }

    /** The hash of the store identity of the counters. */
    String counterIdentity() {
        return "uid:{" + namespace + "}:segments";
    }

    int slot() {
        return SlotHash.getSlot(namespace);
    }
}
