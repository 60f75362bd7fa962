package org.uidgenerator.worker.db;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.worker.WorkerIdAssigner;
import org.uidgenerator.worker.WorkerLease;

/**
 * Leases worker ids, which are given back and used again: the lowest one that nobody uses, so a fleet of n generators uses about n
 * worker ids however often it restarts in good order. Runs on H2, MySQL from 8.0, MariaDB from 10.6 and PostgreSQL.
 *
 * <p>A row of a table, {@code WORKER_LEASE} unless named otherwise, stands for a worker id and says which ticks have been
 * reserved under it. A generator stamps a tick only after it has been reserved, and a reservation is an update of that row
 * which succeeds only as long as nobody else has taken the worker id. So two processes that both believe they own a worker id
 * stamp different ticks: one that was paused, cut off or has a wrong clock can be late, never wrong.
 *
 * <ul>
 *   <li>A generator that is closed gives its worker id back: at once usable again. If its last tick is more than a minute ahead
 *       of now, worker ids that were never taken come first.
 *   <li>One that crashed leaves its worker id reserved: it is free again once its reserved ticks, and as many as it could have
 *       reserved next, have passed by the database's own time. That is after twice the {@code reservation}, or later if it was
 *       using ticks up faster than they pass, so that they were reserved in greater numbers or borrowed from the future. At most
 *       these ticks are lost. It is taken again only when all others are in use, since its holder may be alive.
 *   <li>One that comes back after its worker id was taken continues with another one.
 *   <li>A host whose clock differs from the database's by more than {@code maxClockSkew} gets no worker id, and a clock that
 *       runs away later reserves no ticks further ahead of the database's time than {@link Builder#maxBorrow} says.
 *   <li>Without the database generators continue until their reserved ticks are used up, then fail with the cause, and recover
 *       by themselves. A database that answers slowly delays none as long as reserved ticks remain.
 * </ul>
 *
 * <p>Ticks are reserved {@code reservation} ahead, in more and more of them at a time while they are used up quickly, so the
 * database is called about once a second at most and every few minutes usually. A transaction of this class waits two seconds
 * for a row that another has locked; a launch then takes another worker id.
 *
 * <p>Uniqueness rests on what the database has committed. If it goes back by one write to a worker id (failover to a copy that
 * lagged, restored backup), that write is made up for, unless it was the one that took the worker id. If it loses more,
 * generators notice at their next reservation, stop the use of the worker id and log an error; if the worker id was taken by
 * another one before that, or its taking itself is among what was lost, UIDs may be given twice. So do not weaken durability;
 * and before you continue with a restored backup raise {@code RESERVED_THROUGH} of all rows above the ticks in use.
 * Do not delete rows. H2 in memory forgets all with the process: for tests. H2 in a file of this process is made to write at
 * once, which takes a user with admin rights; H2 as a server needs {@code WRITE_DELAY=0}.
 *
 * <p>One id space is one namespace of one table. Its generators have equal layouts, which is checked. Worker ids that a
 * {@link DisposableWorkerIdAssigner} has recorded in the table {@code WORKER_NODE} of the same schema are passed over in the
 * namespace {@code default}; the database user needs the right to read that table if it is there. Where the tables have
 * other names or are in other places, it is up to you that no two assigners of one id space give the same worker id.
 *
 * <p>All writes commit on connections of their own, whatever Spring transaction the caller is in, so a pool must have a
 * connection to spare. JTA data sources join the thread's transaction by themselves: with these, make generators outside of
 * transactions. Give the driver a socket timeout well below {@code reservation}: a connection that hangs for ever holds up
 * the reservations of all generators of this assigner.
 *
 * <p>All methods may be called from any thread, possibly from several at a time, by any number of generators.
 */
public final class LeasedWorkerIdAssigner implements WorkerIdAssigner, AutoCloseable {
    private static final System.Logger LOG = System.getLogger(LeasedWorkerIdAssigner.class.getName());

    /** Of generators, unless told otherwise. An assigner of several was told the least of theirs. */
    private static final Duration USUAL_MAX_BORROW = Duration.ofHours(24);

    private final WorkerTable table;
    private final WorkerLeaseTable leases;
    private final LeaseAcquisition acquisition;
    final LeaseKeeper keeper;
    private final Machine machine;
    private final StoreMeter meter = new StoreMeter();
    private final Duration reservedAhead;
    private final Duration storeTimeout;
    private final InstantSource clock;
    private final InstantSource storeClock;

    /**
     * Makes an assigner on the table {@code WORKER_LEASE}, which is created in embedded databases if it is missing.
     *
     * @param dataSource where the table is; a pool is welcome but not needed
     */
    public LeasedWorkerIdAssigner(DataSource dataSource) {
        this(builder(dataSource));
    }

