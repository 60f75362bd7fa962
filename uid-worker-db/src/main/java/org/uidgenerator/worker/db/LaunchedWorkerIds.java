package org.uidgenerator.worker.db;

import java.sql.ResultSet;
import java.util.Objects;
import org.uidgenerator.worker.lease.OtherWorkerIds;

/**
 * The worker ids of disposable launches.
 *
 * @param table a table in the same schema
 * @param launches the table of launches, as it stands in SQL
 */
record LaunchedWorkerIds(WorkerTable table, String launches) implements OtherWorkerIds {
    @Override
    public long lowestFree(long from) {
        return table.answer(() -> table.read(() -> has(from) ? lowestAbove(from) : from));
    }

    private boolean has(long workerId) {
        String select = "SELECT 1 FROM " + launches + " WHERE ID = ?";
        return Boolean.TRUE.equals(table.jdbc().query(select, ResultSet::next, workerId));
    }

    private long lowestAbove(long workerId) {
        String select =
                "SELECT MIN(ID) + 1 FROM " + launches + " TAKEN WHERE ID BETWEEN ? AND ? AND NOT EXISTS (SELECT 1 FROM "
                        + launches + " WHERE ID = TAKEN.ID + 1)";
        return Objects.requireNonNull(table.jdbc().queryForObject(select, Long.class, workerId, Long.MAX_VALUE - 1));
    }

    @Override
    public String toString() {
        return launches;
    }
}
