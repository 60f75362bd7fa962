package org.uidgenerator.worker.db;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.transaction.TransactionDefinition;

/** The table of leases, one row a worker id, as seen by one holder in one namespace. */
final class WorkerLeaseTable {
    static final String STANDARD_NAME = "WORKER_LEASE";
    static final String DEFAULT_NAMESPACE = "default";

    /** What keeps two holders of a worker id apart: the parameters are term, least and greatest RESERVED_THROUGH. */
    static final String FENCE = "TERM = ? AND RESERVED_THROUGH BETWEEN ? AND ?";

    private static final String ROW = "WORKER_ID, TERM, RESERVED_THROUGH, NEXT_RESERVATION, HOLDER";
    private static final long GREATEST_TERM_STEP = Integer.MAX_VALUE;

    private static final RowMapper<LeaseRow> TO_ROW = (row, number) ->
            new LeaseRow(row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4), row.getString(5) == null);

    private final WorkerTable table;
    private final JdbcTemplate jdbc;
    private final String namespace;
    private final String holder;
    private final Machine machine;
    private final StoreMeter meter;
    private final String selectFree;
    private final String countFree;
    private final String take;
    private final String insert;
    private final String reserve;

    /**
     * Looks at a table.
     *
     * @param holder what to write into the column HOLDER
     * @param fence {@link #FENCE}, unless a test shows what happens without
     * @param machine gives the chance in fencing numbers
     * @param meter counts the calls that decide something
     */
    WorkerLeaseTable(
            WorkerTable table, String namespace, String holder, String fence, Machine machine, StoreMeter meter) {
        this.table = table;
        this.jdbc = table.jdbc();
        this.namespace = namespace;
        this.holder = holder;
        this.machine = machine;
        this.meter = meter;
        String free = " FROM " + table + " WHERE NAMESPACE = ? AND WORKER_ID BETWEEN ? AND ? AND LAYOUT = ?"
                + " AND (HOLDER IS NULL AND RESERVED_THROUGH < ? OR RESERVED_THROUGH + NEXT_RESERVATION < ?)";
        selectFree = "SELECT " + ROW + free + " ORDER BY WORKER_ID LIMIT 1 FOR UPDATE SKIP LOCKED";
        countFree = "SELECT COUNT(*)" + free;
        take = "UPDATE " + table + " SET TERM = ?, RESERVED_THROUGH = ?, NEXT_RESERVATION = ?, HOLDER = ?,"
                + " ACQUIRED = CURRENT_TIMESTAMP, MODIFIED = CURRENT_TIMESTAMP"
                + " WHERE NAMESPACE = ? AND WORKER_ID = ? AND TERM = ?";
        insert = "INSERT INTO " + table + " (TERM, RESERVED_THROUGH, NEXT_RESERVATION, HOLDER, NAMESPACE, WORKER_ID,"
                + " LAYOUT, ACQUIRED, MODIFIED) VALUES (?, ?, ?, ?, ?, ?, ?, CURRENT_TIMESTAMP, CURRENT_TIMESTAMP)";
        reserve = "UPDATE " + table + " SET RESERVED_THROUGH = ?, NEXT_RESERVATION = ?, MODIFIED = CURRENT_TIMESTAMP"
                + " WHERE NAMESPACE = ? AND WORKER_ID = ? AND " + fence;
    }

    /**
     * Takes the lowest free worker id, for good once this returns. Creates the table if there is none.
     *
     * @param patient whether to leave it at an exception, rather than use a new worker id, where others are just taking the
     *     free ones
     * @return what was taken, or nothing if all worker ids of the range are in use
     * @throws org.springframework.dao.ConcurrencyFailureException or
     * @throws org.springframework.dao.DuplicateKeyException if another holder was faster
     */
    Optional<Acquisition> acquire(Acquisition.Wish wish, boolean patient) {
        // Read committed, lest MySQL and MariaDB lock rows and gaps that are looked at and not taken.
        return meter.measure(() -> table.creatingOnDemand(() -> table.write(
                TransactionDefinition.ISOLATION_READ_COMMITTED,
                () -> takeFree(wish).or(() -> {
                    requireNoneFree(wish, patient);
                    return insertUnused(wish);
                }))));
    }

    private Optional<Acquisition> takeFree(Acquisition.Wish wish) {
        return jdbc.query(selectFree, TO_ROW, parameters(wish)).stream()
                .findFirst()
                .map(free -> {
                    Acquisition taken = wish.takeOver(free, nextTerm(free.term()));
                    Reservation first = taken.reservation();
                    int rows = jdbc.update(
                            take,
                            taken.term(),
                            first.through(),
                            first.announced(),
                            holder,
                            namespace,
                            free.workerId(),
                            free.term());
                    if (rows != 1) {
                        throw new OptimisticLockingFailureException(
                                String.format(Locale.ROOT, "worker id %d was taken", free.workerId()));
                    }
                    return taken;
                });
    }

    private void requireNoneFree(Acquisition.Wish wish, boolean patient) {
        if (patient && jdbc.queryForObject(countFree, Long.class, parameters(wish)) > 0) {
            throw new OptimisticLockingFailureException("the free worker ids are being taken");
        }
    }

    private Object[] parameters(Acquisition.Wish wish) {
        return new Object[] {
            namespace,
            wish.firstWorkerId(),
            wish.lastWorkerId(),
            wish.layout().toString(),
            wish.latestTick(),
            wish.nowTick()
        };
    }

    private Optional<Acquisition> insertUnused(Acquisition.Wish wish) {
        OptionalLong unused = lowestUnused(wish.firstWorkerId(), wish.lastWorkerId());
        if (unused.isEmpty()) {
            return Optional.empty();
        }
        Acquisition taken = wish.insert(unused.getAsLong(), nextTerm(0));
        Reservation first = taken.reservation();
        jdbc.update(
                insert,
                taken.term(),
                first.through(),
                first.announced(),
                holder,
                namespace,
                taken.workerId(),
                wish.layout().toString());
        return Optional.of(taken);
    }

    /**
     * Raises a term by a random step: should the store lose an acquisition and give the worker id once more, the second
     * holder has another term than the first one, which then notices.
     */
    private long nextTerm(long term) {
        return term + machine.random().nextLong(1, GREATEST_TERM_STEP);
    }

    private OptionalLong lowestUnused(long first, long last) {
        if (find(first).isEmpty()) {
            return OptionalLong.of(first);
        }
        Long afterLowest = jdbc.queryForObject(
                "SELECT MIN(ONE.WORKER_ID) + 1 FROM " + table + " ONE WHERE ONE.NAMESPACE = ?"
                        + " AND ONE.WORKER_ID BETWEEN ? AND ? AND NOT EXISTS (SELECT 1 FROM " + table + " NEXT_ONE"
                        + " WHERE NEXT_ONE.NAMESPACE = ONE.NAMESPACE AND NEXT_ONE.WORKER_ID = ONE.WORKER_ID + 1)",
                Long.class,
                namespace,
                first,
                last - 1);
        return afterLowest == null ? OptionalLong.empty() : OptionalLong.of(afterLowest);
    }

    /** Gives a row, if there is one. */
    Optional<LeaseRow> find(long workerId) {
        String select = "SELECT " + ROW + " FROM " + table + " WHERE NAMESPACE = ? AND WORKER_ID = ?";
        return jdbc.query(select, TO_ROW, namespace, workerId).stream().findFirst();
    }

    /**
     * Reserves ticks, for good once this returns. To be repeated as it is when the outcome is unknown.
     *
     * @param reservedThrough the last tick that is known to be reserved
     * @return whether the row is still the holder's and was changed
     */
    boolean reserve(long workerId, long term, long reservedThrough, Reservation next) {
        return meter.measure(() -> table.write(() -> jdbc.update(
                        reserve,
                        next.through(),
                        next.announced(),
                        namespace,
                        workerId,
                        term,
                        reservedThrough,
                        next.through())))
                > 0;
    }

    /** Gives a worker id back if it is still the holder's: whoever takes it next starts above a tick. */
    void giveBack(long workerId, long term, long lastTick) {
        String giveBack = "UPDATE " + table
                + " SET HOLDER = NULL, RESERVED_THROUGH = ?, MODIFIED = CURRENT_TIMESTAMP WHERE NAMESPACE = ?"
                + " AND WORKER_ID = ? AND TERM = ?";
        meter.measure(() -> table.write(() -> jdbc.update(giveBack, lastTick, namespace, workerId, term)));
    }

    /** Tells a store that has gone back what its holder may have reserved, if the row is still its own. */
    void raise(long workerId, long term, long reservedThrough) {
        String raise = "UPDATE " + table + " SET RESERVED_THROUGH = ?, MODIFIED = CURRENT_TIMESTAMP"
                + " WHERE NAMESPACE = ? AND WORKER_ID = ? AND TERM = ? AND RESERVED_THROUGH < ?";
        meter.measure(() ->
                table.write(() -> jdbc.update(raise, reservedThrough, namespace, workerId, term, reservedThrough)));
    }

    /** Undoes an acquisition under which no tick was stamped: a row that it made goes, too. */
    void undo(Acquisition acquisition) {
        if (acquisition.inserted()) {
            String delete = "DELETE FROM " + table + " WHERE NAMESPACE = ? AND WORKER_ID = ? AND TERM = ?";
            table.write(() -> jdbc.update(delete, namespace, acquisition.workerId(), acquisition.term()));
        } else {
            giveBack(acquisition.workerId(), acquisition.term(), acquisition.firstTick() - 1);
        }
    }

    /** Gives a layout of the namespace that differs from one, if there is any. */
    Optional<String> otherLayout(String layout) {
        String select = "SELECT MIN(LAYOUT) FROM " + table + " WHERE NAMESPACE = ? AND LAYOUT <> ?";
        return Optional.ofNullable(jdbc.queryForObject(select, String.class, namespace, layout));
    }

    /** Gives all worker ids of the namespace, the lowest first. */
    List<WorkerLeaseStatus> list() {
        String select = "SELECT " + ROW + ", LAYOUT, ACQUIRED, MODIFIED, CURRENT_TIMESTAMP FROM " + table
                + " WHERE NAMESPACE = ? ORDER BY WORKER_ID";
        return jdbc.query(
                select,
                (row, number) -> {
                    LeaseRow lease = TO_ROW.mapRow(row, number);
                    return WorkerLeaseStatus.of(
                            namespace,
                            lease,
                            row.getString(5),
                            row.getString(6),
                            instant(row, 7),
                            instant(row, 8),
                            instant(row, 9));
                },
                namespace);
    }

    private static Instant instant(ResultSet row, int column) throws SQLException {
        return row.getTimestamp(column).toInstant();
    }

    /** Whether a worker id of the default namespace is on record in a table that need not exist. */
    static boolean records(JdbcTemplate jdbc, String table, long workerId) {
        try {
            String select = "SELECT 1 FROM " + table + " WHERE NAMESPACE = ? AND WORKER_ID = ?";
            return jdbc.query(select, ResultSet::next, DEFAULT_NAMESPACE, workerId);
        } catch (BadSqlGrammarException e) {
            return false;
        }
    }

    /** Says the name of the table and the namespace. */
    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%s (namespace %s)", table, namespace);
    }
}
