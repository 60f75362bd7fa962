package org.uidgenerator.worker.db;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import java.sql.Types;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.PreparedStatementCreatorFactory;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.transaction.TransactionException;
import org.uidgenerator.OptionText;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.jdbc.SqlDialect;
import org.uidgenerator.jdbc.TableBuilder;
import org.uidgenerator.jdbc.TableCreation;
import org.uidgenerator.jdbc.internal.Database;
import org.uidgenerator.jdbc.internal.SqlTable;
import org.uidgenerator.jdbc.internal.TableName;
import org.uidgenerator.worker.LeaseRequest;
import org.uidgenerator.worker.WorkerIdAssigner;
import org.uidgenerator.worker.WorkerLease;

/**
 * Assigns worker ids that are used once and thrown away. Each start inserts a row into a table, {@code WORKER_NODE}
 * unless named otherwise, and the row's generated key is the worker id. Runs on H2, MySQL, MariaDB and PostgreSQL, and
 * within the limits that {@code docs/stores.md} names on HSQLDB, Derby and SQLite. Other databases are tried with
 * standard SQL and a warning, if the table exists and their driver returns generated keys, or are described by a
 * {@link SqlDialect}.
 *
 * <p>There is nothing to renew. Once it has its worker id, a generator no longer needs the database. In return each
 * start uses one up, even one that crashes, and a layout has {@code 2^workerBits} of them: by default 16,384, which ten
 * starts a day use up in four years. A start logs a warning when fewer than a fifth are left. When all are used up,
 * starts are refused. Then widen {@code workerBits} at the cost of {@code timeBits} or {@code seqBits}, in all
 * generators at once and with the epoch left as it is; or take an assigner that gives worker ids back; or let column
 * {@code ID} count from 1 again, once the processes that hold the low worker ids have been gone for longer than they
 * may borrow from the future.
 *
 * <p>Uniqueness rests on two promises of the database: it generates no key twice, and what it has committed stays. So
 * do not delete the row with the greatest {@code ID} (older versions of MySQL and MariaDB continue counting from it
 * after a restart), do not fail over to a copy that may lack the latest rows, and do not weaken durability. H2 in
 * memory forgets everything when the process ends, so use it for tests. H2 in a file of this process is made to write
 * the row at once, which needs a user with admin rights. H2 as a server takes half a second, unless its database has
 * {@code WRITE_DELAY=0}.
 *
 * <p>The row also describes the process that took the worker id, for people who look into the table: host name, port,
 * type (1 container, 2 actual machine), date of the start, and when it was created and modified, by the clock of the
 * database.
 *
 * <ul>
 *   <li>With {@code JPAAS_HOST} in the environment, it is the host name of a container, and {@code JPAAS_HTTP_PORT} or
 *       else {@code JPAAS_HOST_PORT_8080} is the port. One without the other is refused.
 *   <li>With {@code KUBERNETES_SERVICE_HOST} in the environment, or in a container of Docker or Podman, the host name
 *       is {@code HOSTNAME} or else the local one.
 *   <li>Anything else is an actual machine with its local host name.
 *   <li>If the port is unknown, the column has the time of the start in milliseconds and the process id instead.
 * </ul>
 *
 * <p>Host names and ports are truncated after 64 characters.
 *
 * <p>Worker ids that a {@link JdbcLeaseStore} of namespace {@code default} has in the table {@code WORKER_LEASE} of the
 * same schema are refused; the database user needs the right to read that table if it is there. If the tables have
 * other names or are in other places, you must ensure that no two assigners of one namespace assign the same worker id.
 *
 * <p>The insert commits on a connection of its own, so in a transaction the pool must have a second connection to give.
 * Generators ask for it on a thread of their own, which is in no transaction, JTA included, whatever transaction the
 * thread is in that makes them.
 *
 * <p>All methods may be called from any thread, possibly from several at the same time. A call waits for the database
 * as long as the data source does, and fails if others lock the table for a minute.
 */
public final class DisposableWorkerIdAssigner implements WorkerIdAssigner {
    private static final System.Logger LOG = System.getLogger(DisposableWorkerIdAssigner.class.getName());

