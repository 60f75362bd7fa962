package org.uidgenerator.worker.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.jdbc.TableCreation;
import org.uidgenerator.worker.LeaseRequest;
import org.uidgenerator.worker.WorkerLease;
import org.uidgenerator.worker.lease.LeasedWorkerIds;
import org.uidgenerator.worker.lease.LeasedWorkerIdsBuilder;

/**
 * The worker id that a start takes on each database, by the database's own time and beside the other table of worker
 * ids.
 */
abstract class ChosenWorkerIdSuite extends DatabaseSuite {
    private static final UidLayout LAYOUT = UidLayout.DEFAULT;

    private final List<LeasedWorkerIds> assigners = new ArrayList<>();

    /** Makes a user who may use the table of leases and no other. */
    abstract DataSource userOfLeasesOnly();

    @AfterEach
    void closeAssigners() {
        assigners.forEach(LeasedWorkerIds::close);
        assigners.clear();
    }

    private LeasedWorkerIdsBuilder builder() {
        return on(pool, TableCreation.ALWAYS);
    }

    private static LeasedWorkerIdsBuilder on(DataSource dataSource, TableCreation creation) {
        return LeasedWorkerIds.builder(
                JdbcLeaseStore.builder(dataSource).tableCreation(creation).build());
    }

    private WorkerLease start(LeasedWorkerIdsBuilder builder, LeaseRequest request) {
        LeasedWorkerIds assigner = builder.build();
        assigners.add(assigner);
        return assigner.assignWorkerId(request);
    }

    private WorkerLease start(LeasedWorkerIdsBuilder builder) {
        return start(builder, LeaseRequest.of(LAYOUT));
    }

    private WorkerLease start() {
        return start(builder());
    }

    /** There is no table but that of leases. */
    WorkerLease startAsUserOfLeasesOnly() {
        start().release(nowTick());
        return start(on(userOfLeasesOnly(), TableCreation.NEVER));
    }

    /** The request of a host whose clock is ahead. */
    private static LeaseRequest ahead(Duration by) {
        return LeaseRequest.of(LAYOUT).withClock(InstantSource.offset(InstantSource.system(), by));
    }

    private static long nowTick() {
        return LAYOUT.tickAt(System.currentTimeMillis());
    }

    private List<Long> workerIds() {
        return jdbc.queryForList(
                "SELECT WORKER_ID FROM WORKER_LEASE WHERE NAMESPACE = 'default' ORDER BY WORKER_ID", Long.class);
    }

    private void disposableStart() {
        DisposableWorkerIdAssigner.builder(pool)
                .tableCreation(TableCreation.ALWAYS)
                .build()
                .assignWorkerId(LeaseRequest.of(LAYOUT));
    }

    @Test
    void refusesAHostWhoseClockIsAYearAhead() {
        start();

        assertThatThrownBy(() -> start(builder(), ahead(Duration.ofDays(365))))
                .isInstanceOf(UidGenerateException.class)
                .hasMessageMatching("the clock of this host must be near that of WORKER_LEASE \\(namespace default\\):"
                        + " host=\\S+Z, store=\\S+Z, difference=PT87(60H|59H59M)\\S*, maxClockSkew=PT5M; set the clock that is wrong,"
                        + " of this host or of the store, or raise maxClockSkew");

        assertThat(workerIds()).containsExactly(0L);
    }

    @Test
    void decidesByTheTimeOfTheStoreWhatHasExpired() {
        start(builder().workerIds(0, 0));
        jdbc.update("UPDATE WORKER_LEASE SET RESERVED_THROUGH = ?, NEXT_RESERVATION = 0", nowTick() + 120);

        assertThatThrownBy(() -> start(builder().workerIds(0, 0), ahead(Duration.ofMinutes(4))))
                .isInstanceOf(UidGenerateException.class)
                .hasMessageStartingWith("all worker ids 0..0 of WORKER_LEASE (namespace default) are in use");
        jdbc.update("UPDATE WORKER_LEASE SET RESERVED_THROUGH = ?", nowTick() - 2);
        assertThat(start(builder().workerIds(0, 0), ahead(Duration.ofMinutes(-4)))
                        .firstTick())
                .isGreaterThanOrEqualTo(nowTick() - 10);
    }

