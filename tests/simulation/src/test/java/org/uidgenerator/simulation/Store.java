package org.uidgenerator.simulation;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.h2.jdbcx.JdbcConnectionPool;
import org.uidgenerator.UidLayout;
import org.uidgenerator.worker.LeaseRequest;
import org.uidgenerator.worker.db.JdbcLeaseStore;
import org.uidgenerator.worker.lease.LeasedWorkerIds;

/**
 * The database that all processes share: H2, with the statements of the real assigner. Knows the last write to each
 * row, so that it can be lost, the {@link History} of all writes, and those that are still on their way.
 */
final class Store implements AutoCloseable {
    private final JdbcConnectionPool pool;
    private final SortedMap<Long, LeaseTableRow> rows = new TreeMap<>();
    private final SortedMap<Long, LeaseTableRow> rowsBeforeLastWrite = new TreeMap<>();
    private final List<List<Statement>> onTheirWay = new ArrayList<>();
    private boolean awaitsReplicas;
    private History history;
    private long crashes;

    Store() {
        pool = JdbcConnectionPool.create("jdbc:h2:mem:simulation;DB_CLOSE_DELAY=-1", "sa", "");
        try (LeasedWorkerIds creatingTheTable = LeasedWorkerIds.on(JdbcLeaseStore.on(pool))) {
            creatingTheTable.assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT));
        }
    }

    /**
     * Forgets everything, as a new simulation begins.
     *
     * @param nanos the time in it
     * @param awaitsReplicas whether what it acknowledges has reached all of its replicas
     */
    void begin(LongSupplier nanos, boolean awaitsReplicas) {
        execute("DELETE FROM WORKER_LEASE");
        rows.clear();
        rowsBeforeLastWrite.clear();
        onTheirWay.clear();
        this.awaitsReplicas = awaitsReplicas;
        history = new History(nanos, new History.Table(List.of()), this::restore);
    }

    Connection connect() throws SQLException {
        return pool.getConnection();
    }

    /**
     * Records the changes of a commit.
     *
     * @param acknowledged whether the writing process gets an acknowledgement
     */
    void committed(boolean acknowledged) {
        history.written(readAll());
        if (acknowledged && awaitsReplicas) {
            history.keep();
        }
        noteRows();
    }

    private void noteRows() {
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
                        "SELECT WORKER_ID, TERM, RESERVED_THROUGH, NEXT_RESERVATION, HOLDER, HELD FROM WORKER_LEASE"
                                + " WHERE NAMESPACE = 'simulation' ORDER BY WORKER_ID");
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

    private History.Table readAll() {
        try (Connection connection = connect();
                var query = connection.prepareStatement("SELECT * FROM WORKER_LEASE ORDER BY WORKER_ID");
                ResultSet result = query.executeQuery()) {
            int columns = result.getMetaData().getColumnCount();
            List<List<Object>> read = new ArrayList<>();
            while (result.next()) {
                List<Object> row = new ArrayList<>();
                for (int column = 1; column <= columns; column++) {
                    row.add(result.getObject(column));
                }
                read.add(row);
            }
            return new History.Table(read);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private void restore(History.Table table) {
        execute("DELETE FROM WORKER_LEASE");
        for (List<Object> row : table.rows()) {
            String values = String.join(", ", Collections.nCopies(row.size(), "?"));
            execute("INSERT INTO WORKER_LEASE VALUES (" + values + ")", row.toArray());
        }
        rows.clear();
        noteRows();
    }

    /** Ends all connections and loses what was written from a moment on. Returns how many writes these were. */
    int crash(long losesSince) {
        crashes++;
        return history.loseSince(losesSince);
    }

    /** How often it has crashed. */
    long crashes() {
        return crashes;
    }

    /** The writes that can be lost with all that came after them. */
    History history() {
        return history;
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
        committed(false);
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
