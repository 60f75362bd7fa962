package org.uidgenerator.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.AclCategory;
import io.lettuce.core.AclSetuserArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScoredValue;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.protocol.CommandType;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.uidgenerator.StoreException;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.test.internal.Patience;
import org.uidgenerator.testing.RedisServer;
import org.uidgenerator.worker.LeaseRequest;
import org.uidgenerator.worker.lease.LeasedWorkerIds;
import org.uidgenerator.worker.lease.store.Fence;
import org.uidgenerator.worker.lease.store.LeaseRow;
import org.uidgenerator.worker.lease.store.TimedLeaseRow;

/** Servers that refuse, are away, or hold something else. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
@Execution(ExecutionMode.CONCURRENT) // each has a server of its own
class RedisFaultTest extends OpenedResources {
    private static final UidLayout LAYOUT = UidLayout.DEFAULT;
    private static final LeaseRow ROW = new LeaseRow(7, 5, 100, 600, LAYOUT.toString(), "holder", true);
    private static final LeaseRow NEXT = new LeaseRow(7, 5, 200, 600, LAYOUT.toString(), "holder", true);
    private static final Fence FENCE = new Fence(5, 100, 200);

    /** How long what a test waits for may take at most, on a machine however busy. */
    private static final Duration LONGEST_TIMEOUT = Duration.ofSeconds(60);

    private static final String RIGHTS =
            "the user needs the keys uid:* and the commands EVALSHA, EVAL, HGETALL, TIME, HLEN, HMGET, HGET, HSET, ZADD, ZREM, ZSCORE, ZRANGE, DEL, for counters GET, SET, INCRBY, and WAIT if replicas are awaited";

    private RedisClient client(String url) {
        return client(RedisURI.create(url));
    }

    private RedisClient client(RedisURI uri) {
        uri.setTimeout(LONGEST_TIMEOUT);
        return opened(RedisClient.create(uri));
    }

    private RedisLeaseStore store(RedisServer server, UnaryOperator<RedisLeaseStore.Builder> options) {
        return store(server.url(), options);
    }

    private RedisLeaseStore store(String url, UnaryOperator<RedisLeaseStore.Builder> options) {
        return store(client(url), options);
    }

    private RedisLeaseStore store(RedisClient client, UnaryOperator<RedisLeaseStore.Builder> options) {
        RedisLeaseStore.Builder builder =
                RedisLeaseStore.builder(client).namespace("faults").timeout(LONGEST_TIMEOUT);
        return opened(options.apply(builder).build(time -> {}));
    }

    private RedisLeaseStore store(RedisServer server) {
        return store(server, options -> options);
    }

    private RedisCommands<String, String> commands(RedisServer server) {
        StatefulRedisConnection<String, String> connection =
                opened(client(server.url()).connect());
        return connection.sync();
    }

    private LeasedWorkerIds assigner(String url) {
        return opened(LeasedWorkerIds.on(opened(RedisLeaseStore.builder(client(url))
                .namespace("faults")
                .timeout(LONGEST_TIMEOUT)
                .build())));
    }

    // What is kept.

    @Test
    void keepsAReadableHash() {
        RedisServer server = server();
        store(server).insert(ROW);

        assertThat(commands(server).hgetall("uid:{faults}:lease:7"))
                .containsEntry("TERM", "5")
                .containsEntry("RESERVED_THROUGH", "100")
                .containsEntry("NEXT_RESERVATION", "600")
                .containsEntry("LAYOUT", LAYOUT.toString())
                .containsEntry("HOLDER", "holder")
                .containsEntry("HELD", "true")
                .containsOnlyKeys(
                        "TERM",
                        "RESERVED_THROUGH",
                        "NEXT_RESERVATION",
                        "LAYOUT",
                        "HOLDER",
                        "HELD",
                        "ACQUIRED",
                        "MODIFIED");
        commands(server).hset("uid:{faults}:lease:7", "MODIFIED", "1767225600.000002");
        assertThat(store(server).list(7, 7))
                .extracting(TimedLeaseRow::modified)
                .containsExactly(Instant.parse("2026-01-01T00:00:00.000002Z"));
        assertThat(commands(server).zrangeWithScores("uid:{faults}:leases", 0, -1))
                .containsExactly(ScoredValue.just(7, "7"));
        assertThat(commands(server).zrangeWithScores("uid:{faults}:holders", 0, -1))
                .containsExactly(ScoredValue.just(0, "6:holder:7"));
    }

    @Test
    void comparesNumbersThatDoublesCannotTellApart() {
        RedisLeaseStore store = store(server());
        long huge = Long.MAX_VALUE - 1;
        LeaseRow row = new LeaseRow(7, huge, huge, 0, LAYOUT.toString(), "holder", true);
        LeaseRow wanted = new LeaseRow(7, huge, Long.MAX_VALUE, 0, LAYOUT.toString(), "holder", true);
        store.insert(row);

        assertThat(store.update(new Fence(Long.MAX_VALUE, 0, Long.MAX_VALUE), wanted))
                .isFalse();
        assertThat(store.update(new Fence(huge, Long.MAX_VALUE, Long.MAX_VALUE), wanted))
                .isFalse();
        assertThat(store.update(new Fence(huge, 0, huge - 1), wanted)).isFalse();
        assertThat(store.update(new Fence(huge, huge, huge), wanted)).isTrue();
    }

    @Test
    void comparesNegativeNumbers() {
        RedisLeaseStore store = store(server());
        LeaseRow row = new LeaseRow(7, 5, -10, 0, LAYOUT.toString(), "holder", true);
        store.insert(row);

        assertThat(store.update(new Fence(5, -9, 100), row)).isFalse();
        assertThat(store.update(new Fence(5, 1, 100), row)).isFalse();
        assertThat(store.update(new Fence(5, -100, -11), row)).isFalse();
        assertThat(store.update(new Fence(5, -100, -2), row)).isTrue();
        assertThat(store.update(Fence.ofTerm(5), row)).isTrue();
    }

    @Test
    void sendsScriptsAgainThatTheServerHasForgotten() {
        RedisServer server = server();
        RedisLeaseStore store = store(server);
        store.insert(ROW);
        commands(server).scriptFlush();

        assertThat(store.update(FENCE, NEXT)).isTrue();
        assertThat(commands(server).info("commandstats")).contains("cmdstat_evalsha:calls=2,", "cmdstat_eval:calls=2,");
    }

    @Test
    void hasAllAfterTheServerWasKilled() {
        RedisServer server = server();
        RedisLeaseStore store = store(server);
        store.insert(ROW);
        store.update(FENCE, NEXT);

        server.kill9();
        assertThatThrownBy(() -> store.find(7)).isInstanceOf(StoreException.class);
        assertThatThrownBy(() -> store.find(7))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("Unable to connect to 127.0.0.1")
                .hasMessageContaining("Connection refused");
        server.start();

        assertThat(CompletableFuture.supplyAsync(() -> store.find(7)))
                .succeedsWithin(Patience.LONGEST) // whichever thread was refused before
                .isEqualTo(Optional.of(NEXT));
        assertThat(store.list(0, Long.MAX_VALUE)).hasSize(1);
    }

    // Connections that are lost.

    @Test
    void doesNotKnowWhatBecameOfAWriteWhoseConnectionIsLostAndNeverSendsItAgain() throws Exception {
        RedisServer server = server();
        RedisLeaseStore store = store(server);
        store.insert(ROW);
        server.pause();
        CompletableFuture<Boolean> write = CompletableFuture.supplyAsync(() -> store.update(FENCE, NEXT));
        awaitUnread(server);
        server.kill9();

        assertThatThrownBy(() -> Patience.get(write))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOf(StoreException.class)
                .hasMessageStartingWith("the connection was lost")
                .hasMessageEndingWith("; whether the command was run is unknown");
        server.start();
        assertThat(store.find(7)).contains(ROW);
        assertThat(commands(server).info("commandstats")).doesNotContain("cmdstat_evalsha");
    }

    /** Waits until the command lies in the socket of a server that reads nothing. */
    private static void awaitUnread(RedisServer server) {
        Patience.awaitUntil(() -> server.unreadBytes() > 0);
    }

    @Test
    void givesUpAServerThatDoesNotAnswer() {
        RedisServer server = server();
        RedisLeaseStore store = store(server, options -> options.timeout(Duration.ofSeconds(1)));
        store(server).insert(ROW);
        awaitRow(store); // its connection is open
        server.pause();

        assertThatThrownBy(() -> store.update(FENCE, NEXT))
                .isInstanceOf(StoreException.class)
                .hasMessage("Command timed out after 1 second(s); whether the command was run is unknown");
        server.resume();

        awaitRow(store);
    }

    /** Asks until there is an answer, which may take longer than the store waits if the machine is busy. */
    private static void awaitRow(RedisLeaseStore store) {
        assertThat(Patience.untilNo(StoreException.class, () -> store.find(7))).isPresent();
    }

    // Keys that hold something else.

    @Test
    void refusesAKeyOfAnotherType() {
        RedisServer server = server();
        RedisLeaseStore store = store(server);
        commands(server).set("uid:{faults}:lease:7", "something");

        for (Runnable call :
                List.<Runnable>of(() -> store.find(7), () -> store.insert(ROW), () -> store.update(FENCE, NEXT))) {
            assertThatThrownBy(call::run)
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("WRONGTYPE Operation against a key holding the wrong kind of value")
                    .hasMessageEndingWith(
                            "; a key of this namespace is used for something else: choose another namespace, or rename that key");
        }
    }

    @Test
    void refusesAnIndexOfAnotherTypeAndOneWithOtherMembers() {
        RedisServer server = server();
        RedisLeaseStore store = store(server);
        commands(server).zadd("uid:{faults}:leases", 0, "x");
        assertThatThrownBy(() -> store.list(0, Long.MAX_VALUE))
                .hasMessage(
                        "uid:{faults}:leases is no set of worker ids: it has the member x; choose another namespace, or remove the member");
        commands(server).del("uid:{faults}:leases");
        commands(server).set("uid:{faults}:leases", "x");

        assertThatThrownBy(() -> store.list(0, Long.MAX_VALUE)).hasMessageContaining("WRONGTYPE ");
        assertThatThrownBy(() -> store.insert(ROW)).hasMessageContaining("WRONGTYPE ");
        assertThat(commands(server).exists("uid:{faults}:lease:7")).isZero();
    }

    @Test
    void refusesAHashWithForeignFields() {
        RedisServer server = server();
        RedisLeaseStore store = store(server);
        store.insert(ROW);
        String key = "uid:{faults}:lease:7";
        commands(server).hset(key, "TERM", "007");
        assertForeign(store, "TERM=007");
        commands(server).hset(key, "TERM", "abc");
        assertForeign(store, "TERM=abc");
        commands(server).hset(key, "TERM", "5");
        commands(server).hset(key, "MODIFIED", "today");
        assertForeign(store, "MODIFIED=today");
        commands(server).hdel(key, "LAYOUT");
        assertForeign(store, "LAYOUT=null");
    }

    private static void assertForeign(RedisLeaseStore store, String field) {
        assertThatThrownBy(() -> store.find(7))
                .isInstanceOf(StoreException.class)
                .hasMessage(
                        "uid:{faults}:lease:7 is no lease: %s; choose another namespace, or correct the field", field);
        assertThatThrownBy(() -> store.list(0, Long.MAX_VALUE))
                .hasMessageStartingWith("uid:{faults}:lease:7 is no lease: ");
    }

    @Test
    void refusesToGoOnWithoutARowThatWasThere() {
        RedisServer server = server();
        RedisLeaseStore store = store(server);
        store.insert(ROW);
        commands(server).del("uid:{faults}:lease:7");

        assertThatThrownBy(() -> store.list(0, Long.MAX_VALUE))
                .isInstanceOf(StoreException.class)
                .hasMessage(
                        "uid:{faults}:lease:7 is gone, and it is unknown which ticks were used: it was deleted or evicted; set maxmemory-policy=noeviction, stop whatever may still use worker id 7, and once its last tick has passed: ZREM uid:{faults}:leases 7");
        assertThat(store.find(7)).isEmpty();
    }

    @Test
    void listsARowThatTheIndexHasLostOnceSomebodyWantsItsWorkerId() {
        RedisServer server = server();
        RedisLeaseStore store = store(server);
        store.insert(ROW);
        commands(server).del("uid:{faults}:leases");
        assertThat(store.list(0, Long.MAX_VALUE)).isEmpty();

        assertThat(store.insert(NEXT)).isFalse();
        assertThat(store.list(0, Long.MAX_VALUE)).hasSize(1);
        assertThat(store.find(7)).contains(ROW);
    }

    // Servers that refuse.

    @Test
    void refusesAServerWithAPassword() {
        RedisServer server = server("--requirepass", "secret");

        assertThatThrownBy(() -> assigner(server.url()).assignWorkerId(LeaseRequest.of(LAYOUT)))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage(
                        "no worker id from Redis: NOAUTH HELLO must be called with the client already authenticated, otherwise the HELLO AUTH <user> <pass> option can be used to authenticate the client and select the RESP protocol version at the same time; check the Redis user and password");
        assertThatThrownBy(() ->
                        assigner("redis://wrong@127.0.0.1:" + server.port()).assignWorkerId(LeaseRequest.of(LAYOUT)))
                .hasMessage(
                        "no worker id from Redis: WRONGPASS invalid username-password pair or user is disabled.; check the Redis user and password");
        assertThat(assigner("redis://secret@127.0.0.1:" + server.port())
                        .assignWorkerId(LeaseRequest.of(LAYOUT))
                        .workerId())
                .isZero();
    }

    @Test
    void refusesAUserWithoutTheRightToRunScripts() {
        RedisServer server = server();
        commands(server)
                .aclSetuser(
                        "orders",
                        new AclSetuserArgs()
                                .on()
                                .addPassword("secret")
                                .keyPattern("uid:*")
                                .allCommands()
                                .removeCategory(AclCategory.SCRIPTING));

        assertThatThrownBy(() -> assigner("redis://orders:secret@127.0.0.1:" + server.port())
                        .assignWorkerId(LeaseRequest.of(LAYOUT)))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage(
                        "no worker id from Redis: NOPERM this user has no permissions to run the 'evalsha' command or its subcommand; "
                                + RIGHTS);
    }

    @Test
    void needsNoOtherRightsThanThoseThatTheMessageNames() {
        RedisServer server = server();
        AclSetuserArgs rights = new AclSetuserArgs().on().addPassword("secret").keyPattern("uid:*");
        Pattern command = Pattern.compile("\\b[A-Z]{3,}\\b");
        command.matcher(RIGHTS).results().forEach(name -> rights.addCommand(CommandType.valueOf(name.group())));
        commands(server).aclSetuser("orders", rights);
        // It would rest, as it may not ask for settings.
        RedisLeaseStore store = store("redis://orders:secret@127.0.0.1:" + server.port(), options -> options);

        opened(LeasedWorkerIds.on(store))
                .assignWorkerId(LeaseRequest.of(LAYOUT))
                .release(-1);
        assertThat(store.insert(ROW)).isTrue();
        assertThat(store.update(FENCE, NEXT)).isTrue();
        assertThat(store.overview(0, 7, Optional.of("holder")).own()).containsExactly(NEXT.workerId());
        assertThat(store.find(Set.of(NEXT.workerId()))).containsExactly(NEXT);
        assertThat(store.deal(8)).isEqualTo(8);
        store.delete(ROW);
        assertThat(store.list(0, Long.MAX_VALUE)).hasSize(1);
    }

    @Test
    void refusesAReplica() {
        RedisServer primary = server();
        RedisServer replica = server("--replicaof", "127.0.0.1", Integer.toString(primary.port()));

        assertThatThrownBy(() -> assigner(replica.url()).assignWorkerId(LeaseRequest.of(LAYOUT)))
                .isInstanceOf(UidGenerateException.class)
                .hasMessageStartingWith("no worker id from Redis: ")
                .hasMessageContaining("READONLY You can't write against a read only replica.")
                .hasMessageEndingWith(
                        "; this server is a replica: give the client the primary, or the Sentinels that know it");
    }

    /** Which keeps its sockets open. */
    @Test
    void findsTheNewPrimaryAfterItsServerWasDemoted() {
        RedisServer demoted = server();
        RedisServer promoted = server();
        RedisURI primary = RedisURI.create(demoted.url());
        RedisLeaseStore store = store(client(primary), options -> options);
        assertThat(store.insert(ROW)).isTrue();

        primary.setPort(promoted.port());
        commands(demoted).replicaof("127.0.0.1", promoted.port());
        assertThatThrownBy(() -> store.update(FENCE, NEXT))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("READONLY");

        assertThat(store.insert(NEXT)).isTrue();
        assertThat(store.find(7)).contains(NEXT);
    }

    @Test
    void refusesAServerWhoseMemoryIsFull() {
        RedisServer server = server();
        RedisLeaseStore store = store(server);
        commands(server).configSet("maxmemory", "1");

        assertThatThrownBy(() -> store.insert(ROW))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("OOM command not allowed")
                .hasMessageEndingWith("; raise maxmemory or delete other keys; keep maxmemory-policy=noeviction");
        assertThat(store.find(7)).isEmpty();
        assertThat(store.list(0, Long.MAX_VALUE)).isEmpty();
    }
}