    static final String STANDARD_NAME = "WORKER_NODE";

    /** The column whose generated value is the worker id. */
    private static final String KEY = "ID";

    private static final SqlTable.Kind KIND = new SqlTable.Kind(
            STANDARD_NAME,
            List.of(KEY),
            List.of("HOST_NAME", "PORT", "TYPE", "LAUNCH_DATE", "MODIFIED", "CREATED"),
            "SELECT, INSERT", // the generated key is read
            "no worker id");

    private static final double SHARE_LEFT_TO_WARN_OF = 0.2;

    private final SqlTable table;
    private final Database database;

    /**
     * Makes an assigner on the table {@code WORKER_NODE}, which is created in embedded databases if it is missing.
     *
     * @param dataSource where the table is; a pool is welcome but not needed
     */
    public DisposableWorkerIdAssigner(DataSource dataSource) {
        this(builder(dataSource).table());
    }

    private DisposableWorkerIdAssigner(SqlTable table) {
        this.table = table;
        database = table.database();
    }

    /**
     * Starts an assigner with other settings than {@link #DisposableWorkerIdAssigner(DataSource)} has.
     *
     * @param dataSource where the table is
     * @return a builder with the defaults
     */
    public static Builder builder(DataSource dataSource) {
        return new Builder(dataSource);
    }

    /** One, because each additional worker id would be used up for ever. */
    @Override
    public int mostWorkerIds() {
        return 1;
    }

    @Override
    public boolean asksStore() {
        return true;
    }

    /**
     * Takes a worker id that no start had before and none will have again.
     *
     * @param request the generator's layout
     * @return a lease with nothing to reserve and nothing to give back
     * @throws UidGenerateException if the worker ids of the layout are used up, the worker id is also leased,
     *     {@code WORKER_LEASE} cannot be read, the database does not answer or refuses, the table is missing and may
     *     not be created, or the {@code JPAAS_} variables contradict each other
     */
    @Override
    public WorkerLease assignWorkerId(LeaseRequest request) {
        UidLayout layout = Objects.requireNonNull(request, "request").layout();
        WorkerNode node = WorkerNode.ofThisProcess();
        long workerId = takeWorkerId(node);
        requireFits(workerId, layout);
        LOG.log(INFO, "worker id {0} taken from {1} by {2}", Long.toString(workerId), table, node.hostName());
        warnOfTheEnd(workerId, layout);
        warnOfAnotherEpoch(layout);
        return WorkerLease.neverReused(workerId);
    }

    private void requireFits(long workerId, UidLayout layout) {
        if (workerId < 0 || workerId > layout.maxWorkerId()) {
            throw new UidGenerateException(OptionText.of(
                    "worker id %d from %s does not fit {workerBits}=%d (at most %d), each start uses one: widen {workerBits}, or use an assigner that gives worker ids back,"
                            + " or let column ID count from 1 again once the first worker ids are out of use",
                    workerId, table, layout.workerBits(), layout.maxWorkerId()));
        }
    }

    private void warnOfTheEnd(long workerId, UidLayout layout) {
        long left = layout.maxWorkerId() - workerId;
        if (left < (layout.maxWorkerId() + 1) * SHARE_LEFT_TO_WARN_OF) {
            LOG.log(
                    WARNING,
                    "{0} has {1} of {2} worker ids left, and each start uses one: plan to widen workerBits, or to use an assigner"
                            + " that gives worker ids back",
                    table,
                    Long.toString(left),
                    Long.toString(layout.maxWorkerId() + 1));
        }
    }

    /** Generators that started before the epoch made UIDs of another layout, which may be equal to new ones. */
    private void warnOfAnotherEpoch(UidLayout layout) {
        String epoch = LocalDate.ofInstant(layout.epoch(), ZoneOffset.UTC).toString();
        Optional<String> date = firstDate();
        if (date.isPresent() && date.get().compareTo(epoch) < 0) {
            LOG.log(
                    WARNING,
                    "{0} has starts of {1}, before the epoch {2}: their UIDs may be equal to new ones; set the layout that they had, or"
                            + " compare as docs/migration.md does and delete these rows",
                    table,
                    date.get(),
                    epoch);
        }
    }

