package org.uidgenerator.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.uidgenerator.StoreException;
import org.uidgenerator.StoreIdentity;
import org.uidgenerator.StoreIdentityRecord;
import org.uidgenerator.test.internal.Callers;
import org.uidgenerator.testing.RedisServer;
import org.uidgenerator.worker.lease.store.Fence;
import org.uidgenerator.worker.lease.store.LeaseRow;
import org.uidgenerator.worker.lease.store.TimedLeaseRow;

/** The index by which a start finds rows without reading those of others. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
@Execution(ExecutionMode.CONCURRENT) // each has a server of its own
class RedisLeaseIndexTest extends OpenedResources {
    private static final long ANY = Long.MAX_VALUE;
    private static final String INDEX = "uid:{fleet}:leases";
    private static final String HOLDERS = "uid:{fleet}:holders";
    private static final Pattern CALLS = Pattern.compile("cmdstat_(\\w+):calls=(\\d+),");

    private RedisLeaseStore store;
    private RedisCommands<String, String> commands;

    @BeforeEach
    void startServer() {
        RedisServer server = server();
        RedisClient client = opened(RedisClient.create(server.url()));
        store = opened(RedisLeaseStore.builder(client)
                .namespace("fleet")
                .timeout(Duration.ofSeconds(60))
                .build(time -> {}));
        commands = opened(client.connect()).sync();
    }

    private static LeaseRow row(long workerId, String holder) {
        return new LeaseRow(workerId, 5, 100, 600, "layout", holder, true);
    }

    private void insert(String holder, long... workerIds) {
        for (long workerId : workerIds) {
            assertThat(store.insert(row(workerId, holder))).isTrue();
        }
    }

    private StoreIdentity insertIdentity() {
        StoreIdentityRecord record = store.identityRecord().orElseThrow();
        StoreIdentity identity = StoreIdentity.random("fleet", "layout", "maker", Instant.now(), new Random(1));
        assertThat(record.insert(identity)).isTrue();
        return identity;
    }

    private List<Long> own(String holder) {
        return store.overview(0, ANY, Optional.of(holder)).own();
    }

    private List<Long> listed(long first, long last) {
        return store.list(first, last).stream()
                .map(TimedLeaseRow::row)
                .map(LeaseRow::workerId)
                .sorted()
                .toList();
    }

    /** What the server runs for a call, scripts and what is in them, once it has the scripts. */
    private Map<String, Integer> commandsOf(Runnable call) {
        call.run();
        commands.configResetstat();
        call.run();
        Map<String, Integer> calls = new TreeMap<>();
        CALLS.matcher(commands.info("commandstats"))
                .results()
                .forEach(found -> calls.put(found.group(1), Integer.parseInt(found.group(2))));
        calls.remove("config"); // of the reset
        return calls;
    }

    // Survey.

    @Test
    void surveysAFleetOfAnySizeWithTheSameCommands() {
        insertIdentity();
        for (int fleet : new int[] {3, 1_200}) {
            insert(
                    "other",
                    LongStream.range(
                                    store.overview(0, ANY, Optional.empty())
                                                    .highest()
                                                    .orElse(-1)
                                            + 1,
                                    fleet)
                            .toArray());

            assertThat(commandsOf(() -> store.overview(0, ANY, Optional.empty())))
                    .isEqualTo(Map.of("evalsha", 1, "time", 1, "hgetall", 1, "zrange", 1));
            assertThat(commandsOf(() -> store.overview(0, ANY, Optional.of("new"))))
                    .isEqualTo(Map.of("evalsha", 1, "time", 1, "hgetall", 1, "zrange", 2));
        }
        insert("orders-2", 5_000, 5_001);

        assertThat(commandsOf(() -> store.overview(0, ANY, Optional.of("orders-2"))))
                .isEqualTo(Map.of("evalsha", 1, "time", 1, "hgetall", 1, "zrange", 2));
        assertThat(commandsOf(() -> store.find(Set.of(1L, 5_000L, 9_999L))))
                .isEqualTo(Map.of("evalsha", 1, "hmget", 3, "hlen", 1, "zscore", 1));
    }

    @Test
    void surveysTheRangeAndTheStoreIdentity() {
        assertThat(store.overview(0, ANY, Optional.empty()).identity()).isEmpty();
        assertThat(store.overview(0, ANY, Optional.empty()).highest()).isEmpty();
        StoreIdentity identity = insertIdentity();
        insert("orders-2", 3, 9, 20);
        insert("other", 10);

        assertThat(store.overview(4, 19, Optional.of("orders-2"))).satisfies(overview -> {
            assertThat(overview.identity()).contains(identity);
            assertThat(overview.highest()).hasValue(10);
            assertThat(overview.own()).containsExactly(9L);
            assertThat(overview.others()).isEmpty();
            assertThat(Duration.between(overview.now(), Instant.now()).abs()).isLessThan(Duration.ofMinutes(1));
        });
        assertThat(store.overview(11, 19, Optional.empty()).highest()).isEmpty();
        assertThat(listed(4, 19)).containsExactly(9L, 10L);
        assertThat(listed(9, 20)).containsExactly(9L, 10L, 20L);
        assertThat(listed(11, 19)).isEmpty();
    }

    @Test
    void readsTheRowsOfARangeOnly() {
        insert("other", LongStream.range(0, 40).toArray());
        commands.zadd(INDEX, 9, "x");
        commands.zadd(INDEX, 20, "y");

        assertThat(commandsOf(() -> store.list(10, 19))).isEqualTo(Map.of("evalsha", 2, "zrange", 1, "hmget", 10));
        assertThat(commandsOf(() -> store.list(40, 49))).isEqualTo(Map.of("evalsha", 1, "zrange", 1));
    }

    @Test
    void readsTheTimeOfTheServerToTheMicrosecond() {
        Instant before = time();

        Instant now = store.now();
        Instant surveyed = store.overview(0, ANY, Optional.empty()).now();

        assertThat(List.of(before, now, surveyed, time())).isSorted();
    }

    private Instant time() {
        List<String> time = commands.time();
        return Instant.ofEpochSecond(Long.parseLong(time.get(0))).plus(Long.parseLong(time.get(1)), ChronoUnit.MICROS);
    }

    // Holders.

    @Test
    void tellsHoldersApartWhoseNamesBeginAlike() {
        List<String> holders = List.of("a", "a:1", "a:", ":", "a\u0000", "a\n1", "\u00e9", "1:a", "a:1:1", "aa");
        for (int i = 0; i < holders.size(); i++) {
            insert(holders.get(i), i, 100 + i);
        }

        for (int i = 0; i < holders.size(); i++) {
            String holder = holders.get(i);
            assertThat(own(holder)).containsExactlyInAnyOrder((long) i, 100L + i);
        }
        assertThat(own("")).isEmpty();
    }

    @Test
    void followsARowToItsNextHolder() {
        insert("orders-1", 7);

        assertThat(store.update(Fence.at(row(7, "orders-1")), row(7, "orders-2")))
                .isTrue();
        assertThat(own("orders-1")).isEmpty();
        assertThat(own("orders-2")).containsExactly(7L);
        assertThat(commands.zrange(HOLDERS, 0, -1)).containsExactly("8:orders-2:7");

        store.delete(row(7, "orders-2"));
        assertThat(own("orders-2")).isEmpty();
        assertThat(commands.exists(HOLDERS, INDEX)).isZero();
    }

    @Test
    void putsBackWhatTheIndexesHaveLostWithTheNextWriteOfARow() {
        insert("orders-2", 7);
        commands.del(HOLDERS, INDEX);
        assertThat(own("orders-2")).isEmpty();
        assertThat(listed(0, ANY)).isEmpty();

        assertThat(store.update(Fence.at(row(7, "orders-2")), row(7, "orders-2")))
                .isTrue();

        assertThat(own("orders-2")).containsExactly(7L);
        assertThat(listed(0, ANY)).containsExactly(7L);
    }

    @Test
    void refusesAnIndexOfHoldersThatHoldsSomethingElse() {
        commands.set(HOLDERS, "x");
        assertThatThrownBy(() -> store.insert(row(7, "orders-2")))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("WRONGTYPE ");
        assertThat(commands.dbsize()).isOne(); // HOLDERS
        commands.del(HOLDERS);
        commands.zadd(HOLDERS, 0, "8:orders-2:x");

        assertThatThrownBy(() -> own("orders-2"))
                .isInstanceOf(StoreException.class)
                .hasMessage(
                        "uid:{fleet}:holders is no set of worker ids: it has the member x; choose another namespace, or remove the member");
    }

    @Test
    void refusesARowThatIsGone() {
        insert("orders-2", 7);
        commands.del("uid:{fleet}:lease:7");

        assertThat(store.insert(row(7, "orders-3"))).isFalse();
        assertThatThrownBy(() -> store.find(Set.of(6L, 7L)))
                .isInstanceOf(StoreException.class)
                .hasMessageStartingWith("uid:{fleet}:lease:7 is gone, and it is unknown which ticks were used");
    }

    // New worker ids.

    @Test
    void dealsEachOfManyAnotherWorkerId() throws Exception {
        insertIdentity();

        assertThat(Callers.concurrently(Collections.nCopies(200, () -> store.deal(3))))
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.range(3, 203).boxed().toList());
        assertThat(store.deal(0)).isEqualTo(203);
        assertThat(store.deal(9_007_199_254_740_990L)).isEqualTo(9_007_199_254_740_990L);
        assertThat(store.deal(0)).isEqualTo(9_007_199_254_740_991L);
    }

    @Test
    void dealsNothingBeforeThereIsAStoreIdentityAndLeavesItAsItIs() {
        assertThat(store.deal(3)).isEqualTo(3);
        assertThat(store.deal(3)).isEqualTo(3);

        StoreIdentity identity = insertIdentity();
        assertThat(store.deal(3)).isEqualTo(3);
        assertThat(store.deal(3)).isEqualTo(4);
        assertThat(commands.hgetall("uid:{fleet}:identity"))
                .containsEntry("DEALT", "4")
                .containsOnlyKeys("IDENTITY", "DEALT");

        StoreIdentityRecord record = store.identityRecord().orElseThrow();
        assertThat(record.find()).contains(identity);
        assertThat(record.insert(identity)).isFalse();
        assertThat(store.overview(0, ANY, Optional.empty()).identity()).contains(identity);
    }
}
