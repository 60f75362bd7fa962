package org.uidgenerator.crash;

import java.util.Optional;
import org.uidgenerator.StoreIdentityRecord;
import org.uidgenerator.segment.SegmentIdGenerator;
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

    /** Returns the store identity of worker ids, empty if there is none yet. */
    default Optional<String> leaseIdentity() {
        return leases().identityRecord().flatMap(StoreIdentityRecord::find).map(Object::toString);
    }

    /** Returns the store identity of counters, empty if there is none yet. */
    default Optional<String> counterIdentity() {
        return counters(true)
                .flatMap(SegmentStore::identityRecord)
                .flatMap(StoreIdentityRecord::find)
                .map(Object::toString);
    }

    /**
     * Begins a generator of numbers.
     *
     * @param identity the store identity of counters that it expects
     */
    default SegmentIdGenerator.Builder counting(Optional<String> identity) {
        SegmentIdGenerator.Builder builder =
                SegmentIdGenerator.builder(counters(true).orElseThrow());
        return identity.isPresent() ? builder.expectedIdentity(identity.get()) : builder;
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
