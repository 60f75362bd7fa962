package org.uidgenerator.worker.db;

import java.sql.ResultSet;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.TransactionDefinition;

/** The table of leases, one row a worker id, as seen by one holder in one namespace. */
final class WorkerLeaseTable {
    static final String STANDARD_NAME = "WORKER_LEASE";
    static final String DEFAULT_NAMESPACE = "default";

    /** What keeps two holders of a worker id apart: the parameters are term, least and greatest RESERVED_THROUGH. */
    static final String FENCE = "TERM = ? AND RESERVED_THROUGH BETWEEN ? AND ?";

    private static final long GREATEST_TERM_STEP = Integer.MAX_VALUE;
    private static final long GREATEST_TERM = Long.MAX_VALUE - GREATEST_TERM_STEP;

    private final WorkerTable table;
    private final JdbcTemplate jdbc;
    private final String namespace;
    private final String holder;
    private final Machine machine;
    private final StoreMeter meter;
    private final FreeWorkerIds free;
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
        free = new FreeWorkerIds(jdbc, table.toString(), namespace, GREATEST_TERM);
        take = "UPDATE " + table + " SET TERM = ?, RESERVED_THROUGH = ?, NEXT_RESERVATION = ?, HOLDER = ?,"
                + " ACQUIRED = CURRENT_TIMESTAMP, MODIFIED = CURRENT_TIMESTAMP"
                + " WHERE NAMESPACE = ? AND WORKER_ID = ? AND TERM = ?";
        insert = "INSERT INTO " + table + " (TERM, RESERVED_THROUGH, NEXT_RESERVATION, HOLDER, NAMESPACE, WORKER_ID,"
                + " LAYOUT, ACQUIRED, MODIFIED) VALUES (?, ?, ?, ?, ?, ?, ?, CURRENT_TIMESTAMP, CURRENT_TIMESTAMP)";
        reserve = "UPDATE " + table + " SET RESERVED_THROUGH = ?, NEXT_RESERVATION = ?, MODIFIED = CURRENT_TIMESTAMP"
                + " WHERE NAMESPACE = ? AND WORKER_ID = ? AND " + fence;
    }

    /**
     * Takes a free worker id, for good once this returns. Creates the table if there is none.
     *
     * @param patient whether to leave it at an exception, rather than look for another one, where others are just taking the
     *     free ones
     * @param unusedFrom where to look for worker ids that were never taken
     * @return what was taken, or nothing if all worker ids of the range are in use
     * @throws WorkerIdLockedException if another launch is taking a worker id, and has not come to an end in time
     * @throws org.springframework.dao.ConcurrencyFailureException or
     * @throws org.springframework.dao.DuplicateKeyException if another holder was faster
     */
    Optional<Acquisition> acquire(Acquisition.Wish wish, boolean patient, long unusedFrom) {
        // Read committed, so that MySQL and MariaDB do not lock rows and gaps that are looked at and not taken.
        return meter.measure(() -> table.creatingOnDemand(() -> table.write(
                TransactionDefinition.ISOLATION_READ_COMMITTED,
                () -> free.givenBack(wish, patient)
                        .map(row -> takeOver(row, wish))
                        .or(() -> insertUnused(wish, unusedFrom))
                        .or(() -> free.expired(wish, patient).map(row -> takeOver(row, wish)))
                        .or(() -> free.givenBackAhead(wish, patient).map(row -> takeOver(row, wish))))));
    }

    private Acquisition takeOver(LeaseRow row, Acquisition.Wish wish) {
        Acquisition taken = wish.takeOver(row, nextTerm(row.term()));
        Reservation first = taken.reservation();
        int rows = jdbc.update(
                take, taken.term(), first.through(), first.announced(), holder, namespace, row.workerId(), row.term());
        if (rows != 1) {
            throw new OptimisticLockingFailureException(
                    String.format(Locale.ROOT, "worker id %d was taken", row.workerId()));
        }
        return taken;
    }

    private Optional<Acquisition> insertUnused(Acquisition.Wish wish, long unusedFrom) {
        OptionalLong unused = free.neverTaken(wish, unusedFrom);
        if (unused.isEmpty()) {
            return Optional.empty();
        }
        Acquisition taken = wish.insert(unused.getAsLong(), nextTerm(0));
        Reservation first = taken.reservation();
        try {
            jdbc.update(
                    insert,
                    taken.term(),
                    first.through(),
                    first.announced(),
                    holder,
                    namespace,
                    taken.workerId(),
                    wish.layout().toString());
        } catch (DataAccessException e) {
            throw WorkerTable.isLockTimeout(e)
                    ? new WorkerIdLockedException(
                            taken.workerId(),
                            String.format(
                                    Locale.ROOT, "worker id %d is being taken by another launch", taken.workerId()),
                            e)
                    : e;
        }
        return Optional.of(taken);
    }

    /**
     * Raises a term by a random step: should the store lose an acquisition and give the worker id once more, the second
     * holder has another term than the first one, which then notices.
     */
    private long nextTerm(long term) {
        return term + machine.random().nextLong(1, GREATEST_TERM_STEP);
    }

    /** Returns a row, if there is one. */
    Optional<LeaseRow> find(long workerId) {
        return table.read(() -> row(workerId));
    }

    private Optional<LeaseRow> row(long workerId) {
        String select = "SELECT " + FreeWorkerIds.ROW + " FROM " + table + " WHERE NAMESPACE = ? AND WORKER_ID = ?";
        return jdbc.query(select, FreeWorkerIds.TO_ROW, namespace, workerId).stream()
                .findFirst();
    }

    boolean isOfDefaultNamespace() {
        return namespace.equals(DEFAULT_NAMESPACE);
    }

    /** Returns the store's own time. */
    Instant now() {
        return meter.measure(table::now);
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

    /**
     * Gives a worker id back, whoever has it: the next holder starts above a tick, which may be lower than what was reserved.
     *
     * @return whether there is a row
     * @throws OptimisticLockingFailureException if the row has changed at the same time
     */
    boolean repair(long workerId, long lastTick) {
        String repair =
                "UPDATE " + table + " SET TERM = ?, HOLDER = NULL, RESERVED_THROUGH = ?, MODIFIED = CURRENT_TIMESTAMP"
                        + " WHERE NAMESPACE = ? AND WORKER_ID = ? AND TERM = ? AND RESERVED_THROUGH = ?";
        return table.write(() -> row(workerId).map(row -> {
                    long term = nextTerm(row.term() > GREATEST_TERM ? 0 : row.term());
                    int rows =
                            jdbc.update(repair, term, lastTick, namespace, workerId, row.term(), row.reservedThrough());
                    if (rows != 1) {
                        throw new OptimisticLockingFailureException(
                                String.format(Locale.ROOT, "worker id %d is in use: its row has changed", workerId));
                    }
                    return row;
                }))
                .isPresent();
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

    /** Returns a layout of the namespace that differs from one, if there is any. */
    Optional<String> otherLayout(String layout) {
        String select = "SELECT MIN(LAYOUT) FROM " + table + " WHERE NAMESPACE = ? AND LAYOUT <> ?";
        return Optional.ofNullable(table.read(() -> jdbc.queryForObject(select, String.class, namespace, layout)));
    }

    /** Returns all worker ids of the namespace, the lowest first. */
    List<WorkerLeaseStatus> list() {
        String select = "SELECT " + FreeWorkerIds.ROW + ", LAYOUT, " + table.epochSeconds("ACQUIRED") + ", "
                + table.epochSeconds("MODIFIED") + ", " + table.epochSeconds("CURRENT_TIMESTAMP(6)") + " FROM " + table
                + " WHERE NAMESPACE = ? ORDER BY WORKER_ID";
        return table.read(() -> jdbc.query(
                select,
                (row, number) -> {
                    LeaseRow lease = Objects.requireNonNull(FreeWorkerIds.TO_ROW.mapRow(row, number));
                    return WorkerLeaseStatus.of(
                            namespace,
                            lease,
                            row.getString(5),
                            row.getString(6),
                            WorkerTable.instant(row.getBigDecimal(7)),
                            WorkerTable.instant(row.getBigDecimal(8)),
                            WorkerTable.instant(row.getBigDecimal(9)));
                },
                namespace));
    }

    /** Returns whether a table records a worker id of the default namespace. */
    static boolean records(WorkerTable table, String leases, long workerId) {
        String select = "SELECT 1 FROM " + leases + " WHERE NAMESPACE = ? AND WORKER_ID = ?";
        return table.read(
                () -> Boolean.TRUE.equals(table.jdbc().query(select, ResultSet::next, DEFAULT_NAMESPACE, workerId)));
    }

    /** Says the name of the table and the namespace. */
    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%s (namespace %s)", table, namespace);
    }
}
