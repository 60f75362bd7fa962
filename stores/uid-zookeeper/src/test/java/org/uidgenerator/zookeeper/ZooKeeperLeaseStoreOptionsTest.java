package org.uidgenerator.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.uidgenerator.UidLayout;
import org.uidgenerator.test.internal.LogRecorder;
import org.uidgenerator.testing.ZooKeeperServer;
import org.uidgenerator.worker.LeaseRequest;
import org.uidgenerator.worker.WorkerLease;
import org.uidgenerator.worker.lease.LeasedWorkerIds;

@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class ZooKeeperLeaseStoreOptionsTest {
    private static CuratorFramework client;

    @BeforeAll
    static void connect() {
        client = newClient();
        client.start();
    }

    @AfterAll
    static void disconnect() {
        client.close();
    }

    private static CuratorFramework newClient() {
        return CuratorFrameworkFactory.newClient(ZooKeeperServer.shared().connectString(), new RetryOneTime(1));
    }

    private void assertRefused(String namespace, String message) {
        assertThatThrownBy(() -> ZooKeeperLeaseStore.on(client, namespace))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void refusesWhatIsNoNameOfANode() {
        assertRefused("a/b", "namespace must be plain text [A-Za-z0-9._-]{1,64}: namespace=a/b");
        assertRefused(".", "namespace must be the name of a node, not . or ..: namespace=.");
        assertRefused("..", "namespace must be the name of a node, not . or ..: namespace=..");
    }

    @Test
    void refusesNullsByName() {
        assertThatThrownBy(() -> ZooKeeperLeaseStore.on(null)).hasMessage("client");
        assertThatThrownBy(() -> ZooKeeperLeaseStore.on(client, null)).hasMessage("namespace");
    }

    @Test
    void refusesAClientThatIsNotStarted() {
        assertThatThrownBy(() -> ZooKeeperLeaseStore.on(newClient()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("client must be started, by start(): state=LATENT");
    }

    @Test
    void logsTheWorkerIdAndTheNodeItIsFrom() {
        try (LogRecorder log = new LogRecorder();
                LeasedWorkerIds assigner = LeasedWorkerIds.on(ZooKeeperLeaseStore.on(client))) {
            WorkerLease lease = assigner.assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT));

            assertThat(log.lines())
                    .contains("INFO worker id 0 taken from ZooKeeper /uid (namespace default), first tick "
                            + lease.firstTick() + ", store identity "
                            + lease.state().identity().orElseThrow());
            assertThat(assigner.workers().get(0).holder())
                    .endsWith(":" + ProcessHandle.current().pid());
        }
    }
}
