package org.uidgenerator.simulation;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.h2.jdbcx.JdbcConnectionPool;
import org.uidgenerator.UidLayout;
import org.uidgenerator.worker.db.LeasedWorkerIdAssigner;

/**
 * The database that all processes share: H2, with the statements of the real assigner. Knows the last write to each row, so
 * that it can be lost, and the writes that are still on their way.
 */
final class Store implements AutoCloseable {
    private final JdbcConnectionPool pool;
    private final SortedMap<Long, LeaseTableRow> rows = new TreeMap<>();
    private final SortedMap<Long, LeaseTableRow> rowsBeforeLastWrite = new TreeMap<>();
    private final List<List<Statement>> onTheirWay = new ArrayList<>();

    Store() {
        pool = JdbcConnectionPool.create("jdbc:h2:mem:simulation;DB_CLOSE_DELAY=-1", "sa", "");
        try (LeasedWorkerIdAssigner creatingTheTable = new LeasedWorkerIdAssigner(pool)) {
            creatingTheTable.assignWorkerId(UidLayout.DEFAULT);
        }
    }

    /** Forgets everything, as a new simulation begins. */
    void clear() {
        execute("DELETE FROM WORKER_LEASE");
        rows.clear();
        rowsBeforeLastWrite.clear();
        onTheirWay.clear();
    }

    Connection connect() throws SQLException {
        return pool.getConnection();
    }

    /** Takes note of what a commit has changed. */
    void committed() {
        for (LeaseTableRow row : read()) {
            LeaseTableRow before = rows.put(row.workerId(), row);
            if (before == null || before.term() != row.term()) {
                rowsBeforeLastWrite.remove(row.workerId()); // an acquisition may not be lost
            } else if (!before.equals(row)) {
                rowsBeforeLastWrite.put(row.workerId(), before);
            }
        }
    }

    /** The rows as they are, the lowest worker id first. */
    List<LeaseTableRow> read() {
        try (Connection connection = connect();
                var query = connection.prepareStatement(
                        "SELECT WORKER_ID, TERM, RESERVED_THROUGH, NEXT_RESERVATION, HOLDER, HELD FROM WORKER_LEASE ORDER BY WORKER_ID");
                ResultSet result = query.executeQuery()) {
            List<LeaseTableRow> read = new ArrayList<>();
            while (result.next()) {
                read.add(new LeaseTableRow(
                        result.getLong(1),
                        result.getLong(2),
                        result.getLong(3),
                        result.getLong(4),
                        result.getString(5),
                        result.getBoolean(6)));
            }
            return read;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The rows whose last write can be lost, as they were before it. */
    List<LeaseTableRow> losable() {
        return List.copyOf(rowsBeforeLastWrite.values());
    }

    /** Loses the last write to a row, as a failover to a copy that lags does. */
    void lose(LeaseTableRow before) {
        execute(
                "UPDATE WORKER_LEASE SET RESERVED_THROUGH = ?, NEXT_RESERVATION = ?, HOLDER = ?, HELD = ? WHERE WORKER_ID = ?",
                before.reservedThrough(),
                before.nextReservation(),
                before.holder(),
                before.held(),
                before.workerId());
        rows.put(before.workerId(), before);
        rowsBeforeLastWrite.remove(before.workerId());
    }

    /** Keeps a transaction of which its process does not know whether it will be committed. */
    void holdBack(List<Statement> transaction) {
        onTheirWay.add(transaction);
    }

    int onTheirWay() {
        return onTheirWay.size();
    }

    /**
     * Commits a transaction that was held back, unless it violates a constraint by now.
     *
     * @return how many rows it has changed
     */
    int deliver(int index) {
        List<Statement> transaction = onTheirWay.remove(index);
        int changed = 0;
        try (Connection connection = connect()) {
            for (Statement statement : transaction) {
                changed += statement.execute(connection);
            }
        } catch (SQLException e) {
            changed = 0; // its worker id has been inserted by another
        }
        committed();
        return changed;
    }

    private void execute(String sql, Object... parameters) {
        SortedMap<Integer, Object> numbered = new TreeMap<>();
        for (int i = 0; i < parameters.length; i++) {
            numbered.put(i + 1, parameters[i]);
        }
        try (Connection connection = connect()) {
            new Statement(sql, numbered).execute(connection);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        execute("SHUTDOWN");
        pool.dispose();
    }
}
