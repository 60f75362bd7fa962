package org.uidgenerator.zookeeper;

import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.uidgenerator.test.contract.WorkerLeaseStoreContract;
import org.uidgenerator.testing.ZooKeeperServer;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;

/** What a store of leases promises, kept by a ZooKeeper server. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class ZooKeeperLeaseStoreTest extends WorkerLeaseStoreContract {
    private static CuratorFramework client;

    @BeforeAll
    static void connect() {
        client = CuratorFrameworkFactory.newClient(ZooKeeperServer.shared().connectString(), new RetryOneTime(1));
        client.start();
    }

    @AfterAll
    static void disconnect() {
        client.close();
    }

    @Override
    protected int rowsReadAtOnce() {
        return Nodes.READ_TOGETHER;
    }

    @Override
    protected WorkerLeaseStore newStore(String namespace) {
        return ZooKeeperLeaseStore.on(client, namespace);
    }
}