    @Test
    void takesAnotherWorkerIdWhenAStartIsFrozenBeforeItsCommit() throws SQLException {
        start();
        try (Connection frozen = new DriverManagerDataSource(pool.getJdbcUrl()).getConnection()) {
            frozen.setAutoCommit(false);
            frozen.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            try (var insert = frozen.createStatement()) {
                insert.executeUpdate(
                        "INSERT INTO WORKER_LEASE (TERM, RESERVED_THROUGH, NEXT_RESERVATION, HOLDER, HELD, NAMESPACE,"
                                + " WORKER_ID, LAYOUT, ACQUIRED, MODIFIED) SELECT TERM, RESERVED_THROUGH, NEXT_RESERVATION, HOLDER,"
                                + " HELD, NAMESPACE, 1, LAYOUT, ACQUIRED, MODIFIED FROM WORKER_LEASE WHERE NAMESPACE = 'default'");
            }
            assertThat(start().workerId()).as("one of eight, after two seconds").isBetween(2L, 9L);
            frozen.rollback();
        }
        assertThat(start().workerId()).as("the one that was left out").isEqualTo(1);
    }

    @Test
    void leavesAConnectionInOrderThatDoesNotCommitByItself() throws SQLException {
        try (Connection callers = new DriverManagerDataSource(pool.getJdbcUrl()).getConnection()) {
            callers.setAutoCommit(false);
            SingleConnectionDataSource noRollback = new SingleConnectionDataSource(callers, true);
            JdbcTemplate work = new JdbcTemplate(noRollback);

            assertThat(start(on(noRollback, TableCreation.ALWAYS)).workerId()).isZero();
            assertThat(work.queryForObject("SELECT 1", Integer.class)).isEqualTo(1);
            assertThat(start(on(noRollback, TableCreation.ALWAYS)).workerId()).isEqualTo(1);
            jdbc.execute("DROP TABLE WORKER_LEASE");
            DisposableWorkerIdAssigner.builder(noRollback)
                    .tableCreation(TableCreation.ALWAYS)
                    .build()
                    .assignWorkerId(LeaseRequest.of(LAYOUT));
            assertThat(work.queryForObject("SELECT 1", Integer.class)).isEqualTo(1);
            callers.rollback();
        }
    }

    @Test
    void refusesToOverlookATableThatItMayNotRead() {
        start().release(nowTick());
        disposableStart();
        jdbc.update("UPDATE WORKER_NODE SET ID = 0");

        assertThatThrownBy(() -> start(on(userOfLeasesOnly(), TableCreation.NEVER)))
                .isInstanceOf(UidGenerateException.class)
                .hasMessageStartingWith(
                        "worker ids of WORKER_LEASE cannot be compared with those of WORKER_NODE, if that table is there: ")
                .hasMessageMatching(
                        "(?s).*; the database user may not SELECT: an administrator has to run GRANT SELECT ON (WORKER_NODE|\\*) TO .*")
                .hasCauseInstanceOf(org.springframework.dao.DataAccessException.class);
        assertThat(jdbc.queryForList("SELECT HELD FROM WORKER_LEASE WHERE NAMESPACE = 'default'", Boolean.class))
                .containsExactly(false);
    }

    @Test
    void takesTheNextWorkerIdThatNoDisposableStartHas() {
        for (int i = 0; i < 5; i++) {
            disposableStart();
        }

        assertThat(start().workerId()).isZero();
        assertThat(start().workerId()).isEqualTo(6);
        assertThat(start(builder().workerIds(3, 9)).workerId()).isEqualTo(7);
        JdbcLeaseStore other = JdbcLeaseStore.builder(pool).namespace("other").build();
        assertThat(start(LeasedWorkerIds.builder(other).workerIds(3, 9)).workerId())
                .isEqualTo(3);
    }

    @Test
    void leavesAWorkerIdThatWasGivenBackToTheDisposableStartThatHasIt() {
        start().release(nowTick() - 5);
        disposableStart();
        jdbc.update("UPDATE WORKER_NODE SET ID = 0");

        assertThat(start().workerId()).isEqualTo(1);
        assertThatThrownBy(() -> start(builder().workerIds(0, 0)))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage(
                        "all worker ids 0..0 of WORKER_LEASE (namespace default) are in use or in WORKER_NODE, 0 held, of which 0 stay reserved after a crash, and 1 given back"
                                + " ahead of time: widen workerIds or workerBits, close generators, or wait until the reserved ticks of crashed ones have passed");
    }

    @Test
    void worksBesideRowsOfTheGreatestNumbers() {
        for (String column : List.of("RESERVED_THROUGH", "NEXT_RESERVATION", "TERM", "WORKER_ID")) {
            for (boolean held : List.of(true, false)) {
                dropTables();
                start();
                jdbc.update(
                        String.format(
                                Locale.ROOT,
                                "UPDATE WORKER_LEASE SET %s = ?, HELD = %s WHERE NAMESPACE = 'default'",
                                column,
                                held),
                        Long.MAX_VALUE);

                WorkerLease lease = start();
                assertThat(lease.workerId()).as("%s %s", column, held).isLessThan(2);
                lease.reserve(nowTick() + 1_000);
                assertThat(assigners.get(assigners.size() - 1).workers()).hasSize(2);
            }
        }
    }
}
