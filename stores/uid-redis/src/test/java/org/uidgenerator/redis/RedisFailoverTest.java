package org.uidgenerator.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.uidgenerator.redis.Servers.awaitReplica;
import static org.uidgenerator.test.internal.Patience.awaitUntil;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.sentinel.api.sync.RedisSentinelCommands;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.uidgenerator.StoreException;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.UidRange;
import org.uidgenerator.generator.CachedUidGenerator;
import org.uidgenerator.segment.UnknownTags;
import org.uidgenerator.testing.RedisServer;
import org.uidgenerator.worker.lease.LeasedWorkerIds;
import org.uidgenerator.worker.lease.WorkerLeaseStatus;

/** Servers that know each other: a primary with a replica and a Sentinel, and a Cluster. */
@Tag("proof")
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
@Execution(ExecutionMode.CONCURRENT) // servers of a Cluster wait for two seconds before they serve
class RedisFailoverTest extends OpenedResources {
    /** A hundred ticks of 1024 UIDs are reserved. */
    private static final UidLayout LAYOUT = UidLayout.of(40, 13, 10);

    private static final Duration RESERVATION = Duration.ofSeconds(100);

    /** With servers that answer, on a machine that does much else. */
    private static final Duration LONGEST_TIMEOUT = Duration.ofMinutes(1);

    private final Set<Long> uids = new HashSet<>();

    private RedisClient client(RedisURI uri) {
        uri.setTimeout(LONGEST_TIMEOUT);
        return opened(RedisClient.create(uri));
    }

    private RedisCommands<String, String> commands(RedisServer server) {
        StatefulRedisConnection<String, String> connection =
                client(RedisURI.create(server.url())).connect();
        return connection.sync();
    }

    private RedisClusterClient clusterClient(RedisServer node) {
        return opened(RedisClusterClient.create(node.url()));
    }

    private static RedisLeaseStore.Builder orders(RedisClusterClient client) {
        return RedisLeaseStore.builder(client).namespace("orders").timeout(LONGEST_TIMEOUT);
    }

    private RedisURI sentinelOf(RedisServer primary) {
        RedisServer sentinel = server("--sentinel");
        RedisURI uri = RedisURI.Builder.sentinel("127.0.0.1", sentinel.port(), "primary")
                .build();
        RedisSentinelCommands<String, String> commands =
                client(uri).connectSentinel().sync();
        commands.monitor("primary", "127.0.0.1", primary.port(), 1);
        commands.set("primary", "down-after-milliseconds", "200");
        commands.set("primary", "failover-timeout", "2000");
        awaitUntil(() -> !commands.replicas("primary").isEmpty());
        return uri;
    }

    private CachedUidGenerator generator(LeasedWorkerIds assigner) {
        CachedUidGenerator generator =
                CachedUidGenerator.builder(assigner).layout(LAYOUT).build();
        opened.add(generator);
        return generator;
    }

    private LeasedWorkerIds assigner(RedisLeaseStore.Builder store) {
        return opened(LeasedWorkerIds.builder(opened(store.build()))
                .workerIds(0, 63)
                .reservation(RESERVATION)
                .build());
    }

    @Test
    void goesOnWithTheReplicaWhenThePrimaryIsKilled() {
        RedisServer primary = server();
        RedisServer replica = server("--replicaof", "127.0.0.1", Integer.toString(primary.port()));
        awaitReplica(commands(primary));
        LeasedWorkerIds assigner = assigner(RedisLeaseStore.builder(client(sentinelOf(primary))));
        CachedUidGenerator generator = generator(assigner);
        takeTicks(generator, 20);
        commands(primary).waitForReplication(1, LONGEST_TIMEOUT.toMillis());

        primary.kill9();
        takeTicks(generator, 20);
        RedisCommands<String, String> promoted = commands(replica);
        awaitUntil(() -> isPrimary(promoted));
        takeTicks(generator, 500);
        takeTicks(generator(assigner), 20);

        assertThat(assigner.workers()).extracting(WorkerLeaseStatus::workerId).containsExactly(0L, 1L);
        assertThat(promoted.hgetall("uid:{default}:lease:1")).containsEntry("HELD", "true");
    }

    /** A Sentinel breaks the connections of a server that it promotes. */
    private static boolean isPrimary(RedisCommands<String, String> server) {
        try {
            return server.info("replication").contains("role:master");
        } catch (RedisException e) {
            return false;
        }
    }

