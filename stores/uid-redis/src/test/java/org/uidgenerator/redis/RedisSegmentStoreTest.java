package org.uidgenerator.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.KillArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.uidgenerator.OtherStoreIdentityException;
import org.uidgenerator.PendingWrite;
import org.uidgenerator.StoreException;
import org.uidgenerator.StoreIdentity;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidRange;
import org.uidgenerator.segment.NoSuchCounterException;
import org.uidgenerator.segment.SegmentStore;
import org.uidgenerator.segment.UnknownTags;
import org.uidgenerator.test.contract.SegmentStoreContract;
import org.uidgenerator.test.internal.LogRecorder;
import org.uidgenerator.test.internal.Patience;
import org.uidgenerator.testing.RedisServer;

/** The promises of a store of counters, on a real Redis. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class RedisSegmentStoreTest extends SegmentStoreContract {
    private static RedisClient client;

    private final List<AutoCloseable> opened = new ArrayList<>();

    @BeforeAll
    static void connect() {
        client = RedisClient.create(RedisServer.shared().url());
    }

    @AfterAll
    static void disconnect() {
        client.shutdown();
    }

    @AfterEach
    void closeAll() throws Exception {
        for (int i = opened.size() - 1; i >= 0; i--) {
            opened.get(i).close();
        }
    }

    private <T extends AutoCloseable> T opened(T resource) {
        opened.add(resource);
        return resource;
    }

    @Override
    protected SegmentStore newStore() {
        return opened(patientBuilder().build());
    }

    /** With a timeout so long that a server that answers does so in time. */
    private static RedisSegmentStore.Builder patientBuilder() {
        return RedisSegmentStore.builder(client).timeout(Duration.ofMinutes(1));
    }

    private void set(String key, String value) {
        try (StatefulRedisConnection<String, String> connection = client.connect()) {
            connection.sync().set(key, value);
        }
    }

    @Test
    void keepsAReadableNumber() {
        create("readable", 1);
        newStore().take("readable", 5);

        try (StatefulRedisConnection<String, String> connection = client.connect()) {
            assertThat(connection.sync().get("uid:{default}:segment:readable")).isEqualTo("5");
        }
    }

    @Test
    void hasAStoreIdentityBesideThatOfTheLeasesOfItsNamespace() {
        RedisLeaseStore leases =
                opened(RedisLeaseStore.builder(client).namespace("two-spaces").build());
        RedisSegmentStore counters = opened(patientBuilder()
                .namespace("two-spaces")
                .unknownTags(UnknownTags.CREATE)
                .build());
        StoreIdentity expected = StoreIdentity.random("two-spaces", "", "", Instant.EPOCH, new SecureRandom());

        assertThatThrownBy(() -> counters.beginTake(expected, "orders", 10))
                .isInstanceOf(OtherStoreIdentityException.class)
                .hasMessageStartingWith("store identity " + expected
                        + " is expected, but Redis (namespace two-spaces) holds none: the address");
        counters.identityRecord().orElseThrow().insert(expected);

        assertThat(counters.identityRecord().orElseThrow().find()).contains(expected);
        assertThat(leases.identityRecord().orElseThrow().find()).isEmpty();
        assertThat(counters.beginTake(expected, "orders", 10).confirm()).isEqualTo(new UidRange(1, 10, 1));
    }

    @Test
    void createsNoCounterTwice() {
        create("twice", 7);

        assertThat(opened(patientBuilder().build()).create("twice", 1)).isFalse();
        assertThat(newStore().take("twice", 1)).isEqualTo(new UidRange(7, 7, 1));
    }

    @Test
    void saysWhatMakesACounterThatIsUnknown() {
        RedisSegmentStore store = opened(patientBuilder().build());

        assertThatThrownBy(() -> store.take("unknown", 1))
                .isInstanceOf(NoSuchCounterException.class)
                .hasMessage("no counter of tag unknown in " + store + ", RedisSegmentStore.create makes one");
    }

    @Test
    void createsUnknownTagsIfTold() {
        RedisSegmentStore store =
                opened(patientBuilder().unknownTags(UnknownTags.CREATE).build());

        assertThat(store.take("new", 5)).isEqualTo(new UidRange(1, 5, 1));
        assertThat(store.take("new", 5)).isEqualTo(new UidRange(6, 10, 1));
    }

    @Test
    void namesAKeyThatHoldsSomethingElse() {
        set("uid:{default}:segment:text", "abc");
        try (StatefulRedisConnection<String, String> connection = client.connect()) {
            connection.sync().sadd("uid:{default}:segment:set", "member");
        }

        assertThatThrownBy(() -> newStore().take("text", 1))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("value is not an integer");
        assertThatThrownBy(() -> newStore().take("set", 1))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("WRONGTYPE")
                .hasMessageContaining("a key of this namespace is used for something else");
    }

    @Test
    void refusesBadOptions() {
        assertThatThrownBy(
                        () -> RedisSegmentStore.builder(client).namespace("a b").build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("namespace must be plain text [A-Za-z0-9._-]{1,64}: namespace=a b");
        assertThatThrownBy(() -> RedisSegmentStore.builder(client)
                        .timeout(Duration.ofMillis(9))
                        .build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("timeout must be in [PT0.01S, PT1M]: timeout=PT0.009S");
        assertThatThrownBy(() -> RedisSegmentStore.builder(client).replicas(-1).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("replicas must not be negative: replicas=-1");
        assertThatThrownBy(
                        () -> opened(RedisSegmentStore.builder(client).build()).create("orders", -1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("first must not be negative: first=-1");
    }

    // A server that may lose what it has acknowledged.

    private RedisServer server(String... options) {
        RedisServer server = opened(new RedisServer(options));
        server.start();
        return server;
    }

    private RedisSegmentStore store(RedisServer server, Runnable meanwhile) {
        RedisClient other = opened(RedisClient.create(server.url()));
        return opened(
                RedisSegmentStore.builder(other).unknownTags(UnknownTags.CREATE).build(time -> meanwhile.run()));
    }

    @Test
    void givesNoRangeTwiceWhateverTheServerGoesThrough() {
        RedisServer server = server();
        RedisClient other = opened(RedisClient.create(server.url()));
        RedisSegmentStore store = opened(RedisSegmentStore.builder(other)
                .unknownTags(UnknownTags.CREATE)
                .timeout(Duration.ofSeconds(3))
                .build());
        assertThat(store.take("orders", 10)).isEqualTo(new UidRange(1, 10, 1));

        server.pause();
        assertThatThrownBy(() -> store.take("orders", 10)).isInstanceOf(StoreException.class);
        server.resume();
        UidRange afterPause = take(store);
        assertThat(afterPause.first()).isGreaterThan(10); // the server may still have read what was sent meanwhile

        server.kill9();
        assertThatThrownBy(() -> store.take("orders", 10)).isInstanceOf(StoreException.class);
        server.start();
        assertThat(take(store).first()).isEqualTo(afterPause.last() + 1);
    }

    /** Takes ten numbers as soon as the client is connected again. */
    private static UidRange take(RedisSegmentStore store) {
        return Patience.untilNo(StoreException.class, () -> store.take("orders", 10));
    }

    @Test
    void losesARangeThatTheServerHasLostWithinTheRest() {
        RedisServer server = server("--appendfsync", "everysec");
        List<Runnable> meanwhile = new ArrayList<>();
        RedisSegmentStore store = store(server, () -> meanwhile.forEach(Runnable::run));
        assertThat(store.take("orders", 10)).isEqualTo(new UidRange(1, 10, 1));

        meanwhile.add(() -> command(server, connection -> connection.sync().set("uid:{default}:segment:orders", "10")));
        assertThatThrownBy(() -> store.take("orders", 10))
                .isInstanceOf(StoreException.class)
                .hasMessage(
                        "uid:{default}:segment:orders no longer has what was written PT2S ago: it was lost, deleted or lowered");

        meanwhile.clear();
        meanwhile.add(
                () -> command(server, connection -> connection.sync().set("uid:{default}:segment:orders", "abc")));
        assertThatThrownBy(() -> store.take("orders", 10))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("uid:{default}:segment:orders holds no number: \"abc\"; rename that key, or choose another"
                        + " namespace");
        command(server, connection -> connection.sync().set("uid:{default}:segment:orders", "30"));

        meanwhile.clear();
        meanwhile.add(() -> {
            server.kill9();
            server.start();
        });
        assertThatThrownBy(() -> store.take("orders", 10)).isInstanceOf(StoreException.class);
        meanwhile.clear();
        assertThat(store.take("orders", 10).first()).isGreaterThan(10);
    }

    @Test
    void confirmsTheRangesOfATagInAnyOrder() {
        RedisServer server = server("--appendfsync", "everysec");
        RedisSegmentStore store = store(server, () -> {});

        PendingWrite<UidRange> first = store.beginTake(null, "orders", 10);
        PendingWrite<UidRange> second = store.beginTake(null, "orders", 10);

        assertThat(first.untilConfirmable()).isLessThanOrEqualTo(Duration.ofSeconds(2));
        assertThat(second.confirm()).isEqualTo(new UidRange(11, 20, 1));
        assertThat(first.confirm()).isEqualTo(new UidRange(1, 10, 1));
    }

    @Test
    void confirmsNoRangeThatAnotherProcessOfTheServerHasRead() {
        RedisServer server = server("--appendfsync", "everysec");
        RedisSegmentStore store = store(server, () -> {});
        PendingWrite<UidRange> begun = store.beginTake(null, "orders", 10);
        server.kill9();
        server.start();

        assertThatThrownBy(begun::confirm).isInstanceOf(StoreException.class);
        assertThat(take(store).first()).isPositive();
    }

    /** One after the other they would take more than half an hour. */
    @Test
    void takesAThousandRangesWithinOneRest() {
        RedisServer server = server("--appendfsync", "everysec");
        RedisClient other = opened(RedisClient.create(server.url()));
        RedisSegmentStore store = opened(
                RedisSegmentStore.builder(other).unknownTags(UnknownTags.CREATE).build());
        store.beginTake(null, "first", 10);
        long start = System.nanoTime();

        List<PendingWrite<UidRange>> begun = new ArrayList<>();
        for (int tag = 0; tag < 1_000; tag++) {
            begun.add(store.beginTake(null, "tag" + tag, 10));
        }
        for (PendingWrite<UidRange> range : begun) {
            assertThat(range.confirm()).isEqualTo(new UidRange(1, 10, 1));
        }

        Duration taken = Duration.ofNanos(System.nanoTime() - start);
        System.out.println("1,000 ranges of as many tags, appendfsync everysec: " + taken);
        assertThat(taken).isBetween(Duration.ofSeconds(2), Patience.LONGEST);
    }

    /** Otherwise the tag would begin at 1 again, with the ids that the counter was to continue. */
    @Test
    void makesNoCounterThatTheServerHasLostWithinTheRest() {
        RedisServer server = server("--appendfsync", "everysec");
        List<Runnable> meanwhile = new ArrayList<>();
        RedisSegmentStore store = store(server, () -> meanwhile.forEach(Runnable::run));
        meanwhile.add(() -> command(server, connection -> connection.sync().del("uid:{default}:segment:orders")));

        assertThatThrownBy(() -> store.create("orders", 5_000_001))
                .isInstanceOf(StoreException.class)
                .hasMessage(
                        "uid:{default}:segment:orders no longer has what was written PT2S ago: it was lost, deleted or lowered");

        meanwhile.clear();
        assertThat(store.create("orders", 5_000_001)).isTrue();
        assertThat(store.create("orders", 1)).isFalse();
    }

    @Test
    void asksEachServerThatItIsConnectedToWhatItMayLose() {
        RedisServer server = server();
        RedisSegmentStore store = store(server, () -> {});
        store.take("orders", 10);

        command(server, connection -> {
            connection.sync().configSet("appendonly", "no"); // as a replica may have it that was promoted
            connection.sync().clientKill(KillArgs.Builder.typeNormal().skipme());
        });

        assertThatThrownBy(() -> {
                    for (int i = 0; i < 100; i++) {
                        take(store); // the connection may not have heard yet that it was cut
                    }
                })
                .isInstanceOf(UidGenerateException.class)
                .hasMessageStartingWith("Redis may lose counters, and UIDs would be issued twice: appendonly=no");
    }

    private static void command(RedisServer server, Consumer<StatefulRedisConnection<String, String>> command) {
        RedisClient other = RedisClient.create(server.url());
        try (StatefulRedisConnection<String, String> connection = other.connect()) {
            command.accept(connection);
        } finally {
            other.shutdown();
        }
    }

    @Test
    void saysWhatTheServerMayLose() {
        RedisServer careless = server("--appendonly", "no");

        assertThatThrownBy(() -> store(careless, () -> {}).take("orders", 1))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage(
                        "Redis may lose counters, and UIDs would be issued twice: appendonly=no, appendfsync=always; set appendonly=yes, appendfsync=always or everysec, maxmemory-policy=noeviction on the server, or accept it with acceptDataLoss=true");
        RedisClient accepting = opened(RedisClient.create(careless.url()));
        assertThat(opened(RedisSegmentStore.builder(accepting)
                                .unknownTags(UnknownTags.CREATE)
                                .acceptDataLoss(true)
                                .build())
                        .take("orders", 1))
                .isEqualTo(new UidRange(1, 1, 1));
        RedisSegmentStore everySecond = store(server("--appendfsync", "everysec"), () -> {});
        try (LogRecorder log = new LogRecorder()) {
            everySecond.take("orders", 1);
            assertThat(log.lines())
                    .containsExactly(
                            "INFO Redis may lose the last second in a crash, so each range of a counter is read again PT2S later: appendonly=yes, appendfsync=everysec");
        }
    }
}
