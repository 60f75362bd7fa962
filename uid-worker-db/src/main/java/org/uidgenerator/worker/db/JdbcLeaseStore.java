package org.uidgenerator.worker.db;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.TransactionException;
import org.uidgenerator.StoreException;
import org.uidgenerator.StoreIdentityRecord;
import org.uidgenerator.jdbc.SqlDialect;
import org.uidgenerator.jdbc.TableBuilder;
import org.uidgenerator.jdbc.TableCreation;
import org.uidgenerator.jdbc.internal.Database;
import org.uidgenerator.jdbc.internal.SqlTable;
import org.uidgenerator.jdbc.internal.TableName;
import org.uidgenerator.worker.lease.LeasedWorkerIds;
import org.uidgenerator.worker.lease.store.Fence;
import org.uidgenerator.worker.lease.store.LeaseOverview;
import org.uidgenerator.worker.lease.store.LeaseRow;
import org.uidgenerator.worker.lease.store.OtherWorkerIds;
import org.uidgenerator.worker.lease.store.TimedLeaseRow;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;

/**
 * Leases of worker ids in a table of a SQL database, {@code WORKER_LEASE} unless named otherwise: the rows of one
 * namespace. {@link LeasedWorkerIds} describes what a lease is and what it survives.
 *
 * <pre>{@code
 * LeasedWorkerIds workerIds =
 *         LeasedWorkerIds.builder(JdbcLeaseStore.on(dataSource)).holder("orders-3").build();
 * }</pre>
 *
 * <p>Runs on H2, MySQL from 8.0, MariaDB from 10.6 and PostgreSQL, and within the limits that {@code docs/stores.md}
 * names on HSQLDB, Derby and SQLite. Other databases are tried with standard SQL and a warning, if the table exists, or
 * are described by a {@link SqlDialect}.
 *
 * <p>A transaction of this class waits two seconds for a row that another has locked; a starting generator then takes
 * another worker id.
 *
 * <p>H2 in memory forgets everything when the process ends, so use it for tests. H2 in a file of this process is made
 * to write at once, which needs a user with admin rights. H2 as a server needs {@code WRITE_DELAY=0}.
 *
 * <p>Worker ids that a {@link DisposableWorkerIdAssigner} has recorded in the table {@code WORKER_NODE} of the same
 * schema are passed over in the namespace {@code default}; the database user needs the right to read that table if it
 * is there. If the tables have other names or are in other places, you must ensure that no two assigners of one
 * namespace assign the same worker id.
 *
 * <p>All writes commit on connections of their own, so a pool must have a spare connection. Generators ask for them on
 * threads of their own, which carry no routing key and are in no transaction, JTA included, whatever the thread carries
 * that makes the generator. Give the driver a socket timeout well below {@code reservation}: a connection that hangs
 * for ever blocks the reservations of all generators of the assigner.
 *
 * <p>For all threads.
 */
public final class JdbcLeaseStore implements WorkerLeaseStore {
    static final String STANDARD_NAME = "WORKER_LEASE";
    static final String DEFAULT_NAMESPACE = "default";

    /** The columns that a {@link Fence} is about. */
    static final String FENCE = "TERM = ? AND RESERVED_THROUGH BETWEEN ? AND ?";

    private static final SqlTable.Kind KIND = new SqlTable.Kind(
            STANDARD_NAME,
            List.of("NAMESPACE", "WORKER_ID"),
            List.of("TERM", "RESERVED_THROUGH", "NEXT_RESERVATION", "LAYOUT", "HOLDER", "HELD", "ACQUIRED", "MODIFIED"),
            "SELECT, INSERT, UPDATE, DELETE",
            "no worker id");
    private static final String COLUMNS = "WORKER_ID, TERM, RESERVED_THROUGH, NEXT_RESERVATION, LAYOUT, HOLDER, HELD";

    /** A start whose choices are all refused looks for another row. */
    private static final int MOST_CHOICES = 4;

    private final SqlTable table;
    private final Database database;
    private final JdbcTemplate jdbc;
    private final String namespace;
    private final IdentityRow identity;
    private final String insert;
    private final String update;
    private final String updateTerm;