    @Test
    void takesOneWorkerIdHoweverOftenItAsksWhileTheReplicaIsAway() {
        RedisServer primary = server();
        RedisServer replica = server("--replicaof", "127.0.0.1", Integer.toString(primary.port()));
        awaitReplica(commands(primary));
        LeasedWorkerIds assigner = assigner(RedisLeaseStore.builder(client(RedisURI.create(primary.url())))
                .replicas(1)
                .timeout(Duration.ofSeconds(2)));
        LeasedWorkerIds patient = assigner(RedisLeaseStore.builder(client(RedisURI.create(primary.url()))));
        CachedUidGenerator generator = generator(assigner);
        takeTicks(generator, 20);
        assigner.evict(0);
        replica.kill9();

        awaitUntil(() -> !takesTick(generator) && assigner.storeCalls().failures() >= 10);
        assertThat(patient.workers()).extracting(WorkerLeaseStatus::workerId).isSubsetOf(0L, 1L);
        server("--replicaof", "127.0.0.1", Integer.toString(primary.port()));
        awaitReplica(commands(primary));
        awaitUntil(() -> takesTick(generator));

        takeTicks(generator, 200);
        assertThat(patient.workers()).hasSizeLessThanOrEqualTo(2);
    }

    private boolean takesTick(CachedUidGenerator generator) {
        try {
            takeTicks(generator, 1);
            return true;
        } catch (UidGenerateException e) {
            return false;
        }
    }

    @Test
    void runsOnACluster() {
        RedisServer node = server("--cluster-enabled", "yes");
        RedisCommands<String, String> commands = commands(node);
        commands.clusterAddSlots(IntStream.range(0, 16_384).toArray());
        awaitUntil(() -> commands.clusterInfo().contains("cluster_state:ok"));
        RedisClusterClient client = clusterClient(node);
        LeasedWorkerIds assigner = assigner(orders(client));
        RedisSegmentStore counters = opened(RedisSegmentStore.builder(client)
                .namespace("orders")
                .timeout(LONGEST_TIMEOUT)
                .unknownTags(UnknownTags.CREATE)
                .build());

        takeTicks(generator(assigner), 300);
        assertThat(counters.take("bills", 10)).isEqualTo(new UidRange(1, 10, 1));
        node.kill9();
        node.start();
        awaitUntil(() -> commands.clusterInfo().contains("cluster_state:ok"));
        takeTicks(generator(assigner), 300);

        assertThat(assigner.workers()).extracting(WorkerLeaseStatus::workerId).containsExactly(0L, 1L);
        assertThat(commands.exists(
                        "uid:{orders}:leases",
                        "uid:{orders}:holders",
                        "uid:{orders}:lease:0",
                        "uid:{orders}:lease:1",
                        "uid:{orders}:identity",
                        "uid:{orders}:segment:bills"))
                .isEqualTo(commands.dbsize())
                .isEqualTo(6);
    }

    @Test
    void asksAClusterEachTimeWhoHasTheKeys() {
        RedisServer node = server("--cluster-enabled", "yes");
        RedisCommands<String, String> commands = commands(node);
        RedisLeaseStore store = opened(orders(clusterClient(node)).build());
        assertThatThrownBy(() -> store.find(7))
                .isInstanceOf(StoreException.class)
                .hasMessage("CLUSTERDOWN Hash slot not served: slot=" + new Keys("orders").slot()
                        + "; the Cluster has no primary for this namespace now: try again when it has failed over");

        commands.clusterAddSlots(IntStream.range(0, 16_384).toArray());
        awaitUntil(() -> commands.clusterInfo().contains("cluster_state:ok"));

        assertThat(store.find(7)).isEmpty();
    }

    @Test
    void leavesNoConnectionToAClusterWhosePrimaryIsAway() {
        RedisServer away = server("--cluster-enabled", "yes");
        RedisServer node = server("--cluster-enabled", "yes");
        commands(away).clusterAddSlots(IntStream.range(0, 16_384).toArray());
        RedisCommands<String, String> commands = commands(node);
        commands.clusterMeet("127.0.0.1", away.port());
        awaitUntil(() -> commands.clusterInfo().contains("cluster_slots_assigned:16384"));
        RedisLeaseStore store = opened(orders(clusterClient(node)).build());
        away.kill9();

        assertThatThrownBy(() -> store.find(7))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("Connection refused");

        awaitUntil(() -> commands.clientList().lines().count() == 1);
    }

    /** Takes the UIDs of some ticks. None may come twice. */
    private void takeTicks(CachedUidGenerator generator, int ticks) {
        for (long i = 0; i < ticks * (LAYOUT.maxSequence() + 1); i++) {
            assertThat(uids.add(generator.getUID())).isTrue();
        }
    }
}
