package org.uidgenerator.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.segment.SegmentStore;
import org.uidgenerator.segment.SegmentTag;
import org.uidgenerator.spring.boot.actuator.Health;
import org.uidgenerator.spring.boot.actuator.UidActuatorAutoConfiguration;
import org.uidgenerator.spring.boot.counters.UidSegmentAutoConfiguration;
import org.uidgenerator.spring.boot.generators.UidAutoConfiguration;
import org.uidgenerator.spring.boot.generators.UidWorkerAutoConfiguration;
import org.uidgenerator.worker.lease.LeasedWorkerIds;
import org.uidgenerator.worker.lease.WorkerLeaseStatus;
import org.uidgenerator.zookeeper.ZooKeeperLeaseStore;
import org.uidgenerator.zookeeper.ZooKeeperSegmentStore;

/** Applications that keep worker ids in a real ZooKeeper. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ZooKeeperStoreTest {
    private final ApplicationContextRunner nothing = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(UidWorkerAutoConfiguration.class, UidAutoConfiguration.class));
    private final ApplicationContextRunner context = nothing.withUserConfiguration(Stores.ZooKeeper.class);
    private CuratorFramework client;

    @BeforeAll
    void connect() {
        client = Stores.curator();
    }

    @AfterAll
    void disconnect() {
        client.close();
    }

    private List<WorkerLeaseStatus> workers(String namespace) {
        String name = namespace.substring(namespace.indexOf('=') + 1);
        try (LeasedWorkerIds assigner = LeasedWorkerIds.on(ZooKeeperLeaseStore.on(client, name))) {
            return assigner.workers();
        }
    }

    @Test
    void leasesAWorkerIdAndGivesItBack() {
        String namespace = Stores.newNamespace();
        Stores.assertLeasesAndGivesBack(context.withPropertyValues(namespace), () -> workers(namespace));
    }

    @Test
    void keepsCounters() {
        String namespace = Stores.newNamespace().replace("uid.worker.", "uid.segments.zookeeper.");
        String path = "/uid/" + namespace.substring(namespace.indexOf('=') + 1) + ":segments/orders";
        context.withConfiguration(AutoConfigurations.of(UidSegmentAutoConfiguration.class))
                .withPropertyValues(
                        namespace,
                        "uid.segments.unknown-tags=create",
                        "uid.segments.min-step=100",
                        "uid.segments.tags.orders.first=1001",
                        "uid.segments.tags.parcels=")
                .run(started -> {
                    assertThat(started.getBean(SegmentStore.class)).isInstanceOf(ZooKeeperSegmentStore.class);
                    assertThat(started.getBean("ordersSegmentTag", SegmentTag.class)
                                    .getUID())
                            .isEqualTo(1001);
                    assertThat(started.getBean("parcelsSegmentTag", SegmentTag.class)
                                    .getUID())
                            .isEqualTo(1);
                    assertThat(client.getData().forPath(path)).asString().isEqualTo("1100");
                });
    }

    @Test
    void healthAndMetersShowTheStore() {
        context.withPropertyValues(Stores.newNamespace())
                .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
                .withConfiguration(AutoConfigurations.of(UidActuatorAutoConfiguration.class))
                .run(started ->
                        RedisStoreTest.assertStoreIsShown(started.getBeanFactory(), started.getBean("uidMetrics")));
    }

    @Test
    void startsWithoutTheStoreFromALeaseFile(@TempDir Path folder) {
        String[] properties = {
            Stores.newNamespace(),
            "uid.worker.lease-file=" + folder.resolve("uid.lease"),
            "uid.worker.close-timeout=100ms"
        };
        AtomicLong before = new AtomicLong();
        context.withPropertyValues(properties).run(started -> {
            before.set(started.getBean(UidGenerator.class).getUID());
            started.getBean(CuratorFramework.class).close(); // so the worker id is not given back
        });

        nothing.withBean(CuratorFramework.class, Stores::curatorOfNobody)
                .withPropertyValues(properties)
                .run(started -> {
                    UidGenerator generator = started.getBean(UidGenerator.class);
                    assertThat(generator.getUID()).isGreaterThan(before.get());
                    assertThat(Health.of(started.getBeanFactory()).condition()).isEqualTo("DEGRADED");
                });
    }

    private void assertAnalysis(
            Supplier<CuratorFramework> client, String namespace, String description, String action) {
        nothing.withBean(CuratorFramework.class, client)
                .withPropertyValues(namespace)
                .run(started -> {
                    FailureAnalysis analysis = FailureAnalysisTest.analysis(started.getStartupFailure());
                    assertThat(analysis.getDescription()).isEqualTo(description);
                    assertThat(analysis.getAction()).contains(action).doesNotContain("sql/", "Redis");
                });
    }

    @Test
    void tellsWhatToDoWhenZooKeeperIsAway() {
        assertAnalysis(
                Stores::curatorOfNobody,
                Stores.newNamespace(),
                "There are no UIDs: no worker id from ZooKeeper /uid: the connection to ZooKeeper was lost or did not come about: servers=127.0.0.1:1",
                "Servers, time-outs, retry policy and authorization are those of the CuratorFramework bean");
    }

    @Test
    void tellsWhatToDoWhenAnAuthorizationIsMissing() throws Exception {
        String namespace = Stores.newNamespace();
        String path = "/uid/" + namespace.substring(namespace.indexOf('=') + 1);
        try (CuratorFramework owner = CuratorFrameworkFactory.builder()
                .connectString(Stores.zooKeeper())
                .authorization("digest", "orders:secret".getBytes(StandardCharsets.UTF_8))
                .retryPolicy(new RetryOneTime(1))
                .build()) {
            owner.start();
            owner.create()
                    .creatingParentsIfNeeded()
                    .withACL(List.of(new ACL(ZooDefs.Perms.ALL, new Id("auth", ""))))
                    .forPath(path);
        }

        assertAnalysis(
                Stores::curator,
                namespace,
                "There are no UIDs: no worker id from ZooKeeper /uid: ZooKeeper refuses " + path
                        + "/clock to this client: give the CuratorFramework an authorization with the rights CREATE, READ and WRITE there, or change the ACL",
                "connectionTimeoutMs, retryPolicy and authorization of its builder");
    }

    @Test
    void refusesAClientThatIsNotStarted() {
        nothing.withBean(
                        CuratorFramework.class,
                        () -> CuratorFrameworkFactory.newClient(Stores.zooKeeper(), new RetryOneTime(1)))
                .run(started -> assertThat(started)
                        .getFailure()
                        .hasRootCauseMessage("client must be started, by start(): state=LATENT"));
    }
}
