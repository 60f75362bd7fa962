package org.uidgenerator.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.uidgenerator.OtherStoreIdentityException;
import org.uidgenerator.StoreException;
import org.uidgenerator.StoreIdentity;
import org.uidgenerator.UidRange;
import org.uidgenerator.segment.NoSuchCounterException;
import org.uidgenerator.segment.SegmentStore;
import org.uidgenerator.segment.UnknownTags;
import org.uidgenerator.test.contract.SegmentStoreContract;
import org.uidgenerator.testing.ZooKeeperServer;

/** The promises of a store of counters, on a real ZooKeeper server. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class ZooKeeperSegmentStoreTest extends SegmentStoreContract {
    private static final int TIMEOUT_MILLIS = 60_000; // for many takers on a machine that does much else

    private static CuratorFramework client;

    @BeforeAll
    static void connect() {
        client = newClient();
        client.start();
    }

    @AfterAll
    static void disconnect() {
        client.close();
    }

    private static CuratorFramework newClient() {
        return CuratorFrameworkFactory.newClient(
                ZooKeeperServer.shared().connectString(), TIMEOUT_MILLIS, TIMEOUT_MILLIS, new RetryOneTime(1));
    }

    @Override
    protected SegmentStore newStore() {
        return ZooKeeperSegmentStore.on(client);
    }

    private static ZooKeeperSegmentStore.Builder builder(String namespace) {
        return ZooKeeperSegmentStore.builder(client).namespace(namespace);
    }

    private static ZooKeeperSegmentStore creating(String namespace) {
        return builder(namespace).unknownTags(UnknownTags.CREATE).build();
    }

    private static String data(String path) throws Exception {
        return new String(client.getData().forPath(path), StandardCharsets.UTF_8);
    }

    private static void put(String path, String data) throws Exception {
        client.create().creatingParentsIfNeeded().forPath(path, data.getBytes(StandardCharsets.UTF_8));
    }

    // Nodes.

    @ParameterizedTest
    @CsvSource({"order.id,order.id", "a/b%2F,a%2Fb%252F", ".,%2E", "..,%2E%2E", "...,..."})
    void namesNodesLikeTags(String tag, String node) throws Exception {
        ZooKeeperSegmentStore store = builder("names").build();
        store.create(tag, 4711);

        assertThat(store.take(tag, 5)).isEqualTo(new UidRange(4711, 4715, 1));

        assertThat(data("/uid/names:segments/" + node)).isEqualTo("4715");
    }

    @Test
    void keepsNamespacesApartAndFromLeases() {
        ZooKeeperSegmentStore one = builder("one").build();
        one.create("7", 1);
        builder("other").build().create("7", 100);
        ZooKeeperLeaseStore leases = ZooKeeperLeaseStore.on(client, "one");

        assertThat(builder("other").build().take("7", 1).first()).isEqualTo(100);
        assertThat(one.take("7", 1).first()).isEqualTo(1);
        assertThat(leases.list(0, Long.MAX_VALUE)).isEmpty();
        assertThat(one).hasToString("ZooKeeper /uid/one:segments");
    }

    @Test
    void hasAStoreIdentityBesideThatOfTheLeasesOfItsNamespace() throws Exception {
        ZooKeeperSegmentStore store = creating("two-spaces");
        ZooKeeperLeaseStore leases = ZooKeeperLeaseStore.on(client, "two-spaces");
        StoreIdentity expected = StoreIdentity.random("two-spaces", "", "", Instant.EPOCH, new SecureRandom());

        assertThatThrownBy(() -> store.beginTake(expected, "orders", 10))
                .isInstanceOf(OtherStoreIdentityException.class)
                .hasMessageStartingWith("store identity " + expected
                        + " is expected, but ZooKeeper /uid/two-spaces:segments holds none: the address");
        assertThat(client.checkExists().forPath("/uid/two-spaces:segments")).isNull();
        store.identityRecord().orElseThrow().insert(expected);

        assertThat(store.identityRecord().orElseThrow().find()).contains(expected);
        assertThat(leases.identityRecord().orElseThrow().find()).isEmpty();
        assertThat(store.beginTake(expected, "orders", 10).confirm()).isEqualTo(new UidRange(1, 10, 1));
    }

    @Test
    void createsUnknownTagsIfTold() {
        ZooKeeperSegmentStore store = creating("unknown-tags");

        assertThat(store.take("new", 5)).isEqualTo(new UidRange(1, 5, 1));
        assertThat(store.take("new", 5)).isEqualTo(new UidRange(6, 10, 1));
        assertThat(store.create("new", 100)).isFalse();
    }

    @Test
    void treatsAnEmptyNodeAsNoCounter() throws Exception {
        put("/uid/empty:segments/orders", "");
        ZooKeeperSegmentStore store = builder("empty").build();

        assertThatThrownBy(() -> store.take("orders", 1))
                .isInstanceOf(NoSuchCounterException.class)
                .hasMessage("no counter of tag orders in ZooKeeper /uid/empty:segments, ZooKeeperSegmentStore.create"
                        + " makes one");
        assertThat(store.create("orders", 7)).isTrue();
        assertThat(store.take("orders", 1).first()).isEqualTo(7);
    }

    /** Such as those that an operator has written by hand. */
    @Test
    void takesNoNegativeNumbers() throws Exception {
        put("/uid/negative:segments/orders", "-100");

        assertThat(builder("negative").build().take("orders", Long.MAX_VALUE))
                .isEqualTo(new UidRange(0, Long.MAX_VALUE - 1, 1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "1.5", "+1", "1 ", "9223372036854775808", "99999999999999999999"})
    void leavesANodeAloneThatIsNoCounter(String data) throws Exception {
        String path = "/uid/foreign:segments/" + data.length() + data.charAt(0);
        put(path, data);

        assertThatThrownBy(() -> creating("foreign").take(data.length() + data.substring(0, 1), 1))
                .isInstanceOf(StoreException.class)
                .hasMessage(
                        "the node %s is not a counter: data=\"%s\"; write the last number into it that was taken, or take"
                                + " another namespace",
                        path, data);
        assertThat(data(path)).isEqualTo(data);
    }

    // Options.

    @Test
    void refusesBadOptions() {
        for (String name : List.of("a/b", "a:b")) {
            assertThatThrownBy(() -> builder(name).build())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("namespace must be plain text [A-Za-z0-9._-]{1,64}: namespace=" + name);
        }
        assertThatThrownBy(() -> builder("..").build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("namespace must be the name of a node, not . or ..: namespace=..");
        assertThatThrownBy(() -> ZooKeeperSegmentStore.on(newClient()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("client must be started, by start(): state=LATENT");
        assertThatThrownBy(() -> newStore().take("bad tag", 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("tag must be 1 to 128 visible ASCII characters: tag=\"bad tag\"");
    }
}
