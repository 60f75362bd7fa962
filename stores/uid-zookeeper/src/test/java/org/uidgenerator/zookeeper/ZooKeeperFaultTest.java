package org.uidgenerator.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.api.ACLProvider;
import org.apache.curator.retry.RetryNTimes;
import org.apache.curator.retry.RetryOneTime;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs;
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
import org.uidgenerator.StoreException;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.test.internal.Patience;
import org.uidgenerator.testing.ZooKeeperServer;
import org.uidgenerator.worker.LeaseRequest;
import org.uidgenerator.worker.WorkerLease;
import org.uidgenerator.worker.lease.LeasedWorkerIds;
import org.uidgenerator.worker.lease.store.Fence;
import org.uidgenerator.worker.lease.store.LeaseRow;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;

/** What goes wrong between a client and its server, and on the server. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
@Execution(ExecutionMode.CONCURRENT) // a client waits for up to a second before it connects again
class ZooKeeperFaultTest {
    private static final AtomicInteger NAMESPACES = new AtomicInteger();
    private static final LeaseRow ROW = new LeaseRow(7, 5, 100, 600, "layout", "holder", true);
    private static final LeaseRow NEXT = new LeaseRow(7, 5, 200, 600, "layout", "holder", true);
    private static final Fence FENCE = new Fence(5, 100, 200);

    private static CuratorFramework direct;

    private DisturbedConnection connection;
    private CuratorFramework disturbed;
    private String namespace;

    @BeforeAll
    static void connectDirectly() {
        direct = started(ZooKeeperServer.shared().connectString(), builder -> builder);
    }

    @AfterAll
    static void disconnectDirectly() {
        direct.close();
    }

    @BeforeEach
    void connect() throws Exception {
        namespace = "faults-" + NAMESPACES.incrementAndGet();
        connection = new DisturbedConnection(ZooKeeperServer.shared().port());
        disturbed = started(connection.connectString(), builder -> builder);
    }

    @AfterEach
    void disconnect() throws Exception {
        disturbed.close();
        connection.close();
    }

    private static CuratorFramework started(String servers, UnaryOperator<CuratorFrameworkFactory.Builder> options) {
        CuratorFramework client = options.apply(CuratorFrameworkFactory.builder()
                        .connectString(servers)
                        .sessionTimeoutMs(10_000)
                        .connectionTimeoutMs(10_000)
                        .retryPolicy(new RetryNTimes(10, 10)))
                .build();
        client.start();
        return client;
    }

    private CuratorFramework impatient() {
        return started(
                connection.connectString(),
                builder -> builder.sessionTimeoutMs(3_000)
                        .connectionTimeoutMs(3_000)
                        .retryPolicy(new RetryOneTime(1)));
    }

    private WorkerLeaseStore store(CuratorFramework client) {
        return ZooKeeperLeaseStore.on(client, namespace);
    }

    private String path(String child) {
        return "/uid/" + namespace + "/" + child;
    }

    private void put(String child, String data) throws Exception {
        direct.create().creatingParentsIfNeeded().forPath(path(child), data.getBytes(StandardCharsets.UTF_8));
    }

    private String lost() {
        return "the connection to ZooKeeper was lost or did not come about: servers=" + connection.connectString();
    }

    // The connection.

    @Test
    void doesNotClaimToKnowAWriteWhoseAnswerIsLost() {
        store(direct).insert(ROW);
        connection.loseAnswerToNextWrite();

        assertThatThrownBy(() -> store(disturbed).update(FENCE, NEXT))
                .isInstanceOf(StoreException.class)
                .hasMessage(lost())
                .hasCauseInstanceOf(KeeperException.ConnectionLossException.class);

        assertThat(store(direct).find(7)).contains(NEXT);
    }

    @Test
    void repeatsNoWriteThatIsLost() {
        store(direct).insert(ROW);
        connection.loseNextWrite();

        assertThatThrownBy(() -> store(disturbed).update(FENCE, NEXT))
                .isInstanceOf(StoreException.class)
                .hasMessage(lost());

        assertThat(store(direct).find(7)).contains(ROW);
        assertThat(store(disturbed).update(FENCE, NEXT)).isTrue();
    }

    @Test
    void wouldDenyAWriteThatWasDoneIfTheClientRepeatedIt() throws Exception {
        put("7", "before");
        connection.loseAnswerToNextWrite();

        assertThatThrownBy(() ->
                        disturbed.setData().withVersion(0).forPath(path("7"), "after".getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(KeeperException.BadVersionException.class);

        assertThat(direct.getData().forPath(path("7"))).asString().isEqualTo("after");
    }

    @Test
    void repeatsAReadWhoseAnswerIsLost() {
        store(direct).insert(ROW);
        connection.loseAnswerToNextRead();

        assertThat(store(disturbed).find(7)).contains(ROW);
        assertThat(connection.isDone()).isTrue();
    }

    private static boolean reserves(WorkerLease lease, long tick) {
        try {
            lease.reserve(tick);
            return true;
        } catch (UidGenerateException notYet) {
            return false;
        }
    }

    @Test
    void reservesTicksAlthoughAnswersAreLost() {
        try (LeasedWorkerIds assigner = LeasedWorkerIds.builder(ZooKeeperLeaseStore.on(disturbed, namespace))
                .build()) {
            WorkerLease lease = assigner.assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT));
            LeaseRow before = store(direct).find(0).orElseThrow();
            connection.loseAnswerToNextWrite();

            Patience.awaitUntil(() -> reserves(lease, before.reservedThrough() + 1));

            LeaseRow after = store(direct).find(0).orElseThrow();
            assertThat(after.term()).isEqualTo(before.term());
            assertThat(after.reservedThrough()).isEqualTo(before.reservedThrough() + 600);
            assertThat(connection.isDone()).isTrue();
        }
    }

    @Test
    void keepsTheWorkerIdWhenTheSessionExpires() throws Exception {
        try (LeasedWorkerIds assigner = LeasedWorkerIds.builder(ZooKeeperLeaseStore.on(disturbed, namespace))
                .build()) {
            WorkerLease lease = assigner.assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT));
            LeaseRow before = store(direct).find(0).orElseThrow();
            long session = disturbed.getZookeeperClient().getZooKeeper().getSessionId();

            disturbed.getZookeeperClient().getZooKeeper().getTestable().injectSessionExpiration();
            Patience.awaitUntil(() -> reserves(lease, before.reservedThrough() + 1));

            assertThat(disturbed.getZookeeperClient().getZooKeeper().getSessionId())
                    .isNotEqualTo(session);
            assertThat(store(direct).find(0).orElseThrow().term()).isEqualTo(before.term());
            assertThat(lease.isRevoked()).isFalse();
        }
    }

    // Slow: waits for the time-outs of a client, one after the other.
    @Test
    void doesNotWaitForEverForAServerThatDoesNotAnswer() {
        try (CuratorFramework client = impatient()) {
            WorkerLeaseStore store = store(client);
            store.insert(ROW);
            connection.fallSilent();
            long start = System.nanoTime();

            assertThatThrownBy(() -> store.update(FENCE, NEXT))
                    .isInstanceOf(StoreException.class)
                    .hasMessage(lost());

            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Patience.LONGEST);
        }
    }

    // Slow: waits for the time-out of a connection.
    @Test
    void saysWhichServersDoNotAnswer() throws Exception {
        try (CuratorFramework client = impatient()) {
            connection.close();

            assertThatThrownBy(() -> LeasedWorkerIds.builder(ZooKeeperLeaseStore.on(client, namespace))
                            .build()
                            .assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT)))
                    .isInstanceOf(UidGenerateException.class)
                    .hasMessage("no worker id from ZooKeeper /uid: %s", lost());
        }
    }

    @Test
    void keepsTheInterruptOfWhoeverWaits() {
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> store(direct).find(7))
                .isInstanceOf(StoreException.class)
                .hasMessage("interrupted while waiting for ZooKeeper")
                .hasCauseInstanceOf(InterruptedException.class);

        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void saysThatTheClientIsClosed() {
        CuratorFramework closed = started(
                ZooKeeperServer.shared().connectString(),
                builder -> builder.connectionTimeoutMs(1_000_000)); // is not waited for
        WorkerLeaseStore store = store(closed);
        closed.close();
        long start = System.nanoTime();

        for (Runnable call : List.<Runnable>of(
                () -> store.list(0, Long.MAX_VALUE), store::now, () -> store.insert(ROW), () -> store.find(7))) {
            assertThatThrownBy(call::run)
                    .isInstanceOf(StoreException.class)
                    .hasMessage(
                            "the CuratorFramework must be started, and closed only after all that uses it: state=STOPPED");
        }
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Patience.LONGEST);
    }

    // The nodes.

    @Test
    void findsNothingAndCreatesNothingWhereThereIsNoPath() throws Exception {
        WorkerLeaseStore store = store(direct);

        assertThat(store.list(0, Long.MAX_VALUE)).isEmpty();
        assertThat(store.find(7)).isEmpty();
        assertThat(store.update(FENCE, NEXT)).isFalse();
        store.delete(ROW);

        assertThat(direct.checkExists().forPath("/uid/" + namespace)).isNull();
    }

    @Test
    void addsARowToAnEmptyNode() throws Exception {
        put("7", "");
        assertThat(store(direct).list(0, Long.MAX_VALUE)).isEmpty();
        assertThat(store(direct).find(7)).isEmpty();

        assertThat(store(direct).insert(ROW)).isTrue();

        assertThat(direct.getData().forPath(path("7")))
                .asString()
                .isEqualTo(
                        "TERM=5\nRESERVED_THROUGH=100\nNEXT_RESERVATION=600\nLAYOUT=layout\nHELD=true\nHOLDER=holder");
    }

    @Test
    void usesNoVersionOfANodeTwice() throws Exception {
        WorkerLeaseStore store = store(direct);
        store.insert(ROW);
        int version = direct.checkExists().forPath(path("7")).getVersion();

        store.delete(ROW);
        store.insert(ROW);

        assertThat(direct.checkExists().forPath(path("7")).getVersion()).isGreaterThan(version);
    }

    @Test
    void leavesANodeAloneThatIsNoLease() throws Exception {
        String foreign = "x".repeat(1_000_000);
        put("7", foreign);
        WorkerLeaseStore store = store(direct);

        for (Runnable call : List.<Runnable>of(
                () -> store.list(0, Long.MAX_VALUE),
                () -> store.find(7),
                () -> store.insert(ROW),
                () -> store.update(FENCE, NEXT),
                () -> store.delete(ROW))) {
            assertThatThrownBy(call::run)
                    .isInstanceOf(StoreException.class)
                    .hasMessage(
                            "the node %s is not the lease of a worker id: data=\"%s...\"; remove it, or take another namespace",
                            path("7"), "x".repeat(64));
        }
        assertThat(direct.getData().forPath(path("7"))).asString().isEqualTo(foreign);
    }

    @Test
    void refusesNodesThatAreNotNamedLikeAWorkerId() throws Exception {
        for (String name : List.of("leader", "07", "-1", "9223372036854775808")) {
            put(name, "");

            assertThatThrownBy(() -> store(direct).list(0, Long.MAX_VALUE))
                    .isInstanceOf(StoreException.class)
                    .hasMessage(
                            "the node %s is not the lease of a worker id: data=\"\"; remove it, or take another namespace",
                            path(name));
            direct.delete().forPath(path(name));
        }
    }

    @Test
    void listsMoreRowsThanOneAnswerHolds() {
        WorkerLeaseStore store = store(direct);
        for (int workerId = 0; workerId < 300; workerId++) {
            store.insert(new LeaseRow(workerId, 1, -1, 0, "l".repeat(128), "h".repeat(128), true));
        }

        assertThat(store.list(0, Long.MAX_VALUE))
                .extracting(lease -> lease.row().workerId())
                .hasSize(300)
                .doesNotHaveDuplicates();
    }

    // Rights.

    /** Nodes of the clients that have made them. */
    private static final ACLProvider PRIVATE = new ACLProvider() {
        @Override
        public List<ACL> getDefaultAcl() {
            return Collections.singletonList(new ACL(ZooDefs.Perms.ALL, new Id("auth", "")));
        }

        @Override
        public List<ACL> getAclForPath(String path) {
            return Collections.singletonList(new ACL(ZooDefs.Perms.ALL, new Id("auth", "")));
        }
    };

    private CuratorFramework owner() {
        return started(
                ZooKeeperServer.shared().connectString(),
                builder -> builder.namespace("private")
                        .authorization("digest", "owner:secret".getBytes(StandardCharsets.UTF_8))
                        .aclProvider(PRIVATE));
    }

    @Test
    void givesNodesTheAclOfTheClientBelowItsNamespace() throws Exception {
        try (CuratorFramework owner = owner()) {
            store(owner).insert(ROW);

            assertThat(store(owner)).hasToString("ZooKeeper /private/uid");
            assertThat(owner.getACL().forPath(path("7")))
                    .singleElement()
                    .satisfies(acl -> assertThat(acl.getId().getScheme()).isEqualTo("digest"));
            assertThat(owner.usingNamespace(null).checkExists().forPath("/private" + path("7")))
                    .isNotNull();
            assertThat(store(owner).find(7)).contains(ROW);
        }
    }

    @Test
    void keepsViewsOfAClientApartByTheirNamespaces() {
        WorkerLeaseStore one = store(direct.usingNamespace("one"));

        assertThat(one.insert(ROW)).isTrue();

        assertThat(one).hasToString("ZooKeeper /one/uid");
        assertThat(one.find(7)).contains(ROW);
        assertThat(one.list(0, Long.MAX_VALUE)).hasSize(1);
        assertThat(store(direct.usingNamespace("two")).find(7)).isEmpty();
        assertThat(store(direct).find(7)).isEmpty();
    }

    @Test
    void saysWhichRightsAreMissing() throws Exception {
        try (CuratorFramework owner = owner();
                CuratorFramework stranger =
                        started(ZooKeeperServer.shared().connectString(), builder -> builder.namespace("private"))) {
            store(owner).insert(ROW);
            store(owner).now();
            LeaseRow other = new LeaseRow(8, 1, -1, 0, "layout", "holder", true);
            store(owner).insertNew(0, 8, 8, chosen -> other);
            WorkerLeaseStore store = store(stranger);

            assertRefused(() -> store.list(0, Long.MAX_VALUE), "");
            assertRefused(() -> store.list(7, 8), "/7");
            assertRefused(() -> store.find(7), "/7");
            assertRefused(() -> store.update(FENCE, NEXT), "/7");
            assertRefused(() -> store.insert(other), "/8");
            assertRefused(store::now, "/clock");
            assertRefused(() -> store.insertNew(0, 8, 8, chosen -> other), "/dealt");
        }
    }

    @Test
    void saysThatTheServerDoesNotAcceptTheCredentials() {
        try (CuratorFramework stranger = started(
                ZooKeeperServer.shared().connectString(),
                builder -> builder.authorization("of-another-server", new byte[] {1}))) {
            assertThatThrownBy(() -> store(stranger).find(7))
                    .isInstanceOf(StoreException.class)
                    .hasMessage(
                            "ZooKeeper does not accept this client's credentials (AUTHFAILED): correct the authorization of the"
                                    + " CuratorFramework or the JAAS configuration")
                    .hasCauseInstanceOf(KeeperException.AuthFailedException.class);
        }
    }

    @Test
    void overlooksNoNodeThatItMayNotRead() throws Exception {
        direct.create()
                .creatingParentsIfNeeded()
                .withACL(Collections.singletonList(new ACL(ZooDefs.Perms.ALL, new Id("ip", "192.0.2.1"))))
                .forPath(path("7"));

        assertThatThrownBy(() -> store(direct).list(0, Long.MAX_VALUE))
                .isInstanceOf(StoreException.class)
                .hasMessageStartingWith("ZooKeeper refuses " + path("7") + " to this client: ");
    }

    @Test
    void saysThatTheChrootIsMissingUntilItIsCreated() throws Exception {
        String chroot = "/of-" + namespace;
        try (CuratorFramework below = started(ZooKeeperServer.shared().connectString() + chroot, builder -> builder)) {
            assertThatThrownBy(() -> store(below).insert(ROW))
                    .isInstanceOf(StoreException.class)
                    .hasMessage(
                            "ZooKeeper has no node /uid below the chroot %s of this client: create the chroot, as by zkCli.sh: create %s",
                            chroot, chroot);

            direct.create().forPath(chroot);
            assertThat(store(below).insert(ROW)).isTrue();
        }
    }

    private void assertRefused(Runnable call, String child) {
        assertThatThrownBy(call::run)
                .isInstanceOf(StoreException.class)
                .hasMessage(
                        "ZooKeeper refuses /private/uid/%s%s to this client: give the CuratorFramework an authorization with the"
                                + " rights CREATE, READ and WRITE there, or change the ACL",
                        namespace, child)
                .hasCauseInstanceOf(KeeperException.NoAuthException.class);
    }
}
