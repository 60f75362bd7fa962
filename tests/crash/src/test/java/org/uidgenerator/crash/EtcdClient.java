package org.uidgenerator.crash;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import org.uidgenerator.etcd.EtcdLeaseStore;
import org.uidgenerator.segment.SegmentStore;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;

/** A client of etcd with a short time-out. */
final class EtcdClient implements StoreClient {
    private final EtcdLeaseStore leases;

    /** @param urls those of all servers, with a comma between two */
    EtcdClient(String urls) {
        leases = EtcdLeaseStore.builder(
                        Stream.of(urls.split(",")).map(URI::create).toList())
                .timeout(Duration.ofSeconds(1))
                .build();
    }

    @Override
    public WorkerLeaseStore leases() {
        return leases;
    }

    @Override
    public Optional<SegmentStore> counters(boolean fenced) {
        return Optional.empty();
    }

    @Override
    public void close() {}
}
