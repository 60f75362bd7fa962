package org.uidgenerator.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryNTimes;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.uidgenerator.OtherStoreIdentityException;
import org.uidgenerator.StoreException;
import org.uidgenerator.StoreIdentity;
import org.uidgenerator.UidRange;
import org.uidgenerator.segment.NoSuchCounterException;
import org.uidgenerator.test.internal.Patience;
import org.uidgenerator.testing.ZooKeeperServer;

/** What goes wrong between a client that counts and its server, and what others do meanwhile. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
@Execution(ExecutionMode.CONCURRENT) // each has a namespace and a connection of its own
class ZooKeeperSegmentFaultTest {
    private static final AtomicInteger NAMESPACES = new AtomicInteger();
    private static final String TAG = "orders";

    private static CuratorFramework direct;

    private DisturbedConnection connection;
    private CuratorFramework disturbed;
    private String namespace;
    private ZooKeeperSegmentStore store;

    @BeforeAll
    static void connectDirectly() {
        direct = started(ZooKeeperServer.shared().connectString(), 60_000);
    }

    @AfterAll
    static void disconnectDirectly() {
        direct.close();
    }

    @BeforeEach
    void connect() throws Exception {
        namespace = "segment-faults-" + NAMESPACES.incrementAndGet();
        connection = new DisturbedConnection(ZooKeeperServer.shared().port());
        disturbed = started(connection.connectString(), 60_000);
        store = store(disturbed);
        store.create(TAG, 1);
    }

    @AfterEach
    void disconnect() throws Exception {
        disturbed.close();
        connection.close();
    }

    private static CuratorFramework started(String servers, int timeoutMillis) {
        CuratorFramework client = CuratorFrameworkFactory.builder()
                .connectString(servers)
                .sessionTimeoutMs(10_000)
                .connectionTimeoutMs(timeoutMillis)
                .retryPolicy(new RetryNTimes(10, 10))
                .ensembleTracker(false) // which would ask at any time
                .build();
        client.start();
        return client;
    }

    private ZooKeeperSegmentStore store(CuratorFramework client) {
        return ZooKeeperSegmentStore.builder(client).namespace(namespace).build();
    }

    private String path() {
        return "/uid/" + namespace + ":segments";
    }

    private void set(String path, String data) {
        try {
            direct.setData().forPath(path, data.getBytes(StandardCharsets.UTF_8));
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private StoreIdentity newIdentity() {
        return StoreIdentity.random(namespace, "", "", Instant.EPOCH, new SecureRandom());
    }

    /** Lets others act before the next write arrives, once. */
    private void beforeNextWrite(Runnable act) {
        AtomicInteger writes = new AtomicInteger();
        connection.beforeWrites(() -> {
            if (writes.getAndIncrement() == 0) {
                act.run();
            }
        });
    }

    // The connection.

    @Test
    void losesARangeWhoseAnswerIsLost() {
        store.take(TAG, 10);
        connection.loseAnswerToNextWrite();

        assertThatThrownBy(() -> store.take(TAG, 10))
                .isInstanceOf(StoreException.class)
                .hasMessage("the connection to ZooKeeper was lost or did not come about: servers="
                        + connection.connectString())
                .hasCauseInstanceOf(KeeperException.ConnectionLossException.class);

        assertThat(connection.isDone()).isTrue();
        assertThat(store(direct).take(TAG, 10)).isEqualTo(new UidRange(21, 30, 1));
        assertThat(store.take(TAG, 10)).isEqualTo(new UidRange(31, 40, 1));
    }

    @Test
    void repeatsNoWriteThatIsLost() {
        connection.loseNextWrite();

        assertThatThrownBy(() -> store.take(TAG, 10)).isInstanceOf(StoreException.class);

        assertThat(store(direct).take(TAG, 10)).isEqualTo(new UidRange(1, 10, 1));
    }

    @Test
    void asksTwiceForARange() {
        assertThat(connection.requestsOf(() -> store.take(TAG, 10)))
                .containsExactly(OpCode.sync, OpCode.multiRead, OpCode.multi);
    }

    /** The session of the read is no session of the ensemble that the address leads to meanwhile. */
    @Test
    void raisesNoCounterOverAnotherSessionThanItHasReadItOver() throws Exception {
        Nodes nodes = Nodes.of(disturbed);
        Nodes.Branch branch = nodes.readBranch(path() + "/" + TAG);

        branch.server().getTestable().injectSessionExpiration();
        Patience.awaitUntil(() -> nodes.readBranch(path()).server() != branch.server());

        assertThatThrownBy(() -> nodes.write(branch, "10"))
                .isInstanceOf(StoreException.class)
                .hasCauseInstanceOf(KeeperException.SessionExpiredException.class);
        assertThat(store.take(TAG, 10)).isEqualTo(new UidRange(1, 10, 1));
    }

    // Others.

    @Test
    void takesTheNextRangeIfAnotherProcessIsFaster() {
        beforeNextWrite(() -> store(direct).take(TAG, 10));

        assertThat(store.take(TAG, 10)).isEqualTo(new UidRange(11, 20, 1));
    }

    @Test
    void givesUpIfOthersAreFasterAgainAndAgain() {
        try (CuratorFramework impatient = started(connection.connectString(), 2_000)) {
            connection.beforeWrites(() -> store(direct).take(TAG, 1));

            assertThatThrownBy(() -> store(impatient).take(TAG, 10))
                    .isInstanceOf(StoreException.class)
                    .hasMessage(
                            "the counter of tag orders in ZooKeeper %s was not raised within PT2S: other processes were"
                                    + " faster each time",
                            path());
        }
    }

    @Test
    void keepsTheInterruptOfWhoeverWaitsForOthers() {
        connection.beforeWrites(() -> store(direct).take(TAG, 1));
        Thread taker = Thread.currentThread();
        beforeNextWrite(() -> {
            store(direct).take(TAG, 1);
            taker.interrupt();
        });

        assertThatThrownBy(() -> store.take(TAG, 10)).isInstanceOf(StoreException.class);

        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void createsNoCounterThatAnotherProcessCreatesMeanwhile() {
        beforeNextWrite(() -> store(direct).create("parcels", 100));

        assertThat(store.create("parcels", 1)).isFalse();
        assertThat(store.take("parcels", 1).first()).isEqualTo(100);
    }

    @Test
    void takesNoRangeIfTheStoreIdentityIsReplacedMeanwhile() {
        StoreIdentity identity = newIdentity();
        StoreIdentity other = newIdentity();
        store.identityRecord().orElseThrow().insert(identity);
        beforeNextWrite(() -> set(path(), other.text()));

        assertThatThrownBy(() -> store.beginTake(identity, TAG, 10))
                .isInstanceOf(OtherStoreIdentityException.class)
                .hasMessageContaining(" holds " + other);

        assertThat(store(direct).take(TAG, 10)).isEqualTo(new UidRange(1, 10, 1));
    }

    @Test
    void findsNoCounterThatIsRemovedMeanwhile() {
        beforeNextWrite(() -> {
            try {
                direct.delete().forPath(path() + "/" + TAG);
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });

        assertThatThrownBy(() -> store.take(TAG, 10)).isInstanceOf(NoSuchCounterException.class);
    }

    @Test
    void saysWhichNodeItMayNotWrite() throws Exception {
        Id anyone = new Id("world", "anyone");
        direct.setACL().withACL(List.of(new ACL(ZooDefs.Perms.READ, anyone))).forPath(path() + "/" + TAG);

        assertThatThrownBy(() -> store.take(TAG, 10))
                .isInstanceOf(StoreException.class)
                .hasMessageStartingWith("ZooKeeper refuses " + path() + "/" + TAG + " to this client: ");
    }

    @Test
    void refusesAStoreIdentityThatIsNone() {
        set(path(), "10.0.0.1");

        assertThatThrownBy(() -> store.identityRecord().orElseThrow().find())
                .isInstanceOf(StoreException.class)
                .hasMessage(
                        "the node %s is not a store identity: data=\"10.0.0.1\"; empty it, or take another namespace",
                        path());
    }
}