    private LeasedWorkerIdAssigner(Builder builder) {
        builder.requireValid();
        table = new WorkerTable(
                WorkerLeaseTable.STANDARD_NAME,
                builder.dataSource,
                builder.tableName,
                builder.schemaName,
                builder.tableCreation);
        machine = builder.machine;
        leases = new WorkerLeaseTable(table, builder.namespace, builder.holder, builder.fence, machine, meter);
        keeper = new LeaseKeeper(
                builder.namespace + "-reservations", leases.toString(), builder.reservation.dividedBy(4), machine);
        Duration maxBorrow = builder.maxBorrow.compareTo(USUAL_MAX_BORROW) > 0 ? builder.maxBorrow : USUAL_MAX_BORROW;
        reservedAhead = maxBorrow.plus(builder.maxClockSkew).plus(builder.reservation);
        storeTimeout = builder.storeTimeout;
        clock = builder.clock;
        storeClock = builder.storeClock == null ? leases::now : builder.storeClock;
        acquisition = new LeaseAcquisition(
                table,
                leases,
                new StoreClock(storeClock, clock, builder.maxClockSkew, leases.toString()),
                clock,
                machine,
                builder.firstWorkerId,
                builder.lastWorkerId,
                builder.reservation,
                builder.maxBorrow);
    }

    /**
     * Starts an assigner with other settings than {@link #LeasedWorkerIdAssigner(DataSource)} has.
     *
     * @param dataSource where the table is
     * @return a builder with the defaults
     */
    public static Builder builder(DataSource dataSource) {
        return new Builder(dataSource);
    }

    /**
     * Takes a free worker id. Waits for the database as long as the data source does.
     *
     * @param layout the generator's layout
     * @return a lease that reserves its ticks in the table
     * @throws UidGenerateException if all worker ids of the range are in use, the clock of this host differs from that of the
     *     database by more than {@code maxClockSkew}, the layout differs from that of the namespace or does not hold the range, a
     *     tick is longer than half a {@code reservation}, {@code WORKER_NODE} cannot be read, the database does not answer or
     *     refuses, the table is missing and may not be created, or the assigner is closed
     */
    @Override
    public WorkerLease assignWorkerId(UidLayout layout) {
        if (keeper.isClosed()) {
            throw new UidGenerateException(String.format(Locale.ROOT, "%s is closed", this));
        }
        try {
            Acquisition acquired = acquisition.acquire(layout);
            Horizon horizon =
                    new Horizon(layout, storeClock, clock, reservedAhead, leases.toString(), acquired.reservation());
            LeaseRenewal renewal = new LeaseRenewal(leases, layout, clock, machine, acquired, horizon);
            FencedWorkerLease lease = new FencedWorkerLease(leases, keeper, storeTimeout, machine, acquired, renewal);
            keeper.keep(lease);
            LOG.log(
                    INFO,
                    "worker id {0} taken from {1}, first tick {2}",
                    Long.toString(acquired.workerId()),
                    leases,
                    Long.toString(acquired.firstTick()));
            return lease;
        } catch (DataAccessException | TransactionException e) {
            throw new UidGenerateException(table.noWorkerId(e), e);
        }
    }

    /**
     * Lists who has which worker id of the namespace, whether it is this process or another.
     *
     * @return all worker ids ever taken, the lowest first
     * @throws UidGenerateException if the database does not answer or the table is missing
     */
    public List<WorkerLeaseStatus> workers() {
        try {
            return leases.list();
        } catch (DataAccessException | TransactionException e) {
            throw new UidGenerateException(
                    String.format(Locale.ROOT, "no list of %s: %s", leases, WorkerTable.said(e)), e);
        }
    }

    /**
     * Frees a worker id whose row says that ticks are reserved far ahead of now, as a host with a wrong clock may have left it.
     * Its next holder starts above {@code lastTick}.
     *
     * <p>UIDs are given twice unless both of this is true: the process that had the worker id last has ended, and no UID of this
     * worker id that was ever handed out is of a later tick. If you do not know the latest one, leave the row alone: it is
     * of use again when time has caught up, and other worker ids are used until then.
     *
     * @param workerId the worker id
     * @param lastTick {@link UidLayout#tickOf} of the greatest UID that was ever handed out under this worker id, or -1 if none
     *     was
     * @throws IllegalArgumentException if {@code lastTick} is less than -1
     * @throws UidGenerateException if there is no such worker id, the row has changed at the same time as its holder is alive, or
     *     the database does not answer
     */
    public void repair(long workerId, long lastTick) {
        if (lastTick < -1) {
            throw new IllegalArgumentException(
                    String.format(Locale.ROOT, "lastTick must be a tick or -1: lastTick=%d", lastTick));
        }
        try {
            if (!leases.repair(workerId, lastTick)) {
                throw new UidGenerateException(
                        String.format(Locale.ROOT, "worker id %d of %s was never taken", workerId, leases));
            }
        } catch (DataAccessException | TransactionException e) {
            throw new UidGenerateException(
                    String.format(
                            Locale.ROOT,
                            "worker id %d of %s is not repaired: %s",
                            workerId,
                            leases,
                            WorkerTable.said(e)),
                    e);
        }
        LOG.log(
                WARNING,
                "worker id {0} of {1} continues above tick {2}",
                Long.toString(workerId),
                leases,
                Long.toString(lastTick));
    }