    /** A start that cannot compare its worker id with the leased ones is refused before it uses one up. */
    private long takeWorkerId(WorkerNode node) {
        try {
            Optional<TableName> before = leases();
            long workerId = insert(node);
            // Order matters! After the insert has been committed. Of two kinds that take a worker id at the same time,
            // one sees the other. A table that was there is still there.
            Optional<TableName> leases = before.isPresent() ? before : leases();
            if (leases.isPresent()) {
                requireNotLeased(workerId, leases.get());
            }
            return workerId;
        } catch (DataAccessException | TransactionException e) {
            throw table.nothing(e);
        }
    }

    /** Adds a row, for good once this returns, and returns its generated key. Creates the table if there is none. */
    private long insert(WorkerNode node) {
        return table.creatingOnDemand(() -> database.write(() -> {
            GeneratedKeyHolder keys = new GeneratedKeyHolder();
            List<?> values = List.of(node.hostName(), node.port(), node.type());
            database.jdbc().update(insert().newPreparedStatementCreator(values), keys);
            return generatedKey(keys);
        }));
    }

    /** The database's date and time, because those of the clients may differ. */
    private PreparedStatementCreatorFactory insert() {
        PreparedStatementCreatorFactory insert = new PreparedStatementCreatorFactory(
                "INSERT INTO " + table + " (HOST_NAME, PORT, TYPE, LAUNCH_DATE, MODIFIED, CREATED)"
                        + " VALUES (?, ?, ?, CURRENT_DATE, CURRENT_TIMESTAMP, CURRENT_TIMESTAMP)",
                Types.VARCHAR,
                Types.VARCHAR,
                Types.INTEGER);
        insert.setGeneratedKeysColumnNames(database.stored(KEY)); // some drivers quote it
        return insert;
    }

    private long generatedKey(GeneratedKeyHolder keys) {
        for (Map<String, Object> row : keys.getKeyList()) {
            for (Object key : row.values()) {
                if (key instanceof Number number) {
                    return number.longValue();
                }
            }
        }
        throw new UidGenerateException(
                OptionText.of("column ID of %s must be auto-increment: the database generated no key", table));
    }

    /**
     * Returns the date of the first start, such as {@code 2018-06-01}, as far as it can be read, because a user may
     * have the right to insert alone. The database writes it, as drivers write digits of their locale.
     */
    private Optional<String> firstDate() {
        try {
            return database.read(() -> Optional.ofNullable(database.jdbc()
                    .queryForObject(
                            "SELECT CAST(MIN(LAUNCH_DATE) AS CHAR(10)) FROM " + table,
                            (row, number) -> row.getString(1))));
        } catch (DataAccessException | TransactionException e) {
            return Optional.empty();
        }
    }

    private Optional<TableName> leases() {
        return table.beside(JdbcLeaseStore.STANDARD_NAME);
    }

    private void requireNotLeased(long workerId, TableName leases) {
        if (JdbcLeaseStore.records(database, leases, workerId)) {
            throw new UidGenerateException(OptionText.of(
                    "worker id %d from %s is also in %s: give the leased assigners a range of worker ids that this table does not reach, as in workerIds(first, last), or have column ID count from above theirs",
                    workerId, table, leases));
        }
    }

    /** Makes assigners. A builder is for one thread; everything is checked in {@link #build()}. */
    public static final class Builder extends TableBuilder<Builder> {
        private Builder(DataSource dataSource) {
            super(dataSource);
        }

        @Override
        public Builder tableCreation(TableCreation tableCreation) {
            return super.tableCreation(tableCreation);
        }

        /**
         * Makes the assigner. The database is not asked yet.
         *
         * @return the assigner
         * @throws IllegalArgumentException if the name of the table is no SQL identifier
         */
        public DisposableWorkerIdAssigner build() {
            return new DisposableWorkerIdAssigner(table());
        }

        private SqlTable table() {
            return new SqlTable(
                    KIND, TableName.of(tableNameOr(STANDARD_NAME)), creation(), Database.apart(dataSource, dialect));
        }
    }
}
