package org.uidgenerator.crash;

import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.zookeeper.ZooKeeper;
import org.uidgenerator.segment.SegmentStore;
import org.uidgenerator.segment.UnknownTags;
import org.uidgenerator.test.internal.Patience;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;
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

    /** Lets the servers end the session, as they do when they have not heard of the client for long. */
    void expireSession() {
        try {
            ZooKeeper own = client.getZookeeperClient().getZooKeeper();
            String servers = client.getZookeeperClient().getCurrentConnectionString();
            CountDownLatch connected = new CountDownLatch(1);
            ZooKeeper twin = new ZooKeeper(
                    servers,
                    TIMEOUT_MILLIS,
                    event -> connected.countDown(),
                    own.getSessionId(),
                    own.getSessionPasswd());
            Patience.await(connected);
            twin.close(); // and with it the session of both
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