    private JdbcLeaseStore(SqlTable table, String namespace) {
        this.table = table;
        this.namespace = namespace;
        database = table.database();
        jdbc = database.jdbc();
        identity = new IdentityRow(this, table, namespace);
        insert = "INSERT INTO " + table + " (" + COLUMNS + ", NAMESPACE, ACQUIRED, MODIFIED)"
                + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, CURRENT_TIMESTAMP, CURRENT_TIMESTAMP)";
        String values = "TERM = ?, RESERVED_THROUGH = ?, NEXT_RESERVATION = ?, HOLDER = ?, HELD = ?,"
                + " MODIFIED = CURRENT_TIMESTAMP WHERE NAMESPACE = ? AND WORKER_ID = ? AND " + FENCE;
        update = "UPDATE " + table + " SET " + values;
        updateTerm = "UPDATE " + table + " SET ACQUIRED = CURRENT_TIMESTAMP, " + values;
    }

    /**
     * Opens the table {@code WORKER_LEASE}, which is created in embedded databases if it is missing. The database is
     * not asked yet.
     *
     * @param dataSource where the table is; a pool is welcome but not needed
     * @return the rows of the namespace {@code default}
     */
    public static JdbcLeaseStore on(DataSource dataSource) {
        return builder(dataSource).build();
    }

    /**
     * Starts a store with other settings than {@link #on} has.
     *
     * @param dataSource where the table is
     * @return a builder with the defaults
     */
    public static Builder builder(DataSource dataSource) {
        return new Builder(dataSource);
    }

    @Override
    public String namespace() {
        return namespace;
    }

    /**
     * Keeps the store identity in a row of its own, in the namespace {@code @} and the name. Versions without it see
     * none there.
     */
    @Override
    public Optional<StoreIdentityRecord> identityRecord() {
        return Optional.of(identity);
    }

    /**
     * Creates the table if there is none. The rows of a holder are looked for one by one, unless there is an index of
     * {@code NAMESPACE} and {@code HOLDER}. Others are in the table of disposable worker ids.
     */
    @Override
    public LeaseOverview overview(long firstWorkerId, long lastWorkerId, Optional<String> holder) {
        LeaseOverview leases = readOnDemand(() -> new LeaseOverview(
                database.nowAmongOthers(),
                identity.findAmongOthers(),
                highest(firstWorkerId, lastWorkerId),
                holder.isPresent() ? workerIdsOf(holder.get(), firstWorkerId, lastWorkerId) : List.of(),
                Optional.empty()));
        return leases.withOthers(others());
    }

    /** Reads rows in a transaction. Creates the table if there is none. */
    <T> T readOnDemand(Supplier<T> statements) {
        return answer(() -> table.creatingOnDemand(() -> database.read(statements)));
    }

    private OptionalLong highest(long firstWorkerId, long lastWorkerId) {
        String select = "SELECT MAX(WORKER_ID) FROM " + table + " WHERE NAMESPACE = ? AND WORKER_ID BETWEEN ? AND ?";
        return Objects.requireNonNull(jdbc.queryForObject(
                select,
                (row, number) -> {
                    long highest = row.getLong(1);
                    return row.wasNull() ? OptionalLong.empty() : OptionalLong.of(highest);
                },
                namespace,
                firstWorkerId,
                lastWorkerId));
    }

    private List<Long> workerIdsOf(String holder, long firstWorkerId, long lastWorkerId) {
        return stored(namespace, "HOLDER = ? AND WORKER_ID BETWEEN ? AND ?", holder, firstWorkerId, lastWorkerId)
                .stream()
                .map(TimedLeaseRow::row)
                .filter(row -> row.holder().equals(holder)) // databases may take upper for lower case
                .map(LeaseRow::workerId)
                .toList();
    }

    /** Creates the table if there is none. */
    @Override
    public List<TimedLeaseRow> list(long firstWorkerId, long lastWorkerId) {
        return readOnDemand(() -> stored(namespace, "WORKER_ID BETWEEN ? AND ?", firstWorkerId, lastWorkerId));
    }

    /** Reads rows in a transaction that has begun. */
    List<TimedLeaseRow> stored(String namespace, String condition, Object... parameters) {
        SqlDialect dialect = database.dialect();
        String select = "SELECT " + COLUMNS + ", " + dialect.moment("ACQUIRED") + ", " + dialect.moment("MODIFIED")
                + " FROM " + table + " WHERE NAMESPACE = ? AND " + condition;
        return jdbc.query(
                select,
                (columns, number) -> stored(columns),
                Stream.concat(Stream.of(namespace), Stream.of(parameters)).toArray());
    }

    /** In one statement. Its text is one of a few, so that the database and the driver know it. */
    @Override
    public List<LeaseRow> find(Collection<Long> workerIds) {
        List<Object> parameters = new ArrayList<>(workerIds);
        while (Integer.bitCount(parameters.size()) != 1) {
            parameters.add(parameters.get(0));
        }
        String places = String.join(", ", Collections.nCopies(parameters.size(), "?"));
        String condition = "WORKER_ID IN (" + places + ")";
        return answer(() -> database.read(() -> stored(namespace, condition, parameters.toArray()))).stream()
                .map(TimedLeaseRow::row)
                .toList();
    }

    private static TimedLeaseRow stored(ResultSet columns) throws SQLException {
        LeaseRow row = new LeaseRow(
                columns.getLong(1),
                columns.getLong(2),
                columns.getLong(3),
                columns.getLong(4),
                columns.getString(5),
                columns.getString(6),
                columns.getBoolean(7));
        return new TimedLeaseRow(row, Database.moment(columns, 8), Database.moment(columns, 9));
    }

    /** Looks again after the row is there for good, so of two that take a worker id, one sees the other. */
    @Override
    public boolean insert(LeaseRow row) {
        return insert(namespace, row) && isNowhereElse(row);
    }

    boolean insert(String namespace, LeaseRow row) {
        return writeUnlessOthersDo(() -> add(namespace, row));
    }

    private boolean writeUnlessOthersDo(Supplier<Boolean> statement) {
        return answer(() -> database.writeUnlessOthersDo(statement));
    }

    private boolean add(String namespace, LeaseRow row) {
        return jdbc.update(
                        database.dialect().insertIfAbsent(insert),
                        row.workerId(),
                        row.term(),
                        row.reservedThrough(),
                        row.nextReservation(),
                        row.layout(),
                        row.holder(),
                        row.held(),
                        namespace)
                > 0;
    }

    /**
     * Chooses in the transaction that writes. So only starts that have a connection at the same time choose the same
     * one, and nothing is written that all of them wait for. If another one was faster, it chooses again.
     */
    @Override
    public boolean insertNew(long firstWorkerId, long lastWorkerId, long next, LongFunction<LeaseRow> rowOf) {
        NewWorkerIds unused = new NewWorkerIds(firstWorkerId, lastWorkerId, next, ThreadLocalRandom.current());
        for (int attempt = 0; attempt < MOST_CHOICES; attempt++) {
            AtomicReference<@Nullable LeaseRow> made = new AtomicReference<>();
            boolean inserted = writeUnlessOthersDo(() -> {
                LeaseRow row = rowOf.apply(unused.choose(rows(unused)));
                made.set(row);
                return add(namespace, row);
            });
            LeaseRow row = made.get();
            if (row == null) {
                continue; // others held the table locked
            }
            if (inserted) {
                return isNowhereElse(row);
            }
            unused.refused(row.workerId());
        }
        return false;
    }

    private Set<Long> rows(NewWorkerIds unused) {
        OptionalLong highest = highest(unused.first, unused.last);
        if (highest.isEmpty()) {
            return Set.of();
        }
        String select = "SELECT WORKER_ID FROM " + table + " WHERE NAMESPACE = ? AND WORKER_ID BETWEEN ? AND ?";
        long from = unused.lowestOfInterest(highest.getAsLong());
        return Set.copyOf(jdbc.query(select, (row, number) -> row.getLong(1), namespace, from, highest.getAsLong()));
    }

    private boolean isNowhereElse(LeaseRow row) {
        Optional<OtherWorkerIds> others = others();
        if (others.isEmpty() || others.get().lowestFree(row.workerId()) == row.workerId()) {
            return true;
        }
        delete(row);
        return false;
    }

    @Override
    public boolean update(Fence expected, LeaseRow row) {
        return write(
                row.term() == expected.term() ? update : updateTerm,
                row.term(),
                row.reservedThrough(),
                row.nextReservation(),
                row.holder(),
                row.held(),
                namespace,
                row.workerId(),
                expected.term(),
                expected.leastReserved(),
                expected.greatestReserved());
    }

    @Override
    public void delete(LeaseRow row) {
        String delete = "DELETE FROM " + table + " WHERE NAMESPACE = ? AND WORKER_ID = ? AND TERM = ?";
        write(delete, namespace, row.workerId(), row.term());
    }

    private boolean write(String sql, @Nullable Object... parameters) {
        return writeUnlessOthersDo(() -> jdbc.update(sql, parameters) > 0);
    }

    @Override
    public Instant now() {
        return answer(database::now);
    }

    /** Finds the table of disposable worker ids. */
    private Optional<OtherWorkerIds> others() {
        if (!namespace.equals(DEFAULT_NAMESPACE)) {
            return Optional.empty();
        }
        Optional<TableName> disposables = answer(() -> table.beside(DisposableWorkerIdAssigner.STANDARD_NAME));
        return disposables.isPresent() ? Optional.of(new DisposableWorkerIds(disposables.get())) : Optional.empty();
    }

    /** The disposable worker ids, in a table of the same schema. */
    private final class DisposableWorkerIds implements OtherWorkerIds {
        private final TableName disposables;

        DisposableWorkerIds(TableName disposables) {
            this.disposables = disposables;
        }

        @Override
        public long lowestFree(long from) {
            String has = "SELECT 1 FROM " + disposables + " WHERE ID = ?";
            return answer(() -> database.read(() -> database.finds(has, from) ? lowestAbove(from) : from));
        }

        private long lowestAbove(long workerId) {
            String select = "SELECT MIN(ID) + 1 FROM " + disposables
                    + " TAKEN WHERE ID BETWEEN ? AND ? AND NOT EXISTS (SELECT 1 FROM " + disposables
                    + " WHERE ID = TAKEN.ID + 1)";
            return Objects.requireNonNull(jdbc.queryForObject(select, Long.class, workerId, Long.MAX_VALUE - 1));
        }

        @Override
        public String toString() {
            return disposables.toString();
        }
    }

    /** Translates what Spring throws. */
    <T> T answer(Supplier<T> call) {
        try {
            return call.get();
        } catch (DataAccessException | TransactionException e) {
            throw new StoreException(table.said(e), e);
        }
    }

    /** Returns whether a table records a worker id of the default namespace. */
    static boolean records(Database database, TableName leases, long workerId) {
        String select = "SELECT 1 FROM " + leases + " WHERE NAMESPACE = ? AND WORKER_ID = ?";
        return database.read(() -> database.finds(select, DEFAULT_NAMESPACE, workerId));
    }

    /** Returns the name of the table. */
    @Override
    public String toString() {
        return table.toString();
    }

    /** Opens stores. A builder is for one thread; everything is checked in {@link #build()}. */
    public static final class Builder extends TableBuilder<Builder> {
        private String namespace = DEFAULT_NAMESPACE;

        private Builder(DataSource dataSource) {
            super(dataSource);
        }

        /**
         * Sets the namespace. Worker ids of different namespaces are independent of each other, so their UIDs may be
         * equal.
         *
         * @param namespace 1 to 64 letters, digits, {@code .}, {@code _} and {@code -}; default {@code default}
         * @return this
         */
        public Builder namespace(String namespace) {
            this.namespace = Objects.requireNonNull(namespace, "namespace");
            return this;
        }

        @Override
        public Builder tableCreation(TableCreation tableCreation) {
            return super.tableCreation(tableCreation);
        }

        /**
         * Opens the store. The database is not asked yet.
         *
         * @return the store
         * @throws IllegalArgumentException if the namespace or the name of the table is not plain
         */
        public JdbcLeaseStore build() {
            return new JdbcLeaseStore(
                    new SqlTable(
                            KIND,
                            TableName.of(tableNameOr(STANDARD_NAME)),
                            creation(),
                            Database.apart(dataSource, dialect)),
                    WorkerLeaseStore.requireNamespace(namespace));
        }
    }
}
