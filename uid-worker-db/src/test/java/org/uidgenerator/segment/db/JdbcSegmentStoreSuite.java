package org.uidgenerator.segment.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.uidgenerator.OtherStoreIdentityException;
import org.uidgenerator.StoreException;
import org.uidgenerator.StoreIdentity;
import org.uidgenerator.StoreIdentityRecord;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidRange;
import org.uidgenerator.jdbc.DisturbedDataSource;
import org.uidgenerator.jdbc.TableCreation;
import org.uidgenerator.segment.CounterSettings;
import org.uidgenerator.segment.ExhaustedCounterException;
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.segment.SegmentStore;
import org.uidgenerator.segment.TicketServers;
import org.uidgenerator.segment.UnknownTags;
import org.uidgenerator.test.contract.SegmentStoreContract;
import org.uidgenerator.test.internal.Callers;

/** What a store of counters promises, kept by a table of each database; and what tables do besides. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class JdbcSegmentStoreSuite extends SegmentStoreContract {
    /** So few that each thread that has one gets a counter's lock within the two seconds that stores wait. */
    static final int CONNECTIONS = 4;

    /** For how long each of many takers waits for one of the connections, on a machine that does much else. */
    private static final Duration CONNECTION_TIMEOUT = Duration.ofMinutes(2);

    private HikariDataSource pool;
    private JdbcTemplate jdbc;
    private JdbcSegmentStore table;

    abstract String newDatabaseUrl();

    /** Returns whether a transaction locks the rows that it raises, and no others. */
    boolean locksRows() {
        return true;
    }

    @BeforeAll
    void connect() {
        pool = newPool(newDatabaseUrl(), true, CONNECTIONS);
        jdbc = new JdbcTemplate(pool);
        table = on("SEGMENT").build();
        table.list();
        jdbc.execute(
                "CREATE TABLE leaf_alloc (biz_tag VARCHAR(128) PRIMARY KEY, max_id BIGINT NOT NULL, step INT NOT NULL)");
        jdbc.execute(
                "CREATE TABLE tiny_id_info (id BIGINT PRIMARY KEY, biz_type VARCHAR(63) UNIQUE, max_id BIGINT NOT NULL,"
                        + " step INT, delta INT NOT NULL, remainder INT NOT NULL, version BIGINT NOT NULL)");
    }

    static HikariDataSource newPool(String url, boolean autoCommit, int connections) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setAutoCommit(autoCommit);
        config.setMaximumPoolSize(connections);
        config.setConnectionTimeout(CONNECTION_TIMEOUT.toMillis());
        return new HikariDataSource(config);
    }

    private JdbcSegmentStore.Builder on(String tableName) {
        return on(pool, tableName);
    }

    private static JdbcSegmentStore.Builder on(DataSource dataSource, String tableName) {
        return JdbcSegmentStore.builder(dataSource).tableName(tableName).tableCreation(TableCreation.ALWAYS);
    }

    @AfterAll
    void disconnect() {
        pool.close();
    }

    @Override
    protected SegmentStore newStore() {
        return JdbcSegmentStore.on(pool);
    }

    @Test
    void describesItsCounters() {
        table.create("described", 1);
        table.take("described", 40);

        assertThat(table.describe("described")).contains(new SegmentCounter("described", 40));
        assertThat(table.describe("not-described")).isEmpty();
        assertThat(table.list()).contains(new SegmentCounter("described", 40));
    }

    @Test
    void keepsWhatIsSaidOfACounter() {
        CounterSettings settings =
                CounterSettings.startingAt(5).max(30).step(10).description("订单 of the shop");
        assertThat(table.create("limited", settings)).isTrue();
        assertThat(table.create("limited", CounterSettings.startingAt(1).step(99)))
                .isFalse();

        assertThat(table.take("limited", 1_000)).isEqualTo(new UidRange(5, 14, 1));
        assertThat(table.take("limited", 3)).isEqualTo(new UidRange(15, 17, 1));
        jdbc.update("UPDATE SEGMENT SET STEP = 12 WHERE TAG = 'limited'");
        assertThat(table.take("limited", 1_000)).isEqualTo(new UidRange(18, 29, 1));
        assertThat(table.take("limited", 1_000)).isEqualTo(new UidRange(30, 30, 1));
        assertThatThrownBy(() -> table.take("limited", 1_000))
                .isInstanceOf(ExhaustedCounterException.class)
                .hasMessage("the counter of tag limited in SEGMENT is exhausted: it stands at 30, MAX_UID=30");
        jdbc.update("UPDATE SEGMENT SET MAX_UID = NULL, STEP = NULL WHERE TAG = 'limited'");
        assertThat(table.take("limited", 1_000)).isEqualTo(new UidRange(31, 1_030, 1));
        assertThat(jdbc.queryForObject("SELECT DESCRIPTION FROM SEGMENT WHERE TAG = 'limited'", String.class))
                .isEqualTo("订单 of the shop");
    }

    @Test
    void saysWhenARowWasChanged() {
        String modified = "SELECT COUNT(*) FROM SEGMENT WHERE TAG = 'dated' AND MODIFIED IS NOT NULL";
        table.create("dated", 1);
        assertThat(jdbc.queryForObject(modified, Integer.class)).isEqualTo(1);
        jdbc.update("UPDATE SEGMENT SET MODIFIED = NULL WHERE TAG = 'dated'");

        table.take("dated", 10);

        assertThat(jdbc.queryForObject(modified, Integer.class)).isEqualTo(1);
    }

    @Test
    void refusesUnknownTagsUnlessItIsToCreateThem() {
        assertThatThrownBy(() -> table.take("unknown", 1))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("no counter of tag unknown in SEGMENT, JdbcSegmentStore.create makes one");

        JdbcSegmentStore creating =
                JdbcSegmentStore.builder(pool).unknownTags(UnknownTags.CREATE).build();
        assertThat(creating.take("unknown", 5)).isEqualTo(new UidRange(1, 5, 1));
        assertThat(table.take("unknown", 5)).isEqualTo(new UidRange(6, 10, 1));
    }

    /** The statement of docs/counters.md. */
    @Test
    void losesThePeriodsThatSomebodyDeletesAndNoOthers() {
        List<String> kept = List.of(
                "sold.20261101",
                "sold.20261121",
                "sold.20251231",
                "sold.202610",
                "sold.x.20261031",
                "soldout.20261031");
        kept.forEach(tag -> table.create(tag, 1));
        List.of("sold.20260101", "sold.20261031").forEach(tag -> table.create(tag, 1));

        int deleted = jdbc.update("DELETE FROM SEGMENT WHERE TAG LIKE 'sold.2026____' AND TAG < 'sold.20261101'");

        assertThat(deleted).isEqualTo(2);
        assertThat(table.list())
                .extracting(SegmentCounter::tag)
                .filteredOn(tag -> tag.startsWith("sold"))
                .containsExactlyInAnyOrderElementsOf(kept);
    }

    @Test
    void losesTheRangeWhoseCommitIsNotAnswered() {
        table.create("lost", 1);
        DisturbedDataSource disturbed = new DisturbedDataSource(pool);
        disturbed.next(DisturbedDataSource.Commit.LOST_AFTERWARDS);
        JdbcSegmentStore losing = JdbcSegmentStore.on(disturbed);

        assertThatThrownBy(() -> losing.take("lost", 10))
                .isInstanceOf(StoreException.class)
                .hasMessage("connection lost after commit");

        assertThat(table.take("lost", 1).first()).isEqualTo(11);
    }

    @Test
    void keepsARangeThatWasTakenInATransactionThatIsRolledBack() {
        table.create("apart", 1);

        new TransactionTemplate(new JdbcTransactionManager(pool)).executeWithoutResult(status -> {
            assertThat(table.take("apart", 10).last()).isEqualTo(10);
            status.setRollbackOnly();
        });

        assertThat(table.take("apart", 1).first()).isEqualTo(11);
    }

    @Test
    void commitsNothingOfACallerWhoseConnectionAProxyHandsOut() {
        assumeTrue(locksRows(), "the database locks whole tables");
        table.create("outer", 1);
        JdbcSegmentStore proxied =
                JdbcSegmentStore.on(new DelegatingDataSource(new TransactionAwareDataSourceProxy(pool)));

        new TransactionTemplate(new JdbcTransactionManager(pool)).executeWithoutResult(status -> {
            jdbc.update("UPDATE SEGMENT SET LAST_UID = 99 WHERE TAG = 'outer'");
            assertThat(proxied.create("inner", 1)).isTrue();
            status.setRollbackOnly();
        });

        assertThat(table.take("outer", 1).first()).isEqualTo(1);
        assertThat(table.take("inner", 1).first()).isEqualTo(1);
    }

    @Test
    void noticesARowThatWasLowered() {
        table.create("lowered", 1);
        try (SegmentIdGenerator generator =
                SegmentIdGenerator.builder(table).minStep(10).build()) {
            long[] before = new long[30];
            generator.tag("lowered").getUIDs(before);

            jdbc.update("UPDATE SEGMENT SET LAST_UID = 0 WHERE TAG = 'lowered'");

            long[] after = new long[200];
            generator.tag("lowered").getUIDs(after);
            assertThat(after).isSorted().doesNotHaveDuplicates();
            assertThat(after[0]).isGreaterThan(before[29]);
        }
    }

    @Test
    void sharesTheTableOfLeafWithLeaf() {
        jdbc.update("INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('orders', 1, 2000)");
        JdbcSegmentStore leaf =
                JdbcSegmentStore.builder(pool).columns(SegmentColumns.LEAF).build();

        assertThat(leaf.take("orders", 10)).isEqualTo(new UidRange(1, 2_000, 1));
        jdbc.update("UPDATE leaf_alloc SET max_id = max_id + step WHERE biz_tag = 'orders'"); // Leaf's [2001, 4001)
        jdbc.update("UPDATE leaf_alloc SET step = 5 WHERE biz_tag = 'orders'");
        assertThat(leaf.take("orders", 1_000)).isEqualTo(new UidRange(4_001, 4_005, 1));

        assertThat(leaf.describe("orders")).contains(new SegmentCounter("orders", 4_005));
        assertThatThrownBy(() -> leaf.take("parcels", 1)).hasMessage("no counter of tag parcels in leaf_alloc");
        assertThatThrownBy(() -> leaf.create("parcels", 1))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessage("a counter of leaf_alloc is made by SQL: it may want more than a tag and a number");
    }

    @Test
    void takesNoMoreOfLeafThanItsStepForOneNumber() {
        jdbc.update("INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('parcels', 1, 10)");
        JdbcSegmentStore leaf =
                JdbcSegmentStore.builder(pool).columns(SegmentColumns.LEAF).build();

        try (SegmentIdGenerator generator = SegmentIdGenerator.builder(leaf).build()) {
            assertThat(generator.getUID("parcels")).isEqualTo(1);
            assertThat(leaf.describe("parcels").orElseThrow().last()).isIn(10L, 20L); // the second in the background
        }
    }

    @Test
    void sharesTheTableOfTinyIdWithTinyId() {
        jdbc.update("INSERT INTO tiny_id_info VALUES (1, 'orders', 0, 100, 2, 1, 1), (2, 'broken', 0, 100, 0, 0, 1),"
                + " (3, 'no-step', 0, NULL, 1, 0, 1)");
        JdbcSegmentStore tinyId =
                JdbcSegmentStore.builder(pool).columns(SegmentColumns.TINY_ID).build();

        assertThat(tinyId.take("orders", 3)).isEqualTo(new UidRange(1, 99, 2));
        jdbc.update("UPDATE tiny_id_info SET max_id = 200 WHERE id = 1 AND max_id = 100"); // TinyId's (100, 200]
        assertThat(tinyId.take("orders", 1_000)).isEqualTo(new UidRange(201, 299, 2));
        assertThat(tinyId.describe("orders")).contains(new SegmentCounter("orders", 300));

        assertThatThrownBy(() -> tinyId.take("broken", 1))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage(
                        "the counter of tag broken in tiny_id_info must have 0 <= remainder < delta: remainder=0, delta=0");
        assertThatThrownBy(() -> tinyId.take("no-step", 1))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("the counter of tag no-step in tiny_id_info must have a positive step: step=null");
    }

    @Test
    void createsTheTableForAllWhoStartAtTheSameTime() throws Exception {
        startManyAtTheSameTime(pool, 5);
    }

    /** Eight stores on each of so many new tables. */
    static void startManyAtTheSameTime(DataSource dataSource, int tables) throws Exception {
        for (int i = 0; i < tables; i++) {
            JdbcSegmentStore.Builder store = on(dataSource, "NEW_" + i).unknownTags(UnknownTags.CREATE);
            List<Callable<UidRange>> starters =
                    Collections.nCopies(8, () -> store.build().take("orders", 10));

            assertThat(Callers.concurrently(starters)).doesNotHaveDuplicates();
        }
    }

    /** As if nothing locked the row. */
    @Test
    void givesNoRangeIfTheRowIsNotRaised() {
        table.create("kept", 1);
        String raise = "UPDATE SEGMENT SET LAST_UID = 20 WHERE TAG = 'kept'";
        JdbcSegmentStore racing = JdbcSegmentStore.on(new DisturbedConnections(
                pool,
                "UPDATE SEGMENT SET LAST_UID = ?",
                connection -> connection.createStatement().execute(raise)));

        assertThatThrownBy(() -> racing.take("kept", 10))
                .isInstanceOf(StoreException.class)
                .hasMessage(
                        "the counter of tag kept in SEGMENT was not raised from 0: another process was faster although"
                                + " the row was locked, as in a table of MyISAM, or a trigger keeps it");
    }

    @Test
    void refusesATagThatHasTwoCounters() {
        jdbc.execute("CREATE TABLE keyless_alloc (biz_tag VARCHAR(128), max_id BIGINT, step INT)");
        jdbc.update("INSERT INTO keyless_alloc VALUES ('orders', 50, 10), ('orders', 100, 10)");
        JdbcSegmentStore keyless = JdbcSegmentStore.builder(pool)
                .columns(SegmentColumns.LEAF)
                .tableName("keyless_alloc")
                .build();

        assertThatThrownBy(() -> keyless.take("orders", 10))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("tag orders has 2 counters in keyless_alloc, which would count the same numbers: delete all"
                        + " but the highest and make biz_tag unique");
    }

    @Test
    void takesNothingFromATableWithoutAKeyUntilItHasOne() {
        jdbc.execute("CREATE TABLE KEYLESS (TAG VARCHAR(128) NOT NULL, LAST_UID BIGINT NOT NULL, STEP BIGINT,"
                + " MAX_UID BIGINT, DESCRIPTION VARCHAR(256), MODIFIED TIMESTAMP)");
        JdbcSegmentStore keyless = on("KEYLESS").build();

        assertThatThrownBy(() -> keyless.create("orders", 1))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage(
                        "no range from KEYLESS: the table needs a primary key or a unique index of TAG, or ids could"
                                + " be given twice: CREATE UNIQUE INDEX KEYLESS_KEY ON KEYLESS (TAG)");

        jdbc.execute("CREATE UNIQUE INDEX KEYLESS_KEY ON KEYLESS (TAG)");
        assertThat(keyless.create("orders", 1)).isTrue();
        assertThat(keyless.create("orders", 1)).isFalse();
    }

    private static StoreIdentity newIdentity(JdbcSegmentStore store) {
        return StoreIdentity.random(store.toString(), "", "", Instant.EPOCH, new SecureRandom());
    }

    private static StoreIdentityRecord identityOf(JdbcSegmentStore store) {
        return store.identityRecord().orElseThrow();
    }

    @Test
    void keepsItsStoreIdentityInARowThatIsNoCounter() throws Exception {
        JdbcSegmentStore spaced = on("SPACED").unknownTags(UnknownTags.CREATE).build();
        assertThat(identityOf(spaced).find()).isEmpty();
        List<Callable<Boolean>> inserts =
                Collections.nCopies(8, () -> identityOf(spaced).insert(newIdentity(spaced)));

        assertThat(Callers.concurrently(inserts)).containsOnlyOnce(true);
        StoreIdentity identity = identityOf(spaced).find().orElseThrow();
        assertThat(identity.name()).isEqualTo("SPACED");
        assertThat(jdbc.queryForObject("SELECT LAST_UID FROM SPACED WHERE TAG = 'store identity'", Long.class))
                .isEqualTo(identity.number());
        assertThat(spaced.list()).isEmpty();
        assertThat(spaced.describe("store identity")).isEmpty();
        assertThatThrownBy(() -> spaced.take("store identity", 1)).isInstanceOf(IllegalArgumentException.class);
        assertThat(spaced.beginTake(identity, "orders", 5).confirm()).isEqualTo(new UidRange(1, 5, 1));
        assertThat(spaced.list()).containsExactly(new SegmentCounter("orders", 5));
    }

    @Test
    void raisesAndCreatesNothingForAnotherStoreIdentity() {
        JdbcSegmentStore other =
                on("OTHER_IDENTITY").unknownTags(UnknownTags.CREATE).build();
        other.create("orders", 1);
        StoreIdentity expected = newIdentity(other);

        for (String tag : List.of("orders", "parcels")) {
            assertThatThrownBy(() -> other.beginTake(expected, tag, 10))
                    .isInstanceOf(OtherStoreIdentityException.class)
                    .hasMessageStartingWith(
                            "store identity " + expected + " is expected, but OTHER_IDENTITY holds none: the address");
        }
        assertThat(other.list()).containsExactly(new SegmentCounter("orders", 0));
    }

    @Test
    void knowsItsPlaceAmongTicketServers() {
        JdbcSegmentStore first = on("TICKETS_1").unknownTags(UnknownTags.CREATE).build();
        JdbcSegmentStore second =
                on("TICKETS_2").unknownTags(UnknownTags.CREATE).build();
        TicketServers tickets = new TicketServers(List.of(first, second));
        Set<Long> all = new HashSet<>();
        for (int i = 0; i < 4; i++) {
            tickets.take("orders", 10)
                    .uids()
                    .forEach(number -> assertThat(all.add(number)).isTrue());
        }

        TicketServers reversed = new TicketServers(List.of(second, first));
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> reversed.take("orders", 10)).isInstanceOf(OtherStoreIdentityException.class);
        }
        assertThat(identityOf(first).find().orElseThrow().toString()).matches("TICKETS_1/[0-9]{8}0102");
        assertThat(identityOf(second).find().orElseThrow().toString()).matches("TICKETS_2/[0-9]{8}0202");
        assertThat(new TicketServers(List.of(first, second)).take("orders", 1).uids())
                .noneMatch(all::contains);
    }

    /** Others of the same table do not wait for each other, unless the whole table is locked. */
    @Test
    void locksTheRowOfTheTagAlone() {
        assumeTrue(locksRows(), "the database locks whole tables");
        table.create("locked", 1);
        table.create("free", 1);
        identityOf(table).insert(newIdentity(table));
        StoreIdentity identity = identityOf(table).find().orElseThrow();
        TransactionTemplate transaction = new TransactionTemplate(new JdbcTransactionManager(pool));
        JdbcSegmentStore held =
                JdbcSegmentStore.on(new DisturbedConnections(pool, "UPDATE SEGMENT SET LAST_UID = ?", connection -> {
                    assertThat(table.beginTake(identity, "free", 10).confirm().last())
                            .isEqualTo(10);
                    transaction.executeWithoutResult(
                            status ->
                                    jdbc.update(
                                            "UPDATE SEGMENT SET LAST_UID = LAST_UID WHERE TAG = 'store identity'")); // no session has it locked
                }));

        assertThat(held.beginTake(identity, "locked", 10).confirm().last()).isEqualTo(10);
    }

    @Test
    void keepsNoStoreIdentityInTheTablesOfOthers() {
        jdbc.update("INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('spaced', 1, 2000)");
        JdbcSegmentStore leaf =
                JdbcSegmentStore.builder(pool).columns(SegmentColumns.LEAF).build();

        assertThat(leaf.identityRecord()).isEmpty();
        assertThat(leaf.beginTake(newIdentity(leaf), "spaced", 10).confirm()).isEqualTo(new UidRange(1, 2_000, 1));
    }

    @Test
    void tellsWhatToDoWhenTheTableIsMissing() {
        JdbcSegmentStore missing =
                on("NOT_THERE").tableCreation(TableCreation.NEVER).build();

        assertThatThrownBy(() -> missing.take("orders", 1))
                .isInstanceOf(UidGenerateException.class)
                .hasMessageStartingWith("no range from NOT_THERE: ")
                .hasMessageMatching(
                        "(?s).*(the table is missing;|; if the table is missing,) create it with"
                                + " sql/segment-[a-z0-9]+\\.sql and the name NOT_THERE in place of SEGMENT or set tableCreation=ALWAYS");
        on("NOT_THERE").build().list();
        assertThatThrownBy(() -> missing.take("orders", 1))
                .hasMessage("no counter of tag orders in NOT_THERE, JdbcSegmentStore.create makes one");
    }
}
