package org.uidgenerator.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.ExponentialBackoffRetry;
import org.apache.curator.retry.RetryOneTime;
import org.apache.zookeeper.KeeperException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.uidgenerator.StoreException;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.UidLayout;
import org.uidgenerator.buffer.RejectedTakeBufferHandler;
import org.uidgenerator.generator.CachedUidGenerator;
import org.uidgenerator.test.internal.Patience;
import org.uidgenerator.testing.ZooKeeperEnsemble;
import org.uidgenerator.testing.ZooKeeperServer;
import org.uidgenerator.worker.lease.LeasedWorkerIds;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;

/** What generators do while servers of an ensemble are lost. Each test leaves all three running. */
@Tag("proof")
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class ZooKeeperEnsembleTest {
    /** A hundred ticks are reserved, of 1024 UIDs each. */
    private static final UidLayout LAYOUT = UidLayout.of(40, 13, 10);

    private static ZooKeeperEnsemble ensemble;

    private final Set<Long> uids = new HashSet<>();

    @BeforeAll
    static void startEnsemble() {
        ensemble = new ZooKeeperEnsemble();
        ensemble.start();
    }

    @AfterAll
    static void closeEnsemble() {
        ensemble.close();
    }

    private static CuratorFramework client() {
        CuratorFramework client = CuratorFrameworkFactory.newClient(
                ensemble.addresses(), 2_000, 2_000, new ExponentialBackoffRetry(100, 3));
        client.start();
        return client;
    }

    private static ZooKeeperServer leader() {
        Patience.awaitUntil(() -> ensemble.leader().isPresent());
        return ensemble.leader().orElseThrow();
    }

    @Test
    void goesOnWithTheSameWorkerIdsWhenTheLeaderIsKilled() {
        ZooKeeperServer leader = leader();

        takeUidsWhile("killed", leader::kill9, leader::start);
    }

    /** It takes itself for the leader when it wakes up, and the others have elected another one. */
    @Test
    void goesOnWithTheSameWorkerIdsWhenTheLeaderIsPaused() {
        ZooKeeperServer leader = leader();

        takeUidsWhile("paused", leader::pause, () -> {
            assertThat(leader()).isNotSameAs(leader);
            leader.resume();
        });
        Patience.awaitUntil(() -> leader.mode().filter("follower"::equals).isPresent());
    }

    private void takeUidsWhile(String namespace, Runnable loss, Runnable recovery) {
        try (CuratorFramework client = client();
                LeasedWorkerIds assigner = LeasedWorkerIds.builder(ZooKeeperLeaseStore.on(client, namespace))
                        .reservation(Duration.ofSeconds(100))
                        .build();
                CachedUidGenerator first = generator(assigner);
                CachedUidGenerator second = generator(assigner)) {
            takeTicks(200, first, second);
            long start = System.nanoTime();

            loss.run();
            takeTicks(400, first, second);
            recovery.run();
            takeTicks(400, first, second);

            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Patience.LONGEST);
            assertThat(uids.stream().map(uid -> LAYOUT.decode(uid).workerId())).containsOnly(0L, 1L);
            try (CachedUidGenerator third = generator(assigner)) {
                takeTicks(1, third);
            }
        }
    }

    private static CachedUidGenerator generator(LeasedWorkerIds assigner) {
        return CachedUidGenerator.builder(assigner)
                .layout(LAYOUT)
                .rejectedTakeBufferHandler(RejectedTakeBufferHandler.waitFor(Patience.LONGEST))
                .build();
    }

    private void takeTicks(int ticks, UidGenerator... generators) {
        for (long i = 0; i < ticks * (LAYOUT.maxSequence() + 1); i++) {
            for (UidGenerator generator : generators) {
                assertThat(uids.add(generator.getUID())).isTrue();
            }
        }
    }

    @Test
    void refusesServersThatAreReadOnly() {
        List<ZooKeeperServer> servers = ensemble.servers();
        servers.get(1).kill9();
        servers.get(2).kill9();
        Patience.awaitUntil(() -> servers.get(0).isReadOnly());

        try (CuratorFramework client = CuratorFrameworkFactory.builder()
                .connectString(servers.get(0).connectString())
                .retryPolicy(new RetryOneTime(1))
                .canBeReadOnly(true)
                .build()) {
            client.start();
            WorkerLeaseStore store = ZooKeeperLeaseStore.on(client, "read-only");

            for (Runnable call :
                    List.<Runnable>of(() -> store.list(0, Long.MAX_VALUE), () -> store.find(0), store::now)) {
                assertThatThrownBy(call::run)
                        .isInstanceOf(StoreException.class)
                        .hasMessage("the ZooKeeper server is read-only, since it is cut off from the majority of its"
                                + " ensemble: connect the servers again")
                        .hasCauseInstanceOf(KeeperException.NotReadOnlyException.class);
            }
        }
        servers.get(1).start();
        servers.get(2).start();
    }
}
