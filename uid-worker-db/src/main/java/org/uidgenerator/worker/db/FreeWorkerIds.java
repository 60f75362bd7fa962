package org.uidgenerator.worker.db;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowMapper;

/**
 * Finds worker ids that may be taken, in a transaction of whoever takes them. In order of preference, and the lowest one of each
 * kind: those that nobody uses, by the word of their last holder or because they were never taken, before those of which it
 * only looks so.
 */
final class FreeWorkerIds {
    /** What {@link #TO_ROW} reads. */
    static final String ROW = "WORKER_ID, TERM, RESERVED_THROUGH, NEXT_RESERVATION, HOLDER";

    static final RowMapper<LeaseRow> TO_ROW = (row, number) ->
            new LeaseRow(row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4), row.getString(5) == null);

    private static final String GIVEN_BACK = "HOLDER IS NULL AND RESERVED_THROUGH < ?";

    /** As decimal numbers, which are great enough for the sum of any two of the columns. */
    private static final String EXPIRED =
            "HOLDER IS NOT NULL AND CAST(RESERVED_THROUGH AS DECIMAL(20)) + NEXT_RESERVATION < ?";

    private final JdbcTemplate jdbc;
    private final String table;
    private final String namespace;
    private final long greatestTerm;

    /**
     * Looks at a table.
     *
     * @param greatestTerm a row of a greater TERM is never free, as there is no room to raise it
     */
    FreeWorkerIds(JdbcTemplate jdbc, String table, String namespace, long greatestTerm) {
        this.jdbc = jdbc;
        this.table = table;
        this.namespace = namespace;
        this.greatestTerm = greatestTerm;
    }

    /** Returns one that was given back and whose ticks have passed, or will soon. */
    Optional<LeaseRow> givenBack(Acquisition.Wish wish, boolean patient) {
        return lowest(GIVEN_BACK, wish.soonTick(), wish, patient);
    }

    /** Returns one whose holder has not reserved in time. It may be alive all the same: then it loses its worker id. */
    Optional<LeaseRow> expired(Acquisition.Wish wish, boolean patient) {
        return lowest(EXPIRED, wish.storeTick(), wish, patient);
    }

    /** Returns one that was given back with ticks ahead of now, but not too far to continue above them. */
    Optional<LeaseRow> givenBackAhead(Acquisition.Wish wish, boolean patient) {
        return lowest(GIVEN_BACK, wish.latestTick(), wish, patient);
    }

    private Optional<LeaseRow> lowest(String free, long tick, Acquisition.Wish wish, boolean patient) {
        String where = " FROM " + table + " WHERE NAMESPACE = ? AND WORKER_ID BETWEEN ? AND ? AND LAYOUT = ?"
                + " AND TERM <= ? AND " + free
                + wish.launches()
                        .map(launches -> " AND NOT EXISTS (SELECT 1 FROM " + launches + " WHERE ID = WORKER_ID)")
                        .orElse("");
        Object[] parameters = {
            namespace, wish.firstWorkerId(), wish.lastWorkerId(), wish.layout().toString(), greatestTerm, tick
        };
        Optional<LeaseRow> found = jdbc
                .query(
                        "SELECT " + ROW + where + " ORDER BY WORKER_ID LIMIT 1 FOR UPDATE SKIP LOCKED",
                        TO_ROW,
                        parameters)
                .stream()
                .findFirst();
        if (found.isEmpty() && patient && count(where, parameters) > 0) {
            throw new OptimisticLockingFailureException("the free worker ids are being taken");
        }
        return found;
    }

    private long count(String where, Object... parameters) {
        Long count = jdbc.queryForObject("SELECT COUNT(*)" + where, Long.class, parameters);
        return count == null ? 0 : count;
    }

    /**
     * Returns one that was never taken.
     *
     * @param from the lowest one to return
     */
    OptionalLong neverTaken(Acquisition.Wish wish, long from) {
        long last = wish.lastWorkerId();
        StringBuilder select = new StringBuilder("SELECT MIN(FREE.ID) FROM (SELECT " + from + " AS ID UNION ALL"
                + " SELECT WORKER_ID + 1 FROM " + table + " WHERE NAMESPACE = ? AND WORKER_ID BETWEEN ? AND ?");
        List<Object> parameters = new ArrayList<>(Arrays.asList(namespace, from, last - 1));
        wish.launches().ifPresent(launches -> {
            select.append(" UNION ALL SELECT ID + 1 FROM " + launches + " WHERE ID BETWEEN ? AND ?");
            parameters.addAll(Arrays.asList(from, last - 1));
        });
        select.append(") FREE WHERE FREE.ID <= ? AND NOT EXISTS (SELECT 1 FROM " + table
                + " WHERE NAMESPACE = ? AND WORKER_ID = FREE.ID)");
        parameters.addAll(Arrays.asList(last, namespace));
        wish.launches()
                .ifPresent(launches -> select.append(
                        " AND NOT EXISTS (SELECT 1 FROM " + launches + " LAUNCH WHERE LAUNCH.ID = FREE.ID)"));
        Long lowest = jdbc.queryForObject(select.toString(), Long.class, parameters.toArray());
        return lowest == null ? OptionalLong.empty() : OptionalLong.of(lowest);
    }
}
