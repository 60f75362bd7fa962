package org.uidgenerator.worker.db;

import java.sql.ResultSet;
import java.util.Objects;
import org.springframework.jdbc.core.JdbcTemplate;
import org.uidgenerator.jdbc.internal.TableName;
import org.uidgenerator.worker.lease.OtherWorkerIds;

/**
 * The worker ids of disposable launches.
 *
 * @param store the store of leases, in the same schema
 * @param launches the table of launches
 */
record LaunchedWorkerIds(JdbcLeaseStore store, TableName launches) implements OtherWorkerIds {
    @Override
    public long lowestFree(long from) {
        return store.answer(() -> store.database().read(() -> has(from) ? lowestAbove(from) : from));
    }

    private JdbcTemplate jdbc() {
        return store.database().jdbc();
    }

    private boolean has(long workerId) {
        String select = "SELECT 1 FROM " + launches + " WHERE ID = ?";
        return Boolean.TRUE.equals(jdbc().query(select, ResultSet::next, workerId));
    }

    private long lowestAbove(long workerId) {
        String select =
                "SELECT MIN(ID) + 1 FROM " + launches + " TAKEN WHERE ID BETWEEN ? AND ? AND NOT EXISTS (SELECT 1 FROM "
                        + launches + " WHERE ID = TAKEN.ID + 1)";
        return Objects.requireNonNull(jdbc().queryForObject(select, Long.class, workerId, Long.MAX_VALUE - 1));
    }

    @Override
    public String toString() {
        return launches.toString();
    }
}
