package org.uidgenerator.segment.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.uidgenerator.OtherStoreIdentityException;
import org.uidgenerator.StoreException;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidRange;
import org.uidgenerator.segment.ExhaustedCounterException;
import org.uidgenerator.segment.NoSuchCounterException;
import org.uidgenerator.segment.SegmentStore;
import org.uidgenerator.test.contract.SegmentStoreContract;
import org.uidgenerator.test.internal.Callers;

/** What a store of counters promises, kept by one ticket server; and what it does besides. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class TicketTablesSuite extends SegmentStoreContract {
    private final Map<String, String> tables = new ConcurrentHashMap<>();
    private HikariDataSource pool;
    private JdbcTemplate jdbc;

    abstract String newDatabaseUrl();

    /** What tables are kept by. */
    abstract String engine();

    @BeforeAll
    void connect() {
        pool = JdbcSegmentStoreSuite.newPool(newDatabaseUrl(), true, JdbcSegmentStoreSuite.CONNECTIONS);
        jdbc = new JdbcTemplate(pool);
    }

    @AfterAll
    void disconnect() {
        pool.close();
    }

    /** Knows the tables that are made later, too. */
    @Override
    protected SegmentStore newStore() {
        return (tag, length) -> TicketTables.join(List.of(pool), tables).take(tag, length);
    }

    @Override
    protected void create(String tag, long first) {
        createTable(tag, "BIGINT UNSIGNED", first);
    }

    private String createTable(String tag, String type, long first) {
        String table = "Tickets" + tables.size();
        tables.put(tag, table);
        jdbc.execute("CREATE TABLE " + table + " (id " + type + " NOT NULL AUTO_INCREMENT,"
                + " stub CHAR(1) NOT NULL DEFAULT '', PRIMARY KEY (id), UNIQUE KEY stub (stub)) ENGINE = " + engine()
                + " AUTO_INCREMENT = " + first);
        return table;
    }

    private long replaceInto(String table) {
        ConnectionCallback<Long> ticket = connection -> {
            try (var statement = connection.createStatement()) {
                statement.execute("REPLACE INTO " + table + " (stub) VALUES ('a')");
                try (var row = statement.executeQuery("SELECT LAST_INSERT_ID()")) {
                    row.next();
                    return row.getLong(1);
                }
            }
        };
        while (true) {
            try {
                return jdbc.execute(ticket);
            } catch (
                    CannotAcquireLockException
                            deadlockWithAnotherReplace) { // InnoDB asks to start again, as applications do
            }
        }
    }

    @Test
    void sharesATableWithApplicationsThatReplaceIntoIt() throws Exception {
        String table = createTable("shared", "BIGINT UNSIGNED", 1);
        List<Callable<long[]>> takers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            takers.add(() -> {
                List<UidRange> ranges = new ArrayList<>();
                for (int j = 0; j < 30; j++) {
                    ranges.add(newStore().take("shared", 1 + j % 5));
                }
                return ranges.stream().flatMapToLong(UidRange::uids).toArray();
            });
            takers.add(() -> {
                long[] tickets = new long[60];
                Arrays.setAll(tickets, j -> replaceInto(table));
                return tickets;
            });
        }

        long[] all = Callers.concurrently(takers).stream()
                .flatMapToLong(Arrays::stream)
                .toArray();

        assertThat(all).hasSize(4 * (30 * 3 + 60)).doesNotHaveDuplicates();
    }

    @Test
    void leavesAConnectionAsItWas() {
        String table = createTable("left", "BIGINT UNSIGNED", 1);
        try (HikariDataSource noAutoCommit = JdbcSegmentStoreSuite.newPool(pool.getJdbcUrl(), false, 1)) {
            JdbcTemplate same = new JdbcTemplate(noAutoCommit);
            SegmentStore second = TicketTables.join(List.of(pool, noAutoCommit), tables);
            second.take("left", 10);

            assertThat(same.queryForObject(
                            "SELECT CONCAT(@@SESSION.auto_increment_increment, '/', @@SESSION.auto_increment_offset, '/',"
                                    + " @@SESSION.autocommit + 0)",
                            String.class))
                    .isEqualTo("1/1/0");
            assertThat(replaceInto(table)).isPositive(); // no lock is left
        }
    }

    @Test
    void comesToItsEndWhereAColumnIsSigned() {
        createTable("signed", "BIGINT", Long.MAX_VALUE - 2);
        SegmentStore store = newStore();

        assertThat(store.take("signed", 10)).isEqualTo(new UidRange(Long.MAX_VALUE - 2, Long.MAX_VALUE, 1));
        assertThatThrownBy(() -> store.take("signed", 1)).isInstanceOf(ExhaustedCounterException.class);
        assertThatThrownBy(() -> store.take("signed", 1)).isInstanceOf(ExhaustedCounterException.class);
    }

    @Test
    void takesTheLastNumberOfASmallerColumnOnce() {
        long last = 4_294_967_295L;
        createTable("small", "INT UNSIGNED", last - 1);
        SegmentStore store = newStore();

        assertThat(store.take("small", 1)).isEqualTo(new UidRange(last - 1, last - 1, 1));
        assertThat(store.take("small", 1)).isEqualTo(new UidRange(last, last, 1));
        assertThatThrownBy(() -> store.take("small", 1))
                .isInstanceOf(ExhaustedCounterException.class)
                .hasMessageEndingWith(" is exhausted: " + last);
        assertThatThrownBy(() -> store.take("small", 1)).isInstanceOf(ExhaustedCounterException.class);
    }

    @Test
    void refusesAServerThatIsConfiguredForOtherNumbers() {
        createTable("configured", "BIGINT UNSIGNED", 1);
        try {
            for (int increment : new int[] {3, 2}) {
                jdbc.execute("SET GLOBAL auto_increment_increment = " + increment);
                assertThatThrownBy(() -> TicketTables.join(List.of(nowhere(), pool), tables)
                                .take("configured", 1))
                        .isInstanceOf(UidGenerateException.class)
                        .hasMessage("auto_increment_increment and auto_increment_offset of ticket server 2 of 2"
                                + " must be 1 and 1, or 2 and 2: they are " + increment + " and 1");
            }
        } finally {
            jdbc.execute("SET GLOBAL auto_increment_increment = 1");
        }
    }

    /** Otherwise it would wait for as long as the server does, which may be a day. */
    @Test
    void givesUpATableThatOthersKeepLocked() {
        String table = createTable("locked", "BIGINT UNSIGNED", 1);
        ConnectionCallback<Void> whileLocked = connection -> {
            try (var statement = connection.createStatement()) {
                statement.execute("LOCK TABLES " + table + " WRITE");
                assertThatThrownBy(() -> newStore().take("locked", 1)).isInstanceOf(StoreException.class);
                statement.execute("UNLOCK TABLES");
            }
            return null;
        };

        jdbc.execute(whileLocked);

        assertThat(newStore().take("locked", 1)).isEqualTo(new UidRange(1, 1, 1));
    }

    @Test
    void refusesServersInAnotherOrder() {
        createTable("ordered", "BIGINT UNSIGNED", 1);
        SegmentStore first = TicketTables.join(List.of(pool, nowhere()), tables);
        assertThat(Stream.of(1, 2).map(i -> first.take("ordered", 10)).toList())
                .containsExactly(new UidRange(1, 19, 2), new UidRange(21, 39, 2));

        SegmentStore reversed = TicketTables.join(List.of(nowhere(), pool), tables);
        assertThatThrownBy(() -> reversed.take("ordered", 10))
                .isInstanceOf(OtherStoreIdentityException.class)
                .hasMessage("the numbers of ticket server 2 of 2 must leave 0 when divided by 2, but "
                        + tables.get("ordered")
                        + " holds 39: list all servers in the order that all generators have, or, after a change of"
                        + " their number, delete that row");
        assertThat(first.take("ordered", 1)).isEqualTo(new UidRange(41, 41, 2));
    }

    /** A server that is unavailable. */
    private static DataSource nowhere() {
        return new DriverManagerDataSource("jdbc:mysql://127.0.0.1:1/none?connectTimeout=100");
    }

    @Test
    void tellsWhatToDoWhenATableIsMissing() {
        tables.put("missing", "NotThere");

        assertThatThrownBy(() -> newStore().take("missing", 1))
                .isInstanceOf(UidGenerateException.class)
                .hasMessageStartingWith("no range from NotThere: ")
                .hasMessageEndingWith("; if the table is missing, create it as TicketTables says");
    }

    /** A driver may refuse that on a connection that is lost, and would hide why it is. */
    @Test
    void saysWhyItFailedWhateverBecomesOfTheConnection() {
        tables.put("missing", "NotThere");
        DataSource lost = new DisturbedConnections(pool, "setAutoCommit", connection -> {
            throw new SQLException("no operations allowed after the connection was closed", "08003");
        });

        assertThatThrownBy(() -> TicketTables.join(List.of(lost), tables).take("missing", 1))
                .isInstanceOf(UidGenerateException.class)
                .hasMessageStartingWith("no range from NotThere: ");
    }

    @Test
    void letsNothingButNamesIntoStatements() {
        assertThatThrownBy(() -> TicketTables.join(List.of(pool), Map.of("orders", "x; DROP TABLE y")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "tableName must be a plain SQL identifier"
                                + " ([A-Za-z_][A-Za-z0-9_$]*\\.)?[A-Za-z_][A-Za-z0-9_$]*, or a quoted one: tableName=x; DROP TABLE y");
        assertThatThrownBy(() -> TicketTables.join(List.of(pool), Map.of("orders", "Tickets64"))
                        .take("parcels", 1))
                .isInstanceOf(NoSuchCounterException.class)
                .hasMessage("no ticket table of tag parcels, those are of [orders]");
    }
}
