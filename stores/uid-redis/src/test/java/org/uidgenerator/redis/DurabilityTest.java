package org.uidgenerator.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.AclCategory;
import io.lettuce.core.AclSetuserArgs;
import io.lettuce.core.KillArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandInterruptedException;
import io.lettuce.core.RedisException;
import io.lettuce.core.UnblockType;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.uidgenerator.PendingWrite;
import org.uidgenerator.StoreException;
import org.uidgenerator.StoreIdentity;
import org.uidgenerator.StoreIdentityRecord;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.test.internal.LogRecorder;
import org.uidgenerator.test.internal.Patience;
import org.uidgenerator.testing.RedisServer;
import org.uidgenerator.worker.LeaseRequest;
import org.uidgenerator.worker.lease.LeasedWorkerIds;
import org.uidgenerator.worker.lease.store.Fence;
import org.uidgenerator.worker.lease.store.LeaseRow;

/** What servers may lose, and what is done about it. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class DurabilityTest extends OpenedResources {
    private static final LeaseRow ROW = new LeaseRow(7, 5, 100, 600, UidLayout.DEFAULT.toString(), "holder", true);
    private static final LeaseRow NEXT = new LeaseRow(7, 5, 200, 600, UidLayout.DEFAULT.toString(), "holder", true);
    private static final LeaseRow OTHER = new LeaseRow(8, 6, 100, 600, UidLayout.DEFAULT.toString(), "holder", true);
    private static final LeaseRow OTHER_NEXT =
            new LeaseRow(8, 6, 200, 600, UidLayout.DEFAULT.toString(), "holder", true);
    private static final LeaseRow GIVEN_BACK =
            new LeaseRow(7, 5, 150, 600, UidLayout.DEFAULT.toString(), "holder", false);
    private static final Fence FENCE = new Fence(5, 100, 200);

    private static final Duration GRACE = Duration.ofSeconds(2);

    private final List<Duration> rests = new ArrayList<>();
    private long nanos;
    private Runnable meanwhile = () -> {};

    /** Time that passes only while a thread rests. */
    private final Durability.Rest virtual = new Durability.Rest() {
        @Override
        public void rest(Duration time) {
            rests.add(time);
            nanos += time.toNanos();
            meanwhile.run();
        }

        @Override
        public long nanoTime() {
            return nanos;
        }
    };

    private RedisLeaseStore store(String url, UnaryOperator<RedisLeaseStore.Builder> options) {
        RedisClient client = opened(RedisClient.create(url));
        return opened(options.apply(RedisLeaseStore.builder(client).timeout(Duration.ofMinutes(1)))
                .build(virtual));
    }

    private RedisLeaseStore store(RedisServer server) {
        return store(server.url(), options -> options);
    }

    private StatefulRedisConnection<String, String> connect(RedisServer server) {
        return opened(RedisClient.create(server.url())).connect();
    }

    private RedisCommands<String, String> commands(RedisServer server) {
        return connect(server).sync();
    }

    private static Link link(StatefulRedisConnection<String, String> connection) {
        return new Link(connection, connection, Duration.ofMinutes(1));
    }

    private static List<String> log(Runnable call) {
        try (LogRecorder log = new LogRecorder()) {
            call.run();
            return log.lines();
        }
    }

    @Test
    void trustsAServerThatWritesToDiskBeforeItAnswers() {
        RedisLeaseStore store = store(server());

        assertThat(log(() -> {
                    store.list(0, Long.MAX_VALUE);
                    store.list(0, Long.MAX_VALUE);
                }))
                .containsExactly("INFO Redis loses no write in a crash: appendonly=yes, appendfsync=always");
        assertThat(store.insert(ROW)).isTrue();
        assertThat(rests).isEmpty();
    }

    @Test
    void saysOfANextServerWhatIsDifferent() {
        RedisServer server = server();
        RedisCommands<String, String> others = commands(server);
        RedisLeaseStore store = store(server);
        store.list(0, Long.MAX_VALUE);

        assertThat(log(() -> listOnAnotherConnection(store, others))).isEmpty();
        others.configSet("appendfsync", "everysec"); // as a replica may have it that was promoted
        assertThat(log(() -> listOnAnotherConnection(store, others)))
                .singleElement()
                .asString()
                .startsWith("INFO Redis may lose the last second in a crash");
    }

    private static void listOnAnotherConnection(RedisLeaseStore store, RedisCommands<String, String> others) {
        others.clientKill(KillArgs.Builder.typeNormal().skipme());
        Patience.awaitUntil(() -> {
            try {
                store.list(0, Long.MAX_VALUE);
            } catch (StoreException e) {
                return false; // it may not have heard yet that its connection was cut
            }
            return others.clientList().lines().count() == 2;
        });
    }

    @Test
    void looksAgainAtEachReservationOfAServerThatMayLoseASecond() {
        RedisLeaseStore store = store(server("--appendfsync", "everysec"));

        assertThat(log(() -> store.list(0, Long.MAX_VALUE)))
                .containsExactly(
                        "INFO Redis may lose the last second in a crash, so each write of a lease is read again PT2S later: appendonly=yes, appendfsync=everysec");
        assertThat(store.insert(ROW)).isTrue();
        assertThat(store.update(FENCE, NEXT)).isTrue();
        assertThat(store.update(FENCE, GIVEN_BACK)).isTrue();
        assertThat(rests).containsExactly(GRACE, GRACE);
    }

    private void start(String url, Duration reservation) {
        opened(LeasedWorkerIds.builder(store(url, options -> options))
                        .reservation(reservation)
                        .build())
                .assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT));
    }

    @Test
    void refusesReservationsThatWouldBeOverBeforeTheyCount() {
        String everySecond = server("--appendfsync", "everysec").url();

        assertThatThrownBy(() -> start(everySecond, Duration.ofMillis(3_999)))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage(
                        "reservation must be at least PT4S, twice the time until Redis (namespace default) confirms a write: reservation=PT3.999S");
        start(everySecond, Duration.ofSeconds(4));
        start(server().url(), Duration.ofSeconds(2));
    }

    @Test
    void doesNotRestForAWriteThatWasRefused() {
        RedisLeaseStore store = store(server("--appendfsync", "everysec"));
        store.insert(ROW);

        assertThat(store.insert(ROW)).isFalse();
        assertThat(store.update(new Fence(6, 0, 1_000), NEXT)).isFalse();
        assertThat(rests).hasSize(1);
    }

    @Test
    void acknowledgesNoWriteThatTheServerLosesWithinTheRest() {
        RedisServer server = server("--appendfsync", "everysec");
        RedisLeaseStore store = store(server);
        meanwhile = () -> commands(server).flushall();

        assertThatThrownBy(() -> store.insert(ROW))
                .isInstanceOf(StoreException.class)
                .hasMessage(
                        "uid:{default}:lease:7 no longer has what was written PT2S ago: it has lost that in a crash or a failover, or the worker id has been given back or taken in the meantime");
        assertThat(store.find(7)).isEmpty();
    }

    @Test
    void acknowledgesNoStoreIdentityThatTheServerLosesWithinTheRest() {
        RedisServer server = server("--appendfsync", "everysec");
        StoreIdentityRecord record = store(server).identityRecord().orElseThrow();
        StoreIdentity identity = StoreIdentity.random("default", "layout", "maker", Instant.now(), new Random(1));
        meanwhile = () -> commands(server).flushall();
        assertThatThrownBy(() -> record.insert(identity))
                .isInstanceOf(StoreException.class)
                .hasMessage(
                        "uid:{default}:identity no longer has what was written PT2S ago: it was lost in a crash or a failover, or deleted");

        meanwhile = () -> {};
        assertThat(record.insert(identity)).isTrue();
        assertThat(rests).containsExactly(GRACE, GRACE);
    }

    @Test
    void acknowledgesNoReservationThatIsLostWithinTheRestAndWritesItAgain() {
        RedisServer server = server("--appendfsync", "everysec");
        RedisLeaseStore store = store(server);
        store.insert(ROW);
        meanwhile = () -> commands(server).hset("uid:{default}:lease:7", "RESERVED_THROUGH", "100");
        assertThatThrownBy(() -> store.update(FENCE, NEXT)).isInstanceOf(StoreException.class);

        meanwhile = () -> {};
        assertThat(store.update(FENCE, NEXT)).isTrue();
        assertThat(store.find(7)).contains(NEXT);
    }

    @Test
    void keepsTheInterruptOfAThreadThatRests() {
        RedisClient client =
                opened(RedisClient.create(server("--appendfsync", "everysec").url()));
        RedisLeaseStore store = opened(RedisLeaseStore.builder(client).build(time -> {
            throw new InterruptedException();
        }));

        assertThatThrownBy(() -> store.insert(ROW))
                .isInstanceOf(StoreException.class)
                .hasMessage("interrupted before the write was on disk")
                .hasCauseInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void confirmsAnyNumberOfReservationsAfterOneRest() {
        RedisLeaseStore store = store(server("--appendfsync", "everysec"));
        store.insert(ROW);
        store.insert(OTHER);
        rests.clear();

        PendingWrite<Boolean> next = store.beginUpdate(FENCE, NEXT);
        nanos += GRACE.toNanos() - 1;
        PendingWrite<Boolean> other = store.beginUpdate(new Fence(6, 100, 200), OTHER_NEXT);
        assertThat(next.untilConfirmable()).isEqualTo(Duration.ofNanos(1));
        assertThat(other.untilConfirmable()).isEqualTo(GRACE);
        nanos += GRACE.toNanos();

        assertThat(next.untilConfirmable()).isNegative();
        assertThat(other.untilConfirmable()).isZero();
        assertThat(next.confirm()).isTrue();
        assertThat(other.confirm()).isTrue();
        assertThat(rests).isEmpty();
    }

    @Test
    void restsForTheRemainderIfAWriteIsConfirmedEarly() {
        RedisLeaseStore store = store(server("--appendfsync", "everysec"));
        store.insert(ROW);
        rests.clear();
        PendingWrite<Boolean> next = store.beginUpdate(FENCE, NEXT);
        nanos += 500_000_000;

        assertThat(next.confirm()).isTrue();
        assertThat(rests).containsExactly(Duration.ofMillis(1_500));
    }

    @Test
    void hasNothingToConfirmWhereNoWriteRests() {
        RedisLeaseStore resting = store(server("--appendfsync", "everysec"));
        resting.insert(ROW);
        RedisLeaseStore safe = store(server());
        safe.insert(ROW);

        for (PendingWrite<Boolean> refused : List.of(
                resting.beginUpdate(new Fence(6, 0, 1_000), NEXT), safe.beginUpdate(new Fence(6, 0, 1_000), NEXT))) {
            assertThat(refused.untilConfirmable()).isZero();
            assertThat(refused.confirm()).isFalse();
        }
        for (PendingWrite<Boolean> written :
                List.of(resting.beginUpdate(FENCE, GIVEN_BACK), safe.beginUpdate(FENCE, NEXT))) {
            assertThat(written.untilConfirmable()).isZero();
            assertThat(written.confirm()).isTrue();
        }
    }

    @Test
    void acknowledgesNoReservationWhoseRowSaysSomethingElseAfterTheRest() {
        RedisServer server = server("--appendfsync", "everysec");
        RedisCommands<String, String> others = commands(server);
        RedisLeaseStore store = store(server);
        String key = "uid:{default}:lease:7";
        for (String[] change : new String[][] {
            {"TERM", "6"}, {"RESERVED_THROUGH", "199"}, {"NEXT_RESERVATION", "599"}, {"HELD", "false"}
        }) {
            meanwhile = () -> {};
            others.flushall();
            assertThat(store.insert(ROW)).as(change[0]).isTrue();
            meanwhile = () -> others.hset(key, change[0], change[1]);

            assertThatThrownBy(() -> store.update(FENCE, NEXT), change[0])
                    .isInstanceOf(StoreException.class)
                    .hasMessageStartingWith(key + " no longer has what was written PT2S ago");
        }
    }

    /** The row may have come from memory of the operating system that has never been on the disk. */
    @Test
    void confirmsNoReservationThatAnotherProcessOfTheServerHasRead() {
        RedisServer server = server("--appendfsync", "everysec");
        RedisLeaseStore store = store(server);
        store.insert(ROW);
        PendingWrite<Boolean> next = store.beginUpdate(FENCE, NEXT);
        nanos += GRACE.toNanos();
        server.kill9();
        server.start();

        assertThatThrownBy(next::confirm).isInstanceOf(StoreException.class);
        assertThatThrownBy(next::confirm).isInstanceOf(StoreException.class);
        assertThat(store.update(FENCE, NEXT)).isTrue();
    }

    @Test
    void keepsTheInterruptOfAThreadThatConfirms() {
        RedisLeaseStore store = store(server("--appendfsync", "everysec"));
        store.insert(ROW);
        PendingWrite<Boolean> next = store.beginUpdate(FENCE, NEXT);
        nanos += GRACE.toNanos();
        Thread.currentThread().interrupt();

        try {
            assertThat(next.confirm()).isTrue(); // the answer was there before the interrupt was seen
        } catch (StoreException interrupted) {
            assertThat(interrupted).hasCauseInstanceOf(RedisCommandInterruptedException.class);
        }

        assertThat(Thread.interrupted()).isTrue();
        assertThat(store.update(FENCE, NEXT)).isTrue();
    }

    @Test
    void refusesAServerThatKeepsNothing() {
        RedisLeaseStore store = store(server("--appendonly", "no"));
        StoreIdentityRecord record = store.identityRecord().orElseThrow();
        StoreIdentity identity = StoreIdentity.random("default", "layout", "maker", Instant.now(), new Random(1));

        for (Runnable call : List.<Runnable>of(
                () -> store.overview(0, Long.MAX_VALUE, Optional.empty()),
                () -> store.list(0, Long.MAX_VALUE),
                () -> store.insert(ROW),
                store::confirmationTime,
                record::find,
                () -> record.insert(identity))) {
            assertThatThrownBy(call::run)
                    .isInstanceOf(UidGenerateException.class)
                    .hasMessage(
                            "Redis may lose leases, and UIDs would be issued twice: appendonly=no, appendfsync=always; set appendonly=yes, appendfsync=always or everysec, maxmemory-policy=noeviction on the server, or accept it with acceptDataLoss=true");
        }
        assertThat(store.find(7)).isEmpty();
    }

    @Test
    void refusesAServerThatLeavesItToTheSystemWhenToWrite() {
        RedisLeaseStore store = store(server("--appendfsync", "no"));

        assertThatThrownBy(() -> store.list(0, Long.MAX_VALUE))
                .hasMessageContaining(": appendonly=yes, appendfsync=no; set ");
    }

    @Test
    void refusesAServerThatEvictsKeysWithoutAnExpiry() {
        RedisServer server = server("--maxmemory", "100mb", "--maxmemory-policy", "allkeys-lru");

        assertThatThrownBy(() -> store(server).list(0, Long.MAX_VALUE))
                .hasMessageContaining(": maxmemory=104857600, maxmemory-policy=allkeys-lru; set ");
        commands(server).configSet("maxmemory-policy", "volatile-lru");
        assertThat(store(server).list(0, Long.MAX_VALUE)).isEmpty();
    }

    @Test
    void usesAServerThatMayLoseLeasesWhereThatIsAccepted() {
        RedisLeaseStore store = store(server("--appendonly", "no").url(), options -> options.acceptDataLoss(true));

        assertThat(log(() -> store.list(0, Long.MAX_VALUE)))
                .containsExactly(
                        "WARNING Redis may lose leases, and UIDs would be issued twice; accepted with acceptDataLoss(true): appendonly=no, appendfsync=always");
        assertThat(store.insert(ROW)).isTrue();
        assertThat(rests).isEmpty();
    }

    @Test
    void restsWhereTheServerDoesNotSayWhatItMayLose() {
        RedisServer server = server();
        commands(server)
                .aclSetuser(
                        "orders",
                        new AclSetuserArgs()
                                .on()
                                .addPassword("secret")
                                .keyPattern("uid:*")
                                .allCommands()
                                .removeCategory(AclCategory.ADMIN));
        RedisLeaseStore store = store("redis://orders:secret@127.0.0.1:" + server.port(), options -> options);

        assertThat(log(() -> store.list(0, Long.MAX_VALUE)))
                .containsExactly(
                        "WARNING Redis does not say what it may lose, so each write of a lease is read again PT2S later; make sure of appendonly=yes and maxmemory-policy=noeviction: CONFIG GET: NOPERM this user has no permissions to run the 'config' command or its subcommand");
        assertThat(store.insert(ROW)).isTrue();
        assertThat(rests).hasSize(1);
    }

    @Test
    void waitsForReplicas() {
        RedisServer server = server();
        RedisLeaseStore store =
                store(server.url(), options -> options.replicas(1).timeout(Duration.ofSeconds(4)));
        for (Runnable write : List.<Runnable>of(() -> store.insert(ROW), () -> store.update(FENCE, GIVEN_BACK))) {
            assertThatThrownBy(write::run)
                    .isInstanceOf(StoreException.class)
                    .hasMessage(
                            "too few replicas have the write after PT2S, so a failover may lose it: replicas=1, acknowledged=0; connect more replicas or lower replicas");
        }

        RedisServer replica = server("--replicaof", "127.0.0.1", Integer.toString(server.port()));
        Servers.awaitReplica(commands(server));
        assertThat(store.update(FENCE, NEXT)).isTrue();

        assertThat(commands(replica).hget("uid:{default}:lease:7", "RESERVED_THROUGH"))
                .isEqualTo("200");
    }

    /** Each on its own, they would hold up each other for a second, until commands time out. */
    @Test
    void awaitsReplicasOnceForAllWhoWriteMeanwhile() {
        RedisServer server = server();
        RedisLeaseStore store =
                store(server.url(), options -> options.replicas(1).timeout(Duration.ofSeconds(4)));
        store.list(0, Long.MAX_VALUE);
        List<CompletableFuture<Void>> writes = new ArrayList<>();
        for (int workerId = 0; workerId < 16; workerId++) {
            LeaseRow row = new LeaseRow(workerId, 5, 100, 600, UidLayout.DEFAULT.toString(), "holder", true);
            CompletableFuture<Void> write = new CompletableFuture<>();
            writes.add(write);
            new Thread(() -> {
                        try {
                            store.insert(row);
                            write.complete(null);
                        } catch (RuntimeException e) {
                            write.completeExceptionally(e);
                        }
                    })
                    .start();
        }

        for (CompletableFuture<Void> write : writes) {
            assertThatThrownBy(write::join)
                    .cause()
                    .hasMessage(
                            "too few replicas have the write after PT2S, so a failover may lose it: replicas=1, acknowledged=0; connect more replicas or lower replicas");
        }
        assertThat(store.list(0, Long.MAX_VALUE)).hasSize(16);
    }

    @Test
    void asksAgainOnceForAllWritesThatCameAfterTheQuestion() throws InterruptedException {
        RedisServer server = server();
        Link writer = link(connect(server));
        RedisCommands<String, String> others = commands(server);
        long client = writer.await(RedisAsyncCommands::clientId);
        CompletableFuture<Long> first =
                CompletableFuture.supplyAsync(() -> writer.awaitReplicas(1, Duration.ofMinutes(1)));
        Patience.awaitUntil(() -> others.info("clients").contains("blocked_clients:1"));

        List<Thread> later = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            Thread one = new Thread(() -> writer.awaitReplicas(1, Duration.ofMillis(1)));
            one.start();
            Patience.awaitUntil(() -> one.getState() == Thread.State.WAITING);
            later.add(one);
        }
        others.clientUnblock(client, UnblockType.TIMEOUT);
        for (Thread one : later) {
            one.join();
        }

        assertThat(first.join()).isZero();
        assertThat(others.info("commandstats")).contains("cmdstat_wait:calls=2,");
    }

    @Test
    void holdsUpNobodyAfterAQuestionThatFailed() {
        RedisServer server = server();
        StatefulRedisConnection<String, String> closed = connect(server);
        closed.close();
        Link lost = link(closed);
        assertThatThrownBy(() -> lost.awaitReplicas(1, Duration.ofMillis(1))).isInstanceOf(RedisException.class);

        assertThat(CompletableFuture.supplyAsync(() -> lost.awaitReplicas(1, Duration.ofMillis(1))))
                .failsWithin(Patience.LONGEST)
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(RedisException.class);
    }

    /** Lettuce would open another socket and send WAIT again there, for other writes. */
    @Test
    void doesNotWaitForReplicasOnAnotherSocketThanThatOfTheWrite() {
        RedisServer server = server();
        RedisLeaseStore store =
                store(server.url(), options -> options.replicas(1).timeout(Duration.ofMinutes(1)));
        RedisCommands<String, String> commands = commands(server);
        CompletableFuture<Boolean> write = CompletableFuture.supplyAsync(() -> store.insert(ROW));
        Patience.awaitUntil(() -> commands.info("clients").contains("blocked_clients:1"));

        commands.clientKill(KillArgs.Builder.typeNormal().skipme());

        assertThatThrownBy(() -> Patience.get(write))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOf(StoreException.class)
                .hasMessage("the connection was lost; whether the command was run is unknown");
        assertThat(store.find(7)).contains(ROW);
        assertThat(commands.info("clients")).contains("blocked_clients:0");
    }
}
