package org.uidgenerator.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.function.UnaryOperator;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.uidgenerator.UidLayout;
import org.uidgenerator.contract.LogRecorder;
import org.uidgenerator.testing.ZooKeeperServer;
import org.uidgenerator.worker.WorkerLease;

@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class ZooKeeperWorkerIdAssignerTest {
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

    private void assertRefused(UnaryOperator<ZooKeeperWorkerIdAssigner.Builder> option, String message) {
        ZooKeeperWorkerIdAssigner.Builder builder = option.apply(ZooKeeperWorkerIdAssigner.builder(client));

        assertThatThrownBy(builder::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void refusesWhatIsOutOfRange() {
        assertRefused(
                builder -> builder.namespace("a/b"),
                "namespace must be plain text [A-Za-z0-9._-]{1,64}: namespace=a/b");
        assertRefused(
                builder -> builder.namespace("."), "namespace must be the name of a node, not . or ..: namespace=.");
        assertRefused(
                builder -> builder.namespace(".."), "namespace must be the name of a node, not . or ..: namespace=..");
        assertRefused(
                builder -> builder.reservation(Duration.ZERO),
                "reservation must be in [PT1S, PT8760H]: reservation=PT0S");
    }

    @Test
    void refusesNullsByName() {
        assertThatThrownBy(() -> new ZooKeeperWorkerIdAssigner(null)).hasMessage("client");
        assertThatThrownBy(() -> ZooKeeperWorkerIdAssigner.builder(client).namespace(null))
                .hasMessage("namespace");
    }

    @Test
    void refusesAClientThatIsNotStarted() {
        assertThatThrownBy(() -> new ZooKeeperWorkerIdAssigner(newClient()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("client must be started, by start(): state=LATENT");
    }

    @Test
    void logsTheWorkerIdAndTheNodeItIsFrom() {
        try (LogRecorder log = new LogRecorder();
                ZooKeeperWorkerIdAssigner assigner = new ZooKeeperWorkerIdAssigner(client)) {
            WorkerLease lease = assigner.assignWorkerId(UidLayout.DEFAULT);

            assertThat(log.lines())
                    .contains("INFO worker id 0 taken from ZooKeeper /uid (namespace default), first tick "
                            + lease.firstTick());
            assertThat(assigner.workers().get(0).holder())
                    .endsWith(":" + ProcessHandle.current().pid());
        }
    }
}