    /**
     * Counts what was asked of the database.
     *
     * @return the calls of this assigner so far, those of {@link #workers()} not among them
     */
    public StoreCalls storeCalls() {
        return meter.soFar();
    }

    /**
     * Ends the reservations: close the generators first. A worker id that was not given back by then stays reserved, its
     * generator goes on until the reserved ticks are used up, and it is free again as after a crash. Waits up to
     * {@code storeTimeout} for a reservation that is under way. May be called again.
     */
    @Override
    public void close() {
        keeper.close(storeTimeout);
    }

    /** Says table and namespace. */
    @Override
    public String toString() {
        return "leased worker ids of " + leases;
    }

    /** Makes assigners. A builder is for one thread; everything is checked in {@link #build()}. */
    public static final class Builder {
        private static final Pattern NAMESPACE = Pattern.compile("[A-Za-z0-9._-]{1,64}");
        private static final int LONGEST_HOLDER = 128;
        private static final Duration LONGEST = Duration.ofDays(365_000);

        private final DataSource dataSource;
        private String namespace = WorkerLeaseTable.DEFAULT_NAMESPACE;
        private String tableName = WorkerLeaseTable.STANDARD_NAME;
        private @Nullable String schemaName;
        private TableCreation tableCreation = TableCreation.EMBEDDED;
        private long firstWorkerId;
        private @Nullable Long lastWorkerId;
        private Duration reservation = Duration.ofMinutes(10);
        private Duration maxBorrow = Duration.ofHours(24);
        private Duration storeTimeout = Duration.ofSeconds(5);
        private String holder =
                WorkerNode.localHostName() + ":" + ProcessHandle.current().pid();
        private Duration maxClockSkew = Duration.ofMinutes(5);
        InstantSource clock = InstantSource.system();
        private @Nullable InstantSource storeClock;
        private String fence = WorkerLeaseTable.FENCE;
        private Machine machine = Machine.REAL;

        private Builder(DataSource dataSource) {
            this.dataSource = Objects.requireNonNull(dataSource, "dataSource");
        }

        /**
         * Names the id space: worker ids of different namespaces have nothing to do with each other, and their UIDs overlap.
         *
         * @param namespace 1 to 64 letters, digits, {@code .}, {@code _} and {@code -}; default {@code default}
         * @return this
         */
        public Builder namespace(String namespace) {
            this.namespace = Objects.requireNonNull(namespace, "namespace");
            return this;
        }

        /**
         * Names the table. The name is not quoted, so the database treats its case as that of any other.
         *
         * @param tableName letters, digits, {@code _} and {@code $}, not starting with a digit or {@code $}; default
         *     {@code WORKER_LEASE}
         * @return this
         */
        public Builder tableName(String tableName) {
            this.tableName = Objects.requireNonNull(tableName, "tableName");
            return this;
        }

        /**
         * Names the schema of the table, which for MySQL and MariaDB is the database. It must exist.
         *
         * @param schemaName as for {@link #tableName}, or null for the schema of the connection, the default
         * @return this
         */
        public Builder schemaName(@Nullable String schemaName) {
            this.schemaName = schemaName;
            return this;
        }

        /**
         * Says on which databases the table is created when it is missing.
         *
         * @param tableCreation default {@link TableCreation#EMBEDDED}
         * @return this
         */
        public Builder tableCreation(TableCreation tableCreation) {
            this.tableCreation = Objects.requireNonNull(tableCreation, "tableCreation");
            return this;
        }

        /**
         * Sets the range of worker ids to give, to leave others to other assigners of the same id space.
         *
         * @param first the lowest, not negative; default 0
         * @param last the greatest, at least {@code first}; default the layout's greatest worker id
         * @return this
         */
        public Builder workerIds(long first, long last) {
            this.firstWorkerId = first;
            this.lastWorkerId = last;
            return this;
        }

        /**
         * Sets how far ahead ticks are reserved: for so long generators do without the database. After a crash the worker id
         * is free again after twice that, at most.
         *
         * @param reservation at least one second and two ticks, at most 365 days; default 10 min
         * @return this
         */
        public Builder reservation(Duration reservation) {
            this.reservation = Objects.requireNonNull(reservation, "reservation");
            return this;
        }

