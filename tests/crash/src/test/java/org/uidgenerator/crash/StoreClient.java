package org.uidgenerator.crash;

import java.util.Optional;
import java.util.function.Function;
import org.uidgenerator.contract.UnfencedLeaseStore;
import org.uidgenerator.segment.SegmentStore;
import org.uidgenerator.worker.lease.LeaseOptions;
import org.uidgenerator.worker.lease.LeasedWorkerIds;
import org.uidgenerator.worker.lease.WorkerLeaseStore;

/** A way to the leases and counters in a running store, which gives up after about a second. */
interface StoreClient extends AutoCloseable {
    /** Makes an assigner as users do, unless the fence is removed. */
    LeasedWorkerIds assigner(LeaseSettings settings);

    /** Opens the rows for reading. */
    WorkerLeaseStore store();

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

    /** Makes an assigner with a builder of its kind. */
    static <B extends LeaseOptions<B>> LeasedWorkerIds assigner(
            LeaseSettings settings,
            B builder,
            Function<B, ? extends LeasedWorkerIds> build,
            Function<B, WorkerLeaseStore> store) {
        B set = settings.applyTo(builder);
        return settings.fenced()
                ? build.apply(set)
                : new LeasedWorkerIds(new UnfencedLeaseStore(store.apply(set)), set) {};
    }
}
