package org.uidgenerator.redis;

import org.uidgenerator.segment.SegmentStore;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;

/** Opens leases, for looks at them, and counters. No thread rests for what it writes. */
public final class StoreSeams {
    private StoreSeams() {}

    public static WorkerLeaseStore store(RedisLeaseStore.Builder builder) {
        return builder.build(time -> {});
    }

    public static SegmentStore counters(RedisSegmentStore.Builder builder) {
        RedisSegmentStore store = builder.build(time -> {});
        return (tag, length) -> store.take(tag, length); // and a range that is begun is confirmed at once
    }
}
