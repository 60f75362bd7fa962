package org.uidgenerator.benchmarks.inserts;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** All measurements of one kind of key on one database, in a database of its own. */
final class InsertRun implements AutoCloseable {
    static final int WRITERS = 8;
    static final int BATCH = 100;
    static final int LINES = 5;
    private static final long NO_LIMIT = Long.MAX_VALUE;
    private static final int CUSTOMERS = 1_000;
    private static final int SPARE_CONNECTIONS = 20;
    private static final int TRIP_WARM_UPS = 10;
    private static final int TRIP_TRANSACTIONS = 100;
    private static final int QUERIES = 5;

    private final Target target;
    private final RowKey key;
    private final InsertSettings settings;
    private final String database;
    private final HikariDataSource pool;
    private final KeyMaker keys;
    private final ExecutorService writers = Executors.newFixedThreadPool(WRITERS);

    InsertRun(Target target, RowKey key, InsertSettings settings) throws SQLException {
        this.target = target;
        this.key = key;
        this.settings = settings;
        database = target.newDatabase();
        pool = pool(target.port());
        try (Connection connection = pool.getConnection()) {
            createTables(connection);
        }
        keys = key.maker(target, pool);
    }

    private HikariDataSource pool(OptionalInt port) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(target.url(database, port));
        config.setMinimumIdle(1);
        config.setMaximumPoolSize(WRITERS + SPARE_CONNECTIONS);
        return new HikariDataSource(config);
    }

    private void createTables(Connection connection) throws SQLException {
        for (String each : target.sequences()) {
            Target.execute(connection, each);
        }
        Target.execute(
                connection,
                CounterRow.TABLE,
                CounterRow.ROW,
                "CREATE TABLE entry (id " + target.primaryKey(key) + ", customer BIGINT NOT NULL,"
                        + " created TIMESTAMP(3) NOT NULL, amount INT NOT NULL, note VARCHAR(40) NOT NULL)",
                "CREATE INDEX entry_customer ON entry (customer)",
                "CREATE TABLE orders (id " + target.primaryKey(key) + ", customer BIGINT NOT NULL,"
                        + " created TIMESTAMP(3) NOT NULL)",
                "CREATE INDEX orders_customer ON orders (customer)",
                "CREATE TABLE order_line (id " + target.primaryKey(key) + ", order_id " + target.typeOf(key)
                        + " NOT NULL, product BIGINT NOT NULL, quantity INT NOT NULL,"
                        + " FOREIGN KEY (order_id) REFERENCES orders (id))",
                "CREATE INDEX order_line_order ON order_line (order_id)");
    }

    InsertFigures measure() throws SQLException, InterruptedException, IOException {
        try (Connection connection = pool.getConnection()) {
            target.settle(connection);
            double logBefore = target.logBytes(connection);
            double pagesBefore = target.pagesRead(connection);
            double fill = fill(settings.rows());
            pool.getHikariPoolMXBean().softEvictConnections(); // PostgreSQL counts what they did when they end
            double logBytes = (target.logBytes(connection) - logBefore) / settings.rows();
            double pagesRead = (target.pagesRead(connection) - pagesBefore) * 1000 / settings.rows();
            requireRows(connection, settings.rows());
            target.settle(connection);
            double tableBytes = target.tableBytes(connection) / settings.rows();
            double indexBytes = target.indexBytes(connection) / settings.rows();
            double rangeMillis = rangeMillis(connection);

            double batches = rowsPerSecond(1, BATCH);
            double eightWriters = rowsPerSecond(WRITERS, 1);
            double oneWriter = rowsPerSecond(1, 1);
            double orders = orders(settings.orders());
            target.settle(connection);
            return new InsertFigures(
                    target.name(),
                    key,
                    fill,
                    batches,
                    eightWriters,
                    oneWriter,
                    orders,
                    logBytes,
                    pagesRead,
                    tableBytes,
                    indexBytes,
                    tripsPerRow(1),
                    tripsPerRow(BATCH),
                    joinMillis(connection),
                    rangeMillis);
        }
    }

    private static void requireRows(Connection connection, int rows) throws SQLException {
        long found = (long) Target.number(connection, "SELECT COUNT(*) FROM entry");
        if (found != rows) {
            throw new IllegalStateException("the table has " + found + " rows, not " + rows);
        }
    }

    private interface Work {
        /** Returns how many rows or orders a writer has inserted, none if it is done. */
        int insert(Connection connection) throws SQLException;
    }

    /**
     * Lets writers work, each on its connection and at least once, until none has work or time; returns what they
     * inserted per second.
     */
    private double perSecond(int threads, long nanos, Work work) throws SQLException, InterruptedException {
        List<Connection> connections = new ArrayList<>();
        try {
            for (int i = 0; i < threads; i++) {
                connections.add(pool.getConnection());
            }
            long startNanos = System.nanoTime();
            List<Future<Integer>> done = new ArrayList<>();
            for (Connection connection : connections) {
                done.add(writers.submit(() -> insertAll(connection, startNanos, nanos, work)));
            }
            long inserted = 0;
            for (Future<Integer> each : done) {
                inserted += each.get();
            }
            return inserted * 1e9 / (System.nanoTime() - startNanos);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } finally {
            for (Connection connection : connections) {
                connection.close();
            }
        }
    }

    private static int insertAll(Connection connection, long startNanos, long nanos, Work work) throws SQLException {
        int all = 0;
        int inserted;
        do {
            inserted = work.insert(connection);
            all += inserted;
        } while (inserted > 0 && System.nanoTime() - startNanos < nanos);
        return all;
    }

    private double fill(int rows) throws SQLException, InterruptedException {
        AtomicInteger begun = new AtomicInteger();
        return perSecond(WRITERS, NO_LIMIT, connection -> {
            int first = begun.getAndAdd(BATCH);
            int size = Math.min(BATCH, rows - first);
            return size <= 0 ? 0 : insert(connection, keys, size);
        });
    }

    private double rowsPerSecond(int threads, int batch) throws SQLException, InterruptedException {
        long nanos = TimeUnit.MILLISECONDS.toNanos(settings.millis());
        return perSecond(threads, nanos, connection -> insert(connection, keys, batch));
    }

    private double orders(int orders) throws SQLException, InterruptedException {
        AtomicInteger begun = new AtomicInteger();
        return perSecond(
                WRITERS, NO_LIMIT, connection -> begun.getAndIncrement() < orders ? insertOrder(connection) : 0);
    }

    /** Inserts rows in one transaction, after which their keys are known. */
    private int insert(Connection connection, KeyMaker keys, int rows) throws SQLException {
        autoCommit(connection, rows == 1);
        try (PreparedStatement statement = prepare(connection, "entry", "customer, created, amount, note")) {
            for (int i = 0; i < rows; i++) {
                ThreadLocalRandom random = ThreadLocalRandom.current();
                int next = setKey(statement, keys.next(connection));
                statement.setLong(next++, random.nextInt(CUSTOMERS));
                statement.setTimestamp(next++, new Timestamp(System.currentTimeMillis()));
                statement.setInt(next++, random.nextInt(CUSTOMERS));
                statement.setString(next, "a note of thirty characters ..");
                add(statement, rows);
            }
            execute(statement, rows);
        }
        if (rows > 1) {
            connection.commit();
        }
        return rows;
    }

    private int insertOrder(Connection connection) throws SQLException {
        autoCommit(connection, false);
        ThreadLocalRandom random = ThreadLocalRandom.current();
        Object order;
        try (PreparedStatement statement = prepare(connection, "orders", "customer, created")) {
            Object made = keys.next(connection);
            int next = setKey(statement, made);
            statement.setLong(next++, random.nextInt(CUSTOMERS));
            statement.setTimestamp(next, new Timestamp(System.currentTimeMillis()));
            Object returned = execute(statement, 1);
            order = made == null ? returned : made;
        }
        try (PreparedStatement statement = prepare(connection, "order_line", "order_id, product, quantity")) {
            for (int i = 0; i < LINES; i++) {
                int next = setKey(statement, keys.next(connection));
                statement.setObject(next++, order);
                statement.setLong(next++, random.nextInt(CUSTOMERS));
                statement.setInt(next, 1 + i);
                add(statement, LINES);
            }
            execute(statement, LINES);
        }
        connection.commit();
        return 1;
    }

    /** Without the round trip that a driver takes although nothing changes. */
    private static void autoCommit(Connection connection, boolean on) throws SQLException {
        if (connection.getAutoCommit() != on) {
            connection.setAutoCommit(on);
        }
    }

    private PreparedStatement prepare(Connection connection, String table, String columns) throws SQLException {
        int values = columns.split(",", -1).length;
        return key == RowKey.IDENTITY
                ? connection.prepareStatement(insertInto(table, columns, values), Statement.RETURN_GENERATED_KEYS)
                : connection.prepareStatement(insertInto(table, "id, " + columns, values + 1));
    }

    private static String insertInto(String table, String columns, int values) {
        return "INSERT INTO " + table + " (" + columns + ") VALUES (?" + ", ?".repeat(values - 1) + ")";
    }

    /** Sets the first parameter to the key unless the database makes it; returns the index of the next. */
    private static int setKey(PreparedStatement statement, @Nullable Object made) throws SQLException {
        if (made == null) {
            return 1;
        }
        statement.setObject(1, made);
        return 2;
    }

    private static void add(PreparedStatement statement, int rows) throws SQLException {
        if (rows > 1) {
            statement.addBatch();
        }
    }

    /** Returns the last key that the database made, if it makes them. */
    private @Nullable Object execute(PreparedStatement statement, int rows) throws SQLException {
        if (rows > 1) {
            statement.executeBatch();
        } else {
            statement.executeUpdate();
        }
        if (key != RowKey.IDENTITY) {
            return null;
        }
        Object last = null;
        int found = 0;
        try (ResultSet returned = statement.getGeneratedKeys()) {
            for (; returned.next(); found++) {
                last = returned.getLong(1);
            }
        }
        if (found != rows) {
            throw new IllegalStateException(found + " keys came back for " + rows + " rows");
        }
        return last;
    }

    private double tripsPerRow(int batch) throws SQLException, IOException {
        OptionalInt port = target.port();
        if (port.isEmpty()) {
            return Double.NaN;
        }
        try (RoundTrips trips = new RoundTrips(port.getAsInt());
                HikariDataSource counted = pool(OptionalInt.of(trips.port()));
                KeyMaker made = key.maker(target, counted);
                Connection connection = counted.getConnection()) {
            for (int i = 0; i < TRIP_WARM_UPS; i++) { // drivers ask for types, and prepare what is asked often
                insert(connection, made, batch);
            }
            long before = trips.count();
            for (int i = 0; i < TRIP_TRANSACTIONS; i++) {
                insert(connection, made, batch);
            }
            return (double) (trips.count() - before) / (TRIP_TRANSACTIONS * batch);
        }
    }

    private double rangeMillis(Connection connection) throws SQLException {
        String column = key.hasTime() ? "id" : "created";
        Object from = at(connection, column, settings.rows() / 2);
        Object to = at(connection, column, settings.rows() / 2 + settings.rows() / 100);
        return medianMillis(
                connection, "SELECT COUNT(*), SUM(amount) FROM entry WHERE " + column + " BETWEEN ? AND ?", from, to);
    }

    private static Object at(Connection connection, String column, int row) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(
                        "SELECT " + column + " FROM entry ORDER BY " + column + " LIMIT 1 OFFSET " + row)) {
            found.next();
            return found.getObject(1);
        }
    }

    private static double joinMillis(Connection connection) throws SQLException {
        return medianMillis(
                connection,
                "SELECT COUNT(*), SUM(l.quantity) FROM orders o JOIN order_line l ON l.order_id = o.id"
                        + " WHERE o.customer BETWEEN ? AND ?",
                CUSTOMERS / 2,
                CUSTOMERS / 2 + CUSTOMERS / 10 - 1);
    }

    private static double medianMillis(Connection connection, String query, Object from, Object to)
            throws SQLException {
        double[] millis = new double[QUERIES];
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            statement.setObject(1, from);
            statement.setObject(2, to);
            for (int i = 0; i < QUERIES; i++) {
                long startNanos = System.nanoTime();
                try (ResultSet row = statement.executeQuery()) {
                    row.next();
                }
                millis[i] = (System.nanoTime() - startNanos) / 1e6;
            }
        }
        Arrays.sort(millis);
        return millis[QUERIES / 2];
    }

    @Override
    public void close() {
        writers.shutdownNow();
        try {
            keys.close();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        } finally {
            pool.close();
        }
    }
}
