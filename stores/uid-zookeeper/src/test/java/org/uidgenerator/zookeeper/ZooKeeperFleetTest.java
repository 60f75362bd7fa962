package org.uidgenerator.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.api.transaction.CuratorOp;
import org.apache.curator.retry.RetryNTimes;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.uidgenerator.StoreException;
import org.uidgenerator.StoreIdentity;
import org.uidgenerator.test.internal.Callers;
import org.uidgenerator.testing.ZooKeeperServer;
import org.uidgenerator.worker.lease.store.LeaseRow;
import org.uidgenerator.worker.lease.store.TimedLeaseRow;

/** The requests and dealt worker ids of a start beside many rows. */
@Tag("proof")
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
@Execution(ExecutionMode.CONCURRENT) // each has a namespace and a connection of its own
class ZooKeeperFleetTest {
    private static final AtomicInteger NAMESPACES = new AtomicInteger();
    private static final long ANY = Long.MAX_VALUE;

    private static CuratorFramework rival;

    private DisturbedConnection connection;
    private CuratorFramework client;
    private String path;
    private ZooKeeperLeaseStore store;

    @BeforeAll
    static void connectRival() {
        rival = started(ZooKeeperServer.shared().connectString());
    }

    @AfterAll
    static void disconnectRival() {
        rival.close();
    }

    @BeforeEach
    void connect() throws Exception {
        connection = new DisturbedConnection(ZooKeeperServer.shared().port());
        client = started(connection.connectString());
        String namespace = "fleet-" + NAMESPACES.incrementAndGet();
        path = "/uid/" + namespace;
        store = ZooKeeperLeaseStore.on(client, namespace);
        store.now(); // makes the nodes
    }

    private static CuratorFramework started(String servers) {
        CuratorFramework client = CuratorFrameworkFactory.builder()
                .connectString(servers)
                .sessionTimeoutMs(10_000)
                .connectionTimeoutMs(10_000)
                .retryPolicy(new RetryNTimes(10, 10))
                .ensembleTracker(false) // which would ask at any time
                .build();
        client.start();
        return client;
    }

    @AfterEach
    void disconnect() throws Exception {
        client.close();
        connection.close();
    }

    private static LeaseRow row(long workerId, String holder) {
        return new LeaseRow(workerId, 5, 100, 600, "layout", holder, true);
    }

    private void put(String child, String data) throws Exception {
        client.create().forPath(path + "/" + child, data.getBytes(StandardCharsets.UTF_8));
    }

    private void putRows(long from, long to) throws Exception {
        List<CuratorOp> rows = new ArrayList<>();
        for (long workerId = from; workerId < to; workerId++) {
            String text = LeaseText.of(row(workerId, "other"), null);
            rows.add(client.transactionOp()
                    .create()
                    .forPath(path + "/" + workerId, text.getBytes(StandardCharsets.UTF_8)));
        }
        client.transaction().forOperations(rows);
    }

    private List<Long> listed(long first, long last) {
        return store.list(first, last).stream()
                .map(TimedLeaseRow::row)
                .map(LeaseRow::workerId)
                .sorted()
                .toList();
    }

    private static List<Long> range(long from, long to) {
        return LongStream.range(from, to).boxed().toList();
    }

    // Survey.

    @Test
    void surveysAFleetOfAnySizeWithTheSameRequests() throws Exception {
        putRows(0, 3);
        for (int fleet : new int[] {3, 600}) {
            if (fleet > 3) {
                putRows(3, fleet);
            }

            assertThat(connection.requestsOf(() -> assertThat(
                                    store.overview(0, ANY, Optional.empty()).highest())
                            .hasValue(fleet - 1)))
                    .containsExactly(OpCode.setData, OpCode.sync, OpCode.multiRead);
        }
        assertThat(connection.requestsOf(() -> store.overview(0, 299, Optional.of("orders-2"))))
                .containsExactly(
                        OpCode.setData, OpCode.sync, OpCode.multiRead, OpCode.sync, OpCode.multiRead, OpCode.multiRead);
    }

    @Test
    void surveysTheRangeAndTheStoreIdentity() {
        assertThat(store.overview(0, ANY, Optional.of("orders-2"))).satisfies(overview -> {
            assertThat(overview.identity()).isEmpty();
            assertThat(overview.highest()).isEmpty();
            assertThat(overview.own()).isEmpty();
        });
        StoreIdentity identity =
                StoreIdentity.random(store.namespace(), "layout", "maker", Instant.now(), new Random(1));
        assertThat(store.identityRecord().orElseThrow().insert(identity)).isTrue();
        for (long workerId : new long[] {3, 9, 20}) {
            store.insert(row(workerId, "orders-2"));
        }
        store.insert(row(10, "other"));
        store.dealt.deal(1_000);

        assertThat(store.overview(4, 19, Optional.of("orders-2"))).satisfies(overview -> {
            assertThat(overview.identity()).contains(identity);
            assertThat(overview.highest()).hasValue(10);
            assertThat(overview.own()).containsExactly(9L);
            assertThat(overview.others()).isEmpty();
            assertThat(Duration.between(overview.now(), Instant.now()).abs()).isLessThan(Duration.ofMinutes(1));
        });
        assertThat(store.overview(11, 19, Optional.empty()).highest()).isEmpty();
        assertThat(store.overview(0, ANY, Optional.empty()).own()).isEmpty();
        assertThat(listed(0, ANY)).containsExactly(3L, 9L, 10L, 20L);
    }