        /**
         * Sets how far ahead of the clock generators may stamp, as they were told. A worker id whose ticks are used up
         * further ahead than that is left alone until time has caught up. And ticks are reserved no further ahead of the
         * database's own time than that, or 24 h if that is more, and {@code maxClockSkew} and a {@code reservation} on top.
         *
         * @param maxBorrow in {@code [PT0S, P365000D]}, default 24 h like that of generators
         * @return this
         */
        public Builder maxBorrow(Duration maxBorrow) {
            this.maxBorrow = Objects.requireNonNull(maxBorrow, "maxBorrow");
            return this;
        }

        /**
         * Sets by how much the clock of this host may differ from that of the database when a worker id is taken. Launches on
         * hosts that differ by more are refused. Hosts with NTP differ by milliseconds; the default is what Kerberos tolerates,
         * and less than a {@code reservation}, so that holders do not look expired to each other.
         *
         * @param maxClockSkew in {@code [PT1S, P365000D]}, default 5 min; at most one and a half {@code reservation} is sensible
         * @return this
         */
        public Builder maxClockSkew(Duration maxClockSkew) {
            this.maxClockSkew = Objects.requireNonNull(maxClockSkew, "maxClockSkew");
            return this;
        }

        /**
         * Sets how long a generator waits for the database once its reserved ticks are used up.
         *
         * @param storeTimeout from 1 ms to 24 h; default 5 s
         * @return this
         */
        public Builder storeTimeout(Duration storeTimeout) {
            this.storeTimeout = Objects.requireNonNull(storeTimeout, "storeTimeout");
            return this;
        }

        /**
         * Names this process, for people who look into the table. Nothing is decided by it.
         *
         * @param holder 1 to 128 characters; default {@code <host>:<process id>}
         * @return this
         */
        public Builder holder(String holder) {
            this.holder = Objects.requireNonNull(holder, "holder");
            return this;
        }

        /**
         * Sets the clock that decides which tick comes first. Uniqueness does not rest on it. Which worker id looks expired is
         * decided by the database's own time.
         *
         * @param clock the clock, default the system's; must be safe for use by several threads
         * @return this
         */
        public Builder clock(InstantSource clock) {
            this.clock = Objects.requireNonNull(clock, "clock");
            return this;
        }

        /** Replaces {@link WorkerLeaseTable#FENCE}, to show what happens without. */
        Builder fence(String fence) {
            this.fence = fence;
            return this;
        }

        /** Replaces the database's own time, for tests in which time does not pass by itself. */
        Builder storeClock(InstantSource storeClock) {
            this.storeClock = storeClock;
            return this;
        }

        Builder machine(Machine machine) {
            this.machine = machine;
            return this;
        }

        private void requireValid() {
            if (!NAMESPACE.matcher(namespace).matches()) {
                throw new IllegalArgumentException(String.format(
                        Locale.ROOT, "namespace must be plain text %s: namespace=%s", NAMESPACE, namespace));
            }
            if (firstWorkerId < 0) {
                throw new IllegalArgumentException(String.format(
                        Locale.ROOT, "workerIds must not be negative: first=%d, last=%d", firstWorkerId, lastWorkerId));
            }
            if (lastWorkerId != null && lastWorkerId < firstWorkerId) {
                throw new IllegalArgumentException(String.format(
                        Locale.ROOT,
                        "workerIds must be a range, first <= last: first=%d, last=%d",
                        firstWorkerId,
                        lastWorkerId));
            }
            requireIn("reservation", reservation, Duration.ofSeconds(1), Duration.ofDays(365));
            requireIn("maxBorrow", maxBorrow, Duration.ZERO, LONGEST);
            requireIn("maxClockSkew", maxClockSkew, Duration.ofSeconds(1), LONGEST);
            requireIn("storeTimeout", storeTimeout, Duration.ofMillis(1), Duration.ofHours(24));
            if (holder.isBlank() || holder.length() > LONGEST_HOLDER) {
                throw new IllegalArgumentException(String.format(
                        Locale.ROOT, "holder must have 1 to %d characters: holder=\"%s\"", LONGEST_HOLDER, holder));
            }
        }

        private static void requireIn(String name, Duration value, Duration least, Duration greatest) {
            if (value.compareTo(least) < 0 || value.compareTo(greatest) > 0) {
                throw new IllegalArgumentException(String.format(
                        Locale.ROOT, "%s must be in [%s, %s]: %s=%s", name, least, greatest, name, value));
            }
        }

        /**
         * Makes the assigner. The database is not asked yet.
         *
         * @return the assigner
         * @throws IllegalArgumentException if a value is out of range or a name is not plain
         */
        public LeasedWorkerIdAssigner build() {
            return new LeasedWorkerIdAssigner(this);
        }
    }
}
