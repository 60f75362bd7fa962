package org.uidgenerator.crash;

import java.util.Optional;
import org.uidgenerator.segment.SegmentStore;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;

/** A way to the leases and counters in a running store, which gives up after about a second. */
interface StoreClient extends AutoCloseable {
    /** Opens the leases as users do. */
    WorkerLeaseStore leases();

    /** Opens the rows for reading. */
    default WorkerLeaseStore store() {
        return leases();
    }

    /** Makes room for counters. */
    default void prepareCounters() {}

    /**
     * Opens the counters as users do, unless the fence is removed. A tag gets a counter when it is first used.
     *
     * @return empty if the store keeps none
     */
    Optional<SegmentStore> counters(boolean fenced);

    @Override
    void close();
}
