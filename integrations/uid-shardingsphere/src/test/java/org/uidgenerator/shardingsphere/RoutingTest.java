package org.uidgenerator.shardingsphere;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.apache.shardingsphere.driver.api.yaml.YamlShardingSphereDataSourceFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.uidgenerator.ShardedUids;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.UidLayout;
import org.uidgenerator.generator.DefaultUidGenerator;
import org.uidgenerator.worker.DataCenterWorkerIdAssigner;
import org.uidgenerator.worker.StaticWorkerIdAssigner;

/**
 * Rows of three tables, in four databases behind one data source of ShardingSphere. The databases themselves say which
 * statements have reached them, and which rows they hold.
 */
class RoutingTest {
    private static final List<String> DATABASES = List.of("year_2026", "year_2027", "shard_0", "shard_1");
    private static final Pattern TABLE = Pattern.compile("(?:orders|events|carts)_\\d+");
    private static final UidLayout BY_TIME = UidLayout.DEFAULT;

    private static DataSource dataSource;

    @BeforeAll
    static void shard() throws Exception {
        try (InputStream yaml = RoutingTest.class.getResourceAsStream("algorithms.yaml")) {
            dataSource = YamlShardingSphereDataSourceFactory.createDataSource(yaml.readAllBytes());
        }
        for (String table : List.of("orders", "events", "carts")) {
            execute("CREATE TABLE " + table + " (id BIGINT PRIMARY KEY, customer VARCHAR(20))");
        }
    }

    @AfterAll
    static void close() throws Exception {
        ((AutoCloseable) dataSource).close();
    }

    @BeforeEach
    void empty() throws SQLException {
        for (String table : List.of("orders", "events", "carts")) {
            execute("DELETE FROM " + table);
        }
    }

