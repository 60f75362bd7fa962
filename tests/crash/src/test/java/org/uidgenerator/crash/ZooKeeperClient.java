package org.uidgenerator.crash;

import java.util.Optional;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.uidgenerator.segment.SegmentStore;
import org.uidgenerator.worker.lease.LeasedWorkerIds;
import org.uidgenerator.worker.lease.WorkerLeaseStore;
import org.uidgenerator.zookeeper.StoreSeams;
import org.uidgenerator.zookeeper.ZooKeeperWorkerIdAssigner;

/** A client of ZooKeeper with short time-outs. */
final class ZooKeeperClient implements StoreClient {
    private static final int TIMEOUT_MILLIS = 1_000;

    private final CuratorFramework client;

    ZooKeeperClient(String servers) {
        client = CuratorFrameworkFactory.newClient(servers, TIMEOUT_MILLIS, TIMEOUT_MILLIS, new RetryOneTime(1));
        client.start();
    }

    private ZooKeeperWorkerIdAssigner.Builder builder() {
        return ZooKeeperWorkerIdAssigner.builder(client);
    }

    @Override
    public LeasedWorkerIds assigner(LeaseSettings settings) {
        return StoreClient.assigner(settings, builder(), ZooKeeperWorkerIdAssigner.Builder::build, StoreSeams::store);
    }

    @Override
    public WorkerLeaseStore store() {
        return StoreSeams.store(builder());
    }

    @Override
    public Optional<SegmentStore> counters(boolean fenced) {
        return Optional.empty();
    }

    @Override
    public void close() {
        client.close();
    }
}
