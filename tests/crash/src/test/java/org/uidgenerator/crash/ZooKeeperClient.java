package org.uidgenerator.crash;

import java.util.Optional;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.uidgenerator.segment.SegmentStore;
import org.uidgenerator.segment.UnknownTags;
import org.uidgenerator.worker.lease.WorkerLeaseStore;
import org.uidgenerator.zookeeper.ZooKeeperLeaseStore;
import org.uidgenerator.zookeeper.ZooKeeperSegmentStore;

/** A client of ZooKeeper with short time-outs. */
final class ZooKeeperClient implements StoreClient {
    private static final int TIMEOUT_MILLIS = 1_000;

    private final CuratorFramework client;

    ZooKeeperClient(String servers) {
        client = CuratorFrameworkFactory.newClient(servers, TIMEOUT_MILLIS, TIMEOUT_MILLIS, new RetryOneTime(1));
        client.start();
    }

    @Override
    public WorkerLeaseStore leases() {
        return ZooKeeperLeaseStore.on(client);
    }

    @Override
    public Optional<SegmentStore> counters(boolean fenced) {
        return Optional.of(ZooKeeperSegmentStore.builder(client)
                .unknownTags(UnknownTags.CREATE)
                .build());
    }

    @Override
    public void close() {
        client.close();
    }
}