    private static void execute(String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static void insert(String table, long... ids) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO " + table + " (id, customer) VALUES (?, 'Ada')")) {
            for (long id : ids) {
                insert.setLong(1, id);
                insert.executeUpdate();
            }
        }
    }

    private static List<Long> longs(ResultSet rows) throws SQLException {
        List<Long> longs = new ArrayList<>();
        while (rows.next()) {
            longs.add(rows.getLong(1));
        }
        return longs;
    }

    /** Returns the ids that a query through ShardingSphere finds. */
    private static List<Long> query(String sql, Object... parameters) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement query = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                query.setObject(i + 1, parameters[i]);
            }
            return longs(query.executeQuery());
        }
    }

    private static Connection database(String name) throws SQLException {
        return DriverManager.getConnection("jdbc:h2:mem:" + name, "sa", "");
    }

    /** Returns the ids that a table really holds. */
    private static List<Long> stored(String database, String table) throws SQLException {
        try (Connection connection = database(database);
                Statement statement = connection.createStatement()) {
            return longs(statement.executeQuery("SELECT id FROM " + table + " ORDER BY id"));
        }
    }

    /** Returns the tables that a query really reads, as in {@code year_2026.orders_202611}. */
    private static Set<String> read(String sql, Object... parameters) throws SQLException {
        for (String name : DATABASES) {
            try (Connection connection = database(name);
                    Statement statement = connection.createStatement()) {
                statement.execute("SET QUERY_STATISTICS FALSE");
                statement.execute("SET QUERY_STATISTICS TRUE");
            }
        }
        query(sql, parameters);
        Set<String> tables = new TreeSet<>();
        for (String name : DATABASES) {
            try (Connection connection = database(name);
                    Statement statement = connection.createStatement();
                    ResultSet statements =
                            statement.executeQuery("SELECT sql_statement FROM information_schema.query_statistics")) {
                while (statements.next()) {
                    Matcher table = TABLE.matcher(statements.getString(1).toLowerCase(Locale.ROOT));
                    while (table.find()) {
                        tables.add(name + "." + table.group());
                    }
                }
            }
        }
        return tables;
    }

    private static long first(String time) {
        return BY_TIME.minUid(Instant.parse(time));
    }

    private static long last(String time) {
        return BY_TIME.maxUid(Instant.parse(time));
    }

    @Test
    void rowsAreInTheTableOfTheTimeOfTheirUid() throws SQLException {
        long[] ids = {
            first("2026-10-01T00:00:00Z"),
            last("2026-10-31T23:59:59Z"),
            first("2026-11-01T00:00:00Z"),
            last("2026-12-31T23:59:59Z"),
            first("2027-01-01T00:00:00Z"),
            last("2027-02-28T23:59:59Z")
        };

        insert("orders", ids);

        assertThat(stored("year_2026", "orders_202610")).containsExactly(ids[0], ids[1]);
        assertThat(stored("year_2026", "orders_202611")).containsExactly(ids[2]);
        assertThat(stored("year_2026", "orders_202612")).containsExactly(ids[3]);
        assertThat(stored("year_2027", "orders_202701")).containsExactly(ids[4]);
        assertThat(stored("year_2027", "orders_202702")).containsExactly(ids[5]);
        assertThat(query("SELECT id FROM orders ORDER BY id"))
                .containsExactly(ids[0], ids[1], ids[2], ids[3], ids[4], ids[5]);
    }

    @Test
    void readsTheOneTableOfAnIdAndThoseOfAList() throws SQLException {
        long october = first("2026-10-05T00:00:00Z");
        long december = first("2026-12-05T00:00:00Z");
        insert("orders", october, december);

        assertThat(query("SELECT id FROM orders WHERE id = ?", october)).containsExactly(october);
        assertThat(read("SELECT id FROM orders WHERE id = ?", october)).containsExactly("year_2026.orders_202610");
        assertThat(read("SELECT id FROM orders WHERE id = " + october)).containsExactly("year_2026.orders_202610");
        assertThat(query("SELECT id FROM orders WHERE id IN (?, ?) ORDER BY id", december, october))
                .containsExactly(october, december);
        assertThat(read("SELECT id FROM orders WHERE id IN (?, ?)", december, october))
                .containsExactly("year_2026.orders_202610", "year_2026.orders_202612");
    }

    @Test
    void readsTheTablesThatARangeOfTimeTouches() throws SQLException {
        String between = "SELECT id FROM orders WHERE id BETWEEN ? AND ?";
        assertThat(read(between, first("2026-11-01T00:00:00Z"), last("2026-11-30T23:59:59Z")))
                .containsExactly("year_2026.orders_202611");
        assertThat(read(between, last("2026-10-31T23:59:59Z"), first("2026-12-01T00:00:00Z")))
                .containsExactly("year_2026.orders_202610", "year_2026.orders_202611", "year_2026.orders_202612");
        assertThat(read(between, first("2026-12-31T00:00:00Z"), first("2027-01-01T00:00:00Z")))
                .containsExactly("year_2026.orders_202612", "year_2027.orders_202701");
        assertThat(read(
                        "SELECT id FROM orders WHERE id > ? AND id < ?",
                        last("2026-10-31T23:59:59Z"),
                        first("2026-12-01T00:00:00Z")))
                .containsExactly("year_2026.orders_202611");
    }

    @Test
    void readsAllTablesOnTheSideOnWhichARangeIsOpen() throws SQLException {
        assertThat(read("SELECT id FROM orders WHERE id >= ?", first("2027-01-01T00:00:00Z")))
                .containsExactly("year_2027.orders_202701", "year_2027.orders_202702");
        assertThat(read("SELECT id FROM orders WHERE id < ?", first("2026-11-01T00:00:00Z")))
                .containsExactly("year_2026.orders_202610");
        assertThat(read("SELECT id FROM orders WHERE id > 0 AND id < ?", Long.MAX_VALUE))
                .hasSize(5);
        assertThat(read("SELECT id FROM orders WHERE customer = 'Ada'")).hasSize(5);
    }

    @Test
    void refusesAnIdWhoseTimeHasNoTable() {
        long late = first("2027-03-01T00:00:00Z");
        assertThatThrownBy(() -> insert("orders", late))
                .hasMessageContaining(
                        "orders.id must have a time in [2026-10-01T00:00:00Z, 2027-03-01T00:00:00Z), which is from datetime-lower to"
                                + " datetime-upper: id=" + late + ", time=2027-03-01T00:00:00Z");
        assertThatThrownBy(() -> query("SELECT id FROM orders WHERE id = ?", -1L))
                .hasMessageContaining(
                        "orders.id must be a UID of 31/14/18 bits of PT1S from 2026-01-01T00:00:00Z: id=-1");
    }

    @Test
    void findsNothingInARangeThatTouchesNoTable() throws SQLException {
        long[] ids = {first("2026-10-01T00:00:00Z"), first("2027-02-28T23:59:59Z")};
        insert("orders", ids);
        insert("events", ids);

        for (String table : List.of("orders", "events")) {
            String above = "SELECT id FROM " + table + " WHERE id > ?";
            assertThat(query(above, first("2028-03-01T00:00:00Z"))).isEmpty();
            assertThat(query(above, Long.MAX_VALUE)).isEmpty();
            assertThat(query("SELECT id FROM " + table + " WHERE id < ?", 0)).isEmpty();
            assertThat(query("SELECT id FROM " + table + " WHERE id > ? AND id < ?", 7L, 8L))
                    .isEmpty();
        }
        assertThat(query("SELECT id FROM orders WHERE id < ?", first("2026-03-01T00:00:00Z")))
                .isEmpty();
        assertThat(query("SELECT id FROM carts WHERE id > ? AND id < ?", 7L, 8L))
                .isEmpty();
    }

    @Test
    void findsTablesThatAreInSeveralDatabasesByTheirNames() throws SQLException {
        long old = first("2026-12-31T23:59:59Z");
        long young = first("2027-01-01T00:00:00Z");

        insert("events", old, young);

        assertThat(stored("year_2026", "events_2026")).containsExactly(old);
        assertThat(stored("year_2027", "events_2027")).containsExactly(young);
        assertThat(read("SELECT id FROM events WHERE id = ?", young)).containsExactly("year_2027.events_2027");
        assertThat(read("SELECT id FROM events WHERE id BETWEEN ? AND ?", old, young))
                .containsExactly("year_2026.events_2026", "year_2027.events_2027");
    }

    @Test
    void rowsAreWhereTheShardInTheirUidSays() throws SQLException {
        UidLayout layout = UidLayout.parse("41/10+3/9 bits of PT0.001S from 2026-01-01T00:00:00Z");
        try (UidGenerator generator = DefaultUidGenerator.builder(
                        new DataCenterWorkerIdAssigner(0, StaticWorkerIdAssigner.of(5)))
                .layout(layout)
                .build()) {
            ShardedUids uids = new ShardedUids(generator);
            long[] ids = {uids.getUID(0), uids.getUID(1), uids.getUID(6), uids.getUID(1023)};

            insert("carts", ids);

            assertThat(stored("shard_0", "carts_0")).containsExactly(ids[0]);
            assertThat(stored("shard_1", "carts_1")).containsExactly(ids[1]);
            assertThat(stored("shard_0", "carts_2")).containsExactly(ids[2]);
            assertThat(stored("shard_1", "carts_3")).containsExactly(ids[3]);
            assertThat(query("SELECT id FROM carts WHERE id = ?", ids[2])).containsExactly(ids[2]);
            assertThat(read("SELECT id FROM carts WHERE id = ?", ids[2])).containsExactly("shard_0.carts_2");
            assertThat(read("SELECT id FROM carts WHERE id IN (?, ?)", ids[0], ids[3]))
                    .containsExactly("shard_0.carts_0", "shard_1.carts_3");
        }
    }

    @Test
    void readsTheShardsThatARangeCanHold() throws SQLException {
        UidLayout layout = UidLayout.parse("41/10+3/9 bits of PT0.001S from 2026-01-01T00:00:00Z");
        String between = "SELECT id FROM carts WHERE id BETWEEN ? AND ?";
        long first = layout.encode(1000, layout.workerId(6, 0), 0);
        assertThat(read(between, first, first + 511)).containsExactly("shard_0.carts_2");
        assertThat(read(between, first, layout.encode(1000, layout.workerId(7, 0), 0)))
                .containsExactly("shard_0.carts_2", "shard_1.carts_3");
        assertThat(read(between, first, layout.encode(1001, layout.workerId(6, 0), 0)))
                .hasSize(4);
        assertThat(read("SELECT id FROM carts WHERE id > ?", first)).hasSize(4);
    }
}
