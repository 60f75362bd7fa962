package org.uidgenerator.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.ExponentialBackoffRetry;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.test.InstanceSpec;
import org.apache.curator.test.TestingCluster;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.Test;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.UidLayout;
import org.uidgenerator.buffer.RejectedTakeBufferHandler;
import org.uidgenerator.generator.CachedUidGenerator;
import org.uidgenerator.worker.lease.LeaseStoreException;
import org.uidgenerator.worker.lease.WorkerLeaseStore;

/** What generators do while servers of an ensemble are lost. */
class ZooKeeperEnsembleTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** A hundred ticks are reserved, of 1024 UIDs each. */
    private static final UidLayout LAYOUT = UidLayout.of(40, 13, 10);

    private final Set<Long> uids = new HashSet<>();

    @Test
    void goesOnWithTheSameWorkerIdsWhenTheLeaderIsKilled() throws Exception {
        try (TestingCluster ensemble = new TestingCluster(3)) {
            ensemble.start();
            try (CuratorFramework client = CuratorFrameworkFactory.newClient(
                    ensemble.getConnectString(), 4_000, 4_000, new ExponentialBackoffRetry(100, 3))) {
                client.start();
                try (ZooKeeperWorkerIdAssigner assigner = ZooKeeperWorkerIdAssigner.builder(client)
                                .reservation(Duration.ofSeconds(100))
                                .storeTimeout(PATIENCE)
                                .build();
                        CachedUidGenerator first = generator(assigner);
                        CachedUidGenerator second = generator(assigner)) {
                    takeTicks(200, first, second);
                    long start = System.nanoTime();

                    assertThat(ensemble.killServer(leader(ensemble))).isTrue();
                    takeTicks(400, first, second);

                    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(PATIENCE);
                    assertThat(uids.stream().map(uid -> LAYOUT.decode(uid).workerId()))
                            .containsOnly(0L, 1L);
                    try (CachedUidGenerator third = generator(assigner)) {
                        takeTicks(1, third);
                    }
                }
            }
        }
    }

    private static CachedUidGenerator generator(ZooKeeperWorkerIdAssigner assigner) {
        return CachedUidGenerator.builder(assigner)
                .layout(LAYOUT)
                .rejectedTakeBufferHandler(RejectedTakeBufferHandler.waitFor(PATIENCE))
                .build();
    }

    private void takeTicks(int ticks, UidGenerator... generators) {
        for (long i = 0; i < ticks * (LAYOUT.maxSequence() + 1); i++) {
            for (UidGenerator generator : generators) {
                assertThat(uids.add(generator.getUID())).isTrue();
            }
        }
    }

    private static InstanceSpec leader(TestingCluster ensemble) {
        return ensemble.getInstances().stream()
                .filter(instance -> mode(instance).contains("Mode: leader"))
                .findFirst()
                .orElseThrow();
    }

    /** Asks a server with a command that servers answer by default. */
    private static String mode(InstanceSpec instance) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), instance.getPort())) {
            socket.getOutputStream().write("srvr".getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void refusesServersThatAreReadOnly() throws Exception {
        System.setProperty("readonlymode.enabled", "true");
        try (TestingCluster ensemble = new TestingCluster(3)) {
            ensemble.start();
            List<InstanceSpec> instances = List.copyOf(ensemble.getInstances());
            try (CuratorFramework client = CuratorFrameworkFactory.builder()
                    .connectString("127.0.0.1:" + instances.get(0).getPort())
                    .sessionTimeoutMs(10_000)
                    .retryPolicy(new RetryOneTime(1))
                    .canBeReadOnly(true)
                    .build()) {
                client.start();
                WorkerLeaseStore store =
                        ZooKeeperWorkerIdAssigner.builder(client).store();
                store.now();

                ensemble.killServer(instances.get(1));
                ensemble.killServer(instances.get(2));
                awaitUntil(() -> isReadOnly(client));

                for (Runnable call : List.<Runnable>of(store::list, () -> store.find(0), store::now)) {
                    assertThatThrownBy(call::run)
                            .isInstanceOf(LeaseStoreException.class)
                            .hasMessage(
                                    "the ZooKeeper server is read-only, since it is cut off from the majority of its"
                                            + " ensemble: connect the servers again")
                            .hasCauseInstanceOf(KeeperException.NotReadOnlyException.class);
                }
            }
        } finally {
            System.clearProperty("readonlymode.enabled");
        }
    }

    private static boolean isReadOnly(CuratorFramework client) {
        try {
            return client.getZookeeperClient().getZooKeeper().getState() == ZooKeeper.States.CONNECTEDREADONLY;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static void awaitUntil(BooleanSupplier holds) {
        long start = System.nanoTime();
        while (!holds.getAsBoolean()) {
            assertThat(System.nanoTime() - start).isLessThan(PATIENCE.toNanos());
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
    }
}