    // Pages.

    @Test
    void readsTheRowsOfARangeOnly() throws Exception {
        putRows(0, 600);
        client.setData().forPath(path + "/5", new byte[] {'x'});

        assertThat(connection.requestsOf(() -> assertThat(listed(100, 227)).isEqualTo(range(100, 228))))
                .containsExactly(OpCode.sync, OpCode.multiRead);
        assertThat(listed(590, 700)).isEqualTo(range(590, 600));
        assertThat(listed(6, 499)).isEqualTo(range(6, 500));
        assertThat(listed(700, 800)).isEmpty();
        assertThat(listed(7, 6)).isEmpty();
        for (long last : new long[] {10, 500}) {
            assertThatThrownBy(() -> store.list(0, last))
                    .isInstanceOf(StoreException.class)
                    .hasMessageStartingWith("the node " + path + "/5 is not the lease of a worker id: data=\"x\"; ");
        }
    }

    @Test
    void refusesToSurveyNodesThatAreNotNamedLikeAWorkerId() throws Exception {
        put("leader", "x");

        assertThatThrownBy(() -> store.overview(0, ANY, Optional.empty()))
                .isInstanceOf(StoreException.class)
                .hasMessage("the node " + path
                        + "/leader is not the lease of a worker id: data=\"x\"; remove it, or take another namespace");
    }

    // New worker ids.

    @Test
    void dealsEachOfManyAnotherWorkerId() throws Exception {
        assertThat(Callers.concurrently(Collections.nCopies(200, () -> store.dealt.deal(3))))
                .containsExactlyInAnyOrderElementsOf(range(3, 203));
        assertThat(Callers.concurrently(Collections.nCopies(200, () -> store.dealt.deal(150))))
                .containsExactlyInAnyOrderElementsOf(range(203, 403));
    }

    @Test
    void dealsNoneBelowTheLowestAndNoneTwice() {
        assertThat(store.dealt.deal(0)).isEqualTo(0);
        assertThat(store.dealt.deal(0)).isEqualTo(1);
        assertThat(store.dealt.deal(1_000)).isEqualTo(1_000);
        assertThat(store.dealt.deal(0)).isEqualTo(1_001);
        assertThat(store.dealt.deal(1_002)).isEqualTo(1_002);
        assertThat(connection.requestsOf(() -> store.dealt.deal(5)))
                .containsExactly(OpCode.sync, OpCode.multiRead, OpCode.setData);
    }

    /** Acts over a connection of its own before each write of the store. */
    private void beforeEachWrite(Consumer<CuratorFramework> act) {
        connection.beforeWrites(() -> act.accept(rival));
    }

    @Test
    void dealsTheNextOneIfAnotherStartIsFaster() {
        store.dealt.deal(3);
        beforeEachWrite(
                other -> ZooKeeperLeaseStore.on(other, store.namespace()).dealt.deal(3));
        assertThat(store.dealt.deal(3)).isEqualTo(5);
        beforeEachWrite(
                other -> ZooKeeperLeaseStore.on(other, store.namespace()).dealt.deal(70));

        assertThat(store.dealt.deal(50)).isEqualTo(72); // which is refused once
    }

    @Test
    void givesUpDealingIfOthersAreFasterAgainAndAgain() {
        store.dealt.deal(3);
        beforeEachWrite(other -> assertThat(write(other, "")).isPositive());

        assertThat(connection.requestsOf(() -> assertThat(store.dealt.deal(50)).isEqualTo(50)))
                .filteredOn(opCode -> opCode == OpCode.setData)
                .hasSize(6);
    }

    private int write(CuratorFramework other, String dealt) {
        try {
            return other.setData()
                    .forPath(path + "/dealt", dealt.getBytes(StandardCharsets.UTF_8))
                    .getVersion();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void leavesOutAWorkerIdWhoseAnswerIsLost() {
        store.dealt.deal(7);
        connection.loseAnswerToNextWrite();

        assertThat(store.dealt.deal(7)).isEqualTo(9);
        assertThat(connection.isDone()).isTrue();
    }

    @Test
    void startsAgainWhereTheNodeHasNoNumber() throws Exception {
        put("dealt", "x");

        assertThat(store.dealt.deal(3)).isEqualTo(3);
        assertThat(store.dealt.deal(3)).isEqualTo(4);
    }
}
