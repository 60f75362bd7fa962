package org.uidgenerator.zookeeper;

import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.uidgenerator.contract.WorkerLeaseStoreContract;
import org.uidgenerator.worker.lease.WorkerLeaseStore;

/** What a store of leases promises, kept by a ZooKeeper server. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ZooKeeperLeaseStoreTest extends WorkerLeaseStoreContract {
    private TestingServer server;
    private CuratorFramework client;

    @BeforeAll
    void connect() throws Exception {
        server = new TestingServer();
        client = CuratorFrameworkFactory.newClient(server.getConnectString(), new RetryOneTime(1));
        client.start();
    }

    @AfterAll
    void disconnect() throws Exception {
        client.close();
        server.close();
    }

    @Override
    protected WorkerLeaseStore newStore(String namespace) {
        return ZooKeeperWorkerIdAssigner.builder(client).namespace(namespace).store();
    }
}
