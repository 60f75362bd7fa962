package org.uidgenerator.worker.db;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.uidgenerator.worker.lease.Fence;
import org.uidgenerator.worker.lease.LeaseRow;
import org.uidgenerator.worker.lease.OtherWorkerIds;
import org.uidgenerator.worker.lease.StoredLease;
import org.uidgenerator.worker.lease.WorkerLeaseStore;

/** The rows of one namespace in the table of leases. */
final class WorkerLeaseTable implements WorkerLeaseStore {
    static final String STANDARD_NAME = "WORKER_LEASE";
    static final String RIGHTS = "SELECT, INSERT, UPDATE, DELETE";
    static final String DEFAULT_NAMESPACE = "default";

    /** The columns that a {@link Fence} is about. */
    static final String FENCE = "TERM = ? AND RESERVED_THROUGH BETWEEN ? AND ?";

    private static final String COLUMNS = "WORKER_ID, TERM, RESERVED_THROUGH, NEXT_RESERVATION, LAYOUT, HOLDER, HELD";

    private final WorkerTable table;
    private final JdbcTemplate jdbc;
    private final String namespace;
    private final String insert;
    private final String update;
    private final String updateTerm;

    WorkerLeaseTable(WorkerTable table, String namespace) {
        this.table = table;
        this.jdbc = table.jdbc();
        this.namespace = namespace;
        insert = "INSERT INTO " + table + " (" + COLUMNS + ", NAMESPACE, ACQUIRED, MODIFIED)"
                + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, CURRENT_TIMESTAMP, CURRENT_TIMESTAMP)";
        String values = "TERM = ?, RESERVED_THROUGH = ?, NEXT_RESERVATION = ?, HOLDER = ?, HELD = ?,"
                + " MODIFIED = CURRENT_TIMESTAMP WHERE NAMESPACE = ? AND WORKER_ID = ? AND " + FENCE;
        update = "UPDATE " + table + " SET " + values;
        updateTerm = "UPDATE " + table + " SET ACQUIRED = CURRENT_TIMESTAMP, " + values;
    }

    @Override
    public String namespace() {
        return namespace;
    }

    /** Creates the table if there is none. */
    @Override
    public List<StoredLease> list() {
        return table.answer(() -> {
            String select = "SELECT " + COLUMNS + ", " + table.epochSeconds("ACQUIRED") + ", "
                    + table.epochSeconds("MODIFIED") + " FROM " + table + " WHERE NAMESPACE = ?";
            return table.creatingOnDemand(() -> table.read(() -> jdbc.query(
                    select,
                    (columns, number) -> new StoredLease(
                            row(columns),
                            WorkerTable.instant(columns.getBigDecimal(8)),
                            WorkerTable.instant(columns.getBigDecimal(9))),
                    namespace)));
        });
    }

    @Override
    public Optional<LeaseRow> find(long workerId) {
        String select = "SELECT " + COLUMNS + " FROM " + table + " WHERE NAMESPACE = ? AND WORKER_ID = ?";
        return table.answer(() ->
                table.read(() -> jdbc.query(select, (columns, number) -> row(columns), namespace, workerId).stream()
                        .findFirst()));
    }

    private static LeaseRow row(ResultSet columns) throws SQLException {
        return new LeaseRow(
                columns.getLong(1),
                columns.getLong(2),
                columns.getLong(3),
                columns.getLong(4),
                columns.getString(5),
                columns.getString(6),
                columns.getBoolean(7));
    }

    @Override
    public boolean insert(LeaseRow row) {
        return write(
                insert,
                row.workerId(),
                row.term(),
                row.reservedThrough(),
                row.nextReservation(),
                row.layout(),
                row.holder(),
                row.held(),
                namespace);
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
        return table.answer(() -> table.writeUnlessOthersDo(() -> jdbc.update(sql, parameters) > 0));
    }

    @Override
    public Instant now() {
        return table.answer(table::now);
    }

    /** Finds the table of disposable worker ids, which are of the default namespace. */
    @Override
    public Optional<OtherWorkerIds> others() {
        return namespace.equals(DEFAULT_NAMESPACE)
                ? table.answer(() -> table.neighbour(WorkerNodeTable.STANDARD_NAME))
                        .map(launches -> new LaunchedWorkerIds(table, launches))
                : Optional.empty();
    }

    /** Returns whether a table records a worker id of the default namespace. */
    static boolean records(WorkerTable table, String leases, long workerId) {
        String select = "SELECT 1 FROM " + leases + " WHERE NAMESPACE = ? AND WORKER_ID = ?";
        return table.read(
                () -> Boolean.TRUE.equals(table.jdbc().query(select, ResultSet::next, DEFAULT_NAMESPACE, workerId)));
    }

    /** Returns the name of the table. */
    @Override
    public String toString() {
        return table.toString();
    }
}
