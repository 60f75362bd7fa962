package org.uidgenerator.worker.db;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;
import org.springframework.transaction.support.TransactionTemplate;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.contract.VirtualClock;
import org.uidgenerator.generator.CachedUidGenerator;
import org.uidgenerator.jdbc.DisturbedDataSource;
import org.uidgenerator.jdbc.SqlDialect;
import org.uidgenerator.jdbc.TableCreation;
import org.uidgenerator.test.internal.Callers;
import org.uidgenerator.worker.LeaseRequest;
import org.uidgenerator.worker.WorkerLease;
import org.uidgenerator.worker.lease.LeasedWorkerIds;
import org.uidgenerator.worker.lease.LeasedWorkerIdsBuilder;
import org.uidgenerator.worker.lease.WorkerLeaseStatus;

/** What leased worker ids have to do with a SQL database. Each test starts in one without the tables. */
abstract class LeasedWorkerIdSuite extends DatabaseSuite {
    private static final UidLayout LAYOUT = UidLayout.DEFAULT;
    private static final Duration RESERVATION = Duration.ofMinutes(10);

    private final List<LeasedWorkerIds> assigners = Collections.synchronizedList(new ArrayList<>());
    private VirtualClock clock;

    abstract String script();

    /** Near the clock of the database. */
    @BeforeEach
    void stopTheClock() {
        clock = new VirtualClock(Instant.now().truncatedTo(ChronoUnit.SECONDS));
    }

    @AfterEach
    void closeAssigners() {
        assigners.forEach(LeasedWorkerIds::close);
        assigners.clear();
    }

    private long nowTick() {
        return LAYOUT.tickAt(clock.millis());
    }

    private LeasedWorkerIdsBuilder builder() {
        return on(pool);
    }

    private LeasedWorkerIdsBuilder builder(TableCreation creation) {
        return on(pool, creation);
    }

    LeasedWorkerIdsBuilder on(DataSource dataSource) {
        return on(dataSource, TableCreation.ALWAYS);
    }

    private static LeasedWorkerIdsBuilder on(DataSource dataSource, TableCreation creation) {
        return LeasedWorkerIds.builder(JdbcLeaseStore.builder(dataSource)
                        .tableCreation(creation)
                        .build())
                .reservation(RESERVATION);
    }

    private LeaseRequest request() {
        return LeaseRequest.of(LAYOUT).withClock(clock);
    }

    /** A start takes the lowest free worker id; here there is only one. */
    private LeasedWorkerIdsBuilder only(long workerId) {
        return builder().workerIds(workerId, workerId);
    }

    private LeasedWorkerIds opened(LeasedWorkerIds assigner) {
        assigners.add(assigner);
        return assigner;
    }

    WorkerLease start() {
        return start(builder());
    }

    WorkerLease start(LeasedWorkerIdsBuilder builder) {
        return opened(builder.build()).assignWorkerId(request());
    }

    long column(String name, long workerId) {
        return jdbc.queryForObject(
                "SELECT " + name + " FROM WORKER_LEASE WHERE NAMESPACE = 'default' AND WORKER_ID = ?",
                Long.class,
                workerId);
    }

    @Test
    void repeatsAReservationOfWhichItDoesNotKnowWhetherItWasWritten() {
        for (DisturbedDataSource.Commit outcome : DisturbedDataSource.Commit.values()) {
            DisturbedDataSource disturbed = new DisturbedDataSource(pool);
            WorkerLease lease = start(on(disturbed));
            long reserved = column("RESERVED_THROUGH", lease.workerId());

            disturbed.next(outcome);
            lease.reserve(reserved + 1);
            assertThat(column("RESERVED_THROUGH", lease.workerId())).isEqualTo(reserved + 600);

            disturbed.next(outcome);
            lease.release(reserved + 1);
            assertThat(start(only(0)).firstTick()).isEqualTo(reserved + 2);
            dropTables();
        }
    }

    @Test
    void findsTheWorkerIdOfWhichItDidNotKnowWhetherItWasTaken() {
        for (DisturbedDataSource.Commit outcome : DisturbedDataSource.Commit.values()) {
            DisturbedDataSource disturbed = new DisturbedDataSource(pool);
            start(on(disturbed)).release(nowTick());

            disturbed.next(outcome);
            assertThat(start(on(disturbed)).workerId()).as("%s", outcome).isZero();
            assertThat(start(on(disturbed)).workerId()).as("%s", outcome).isEqualTo(1);
            dropTables();
        }
    }

    @Test
    void staysApartFromTheTransactionAroundIt() {
        LeasedWorkerIds assigner =
                opened(on(new TransactionAwareDataSourceProxy(pool)).build());
        start();

        new TransactionTemplate(new DataSourceTransactionManager(pool)).executeWithoutResult(status -> {
            jdbc.execute("INSERT INTO WORK_OF_THE_CALLER VALUES (1)");
            assigner.assignWorkerId(request()).reserve(nowTick() + 600);
            assigner.assignWorkerId(request()).release(nowTick() + 5);
            status.setRollbackOnly();
        });

        assertThat(rowsOfTheCaller()).isZero();
        assertThat(column("RESERVED_THROUGH", 1)).isGreaterThanOrEqualTo(nowTick() + 600);
        assertThat(start().firstTick()).isEqualTo(nowTick() + 6);
    }

    @Test
    void commitsOnConnectionsThatDoNotCommitByThemselves() {
        try (HikariDataSource noAutoCommit = newPool(false)) {
            WorkerLease lease = start(on(noAutoCommit));
            lease.reserve(nowTick() + 600);
            assertThat(column("RESERVED_THROUGH", 0)).isGreaterThanOrEqualTo(nowTick() + 600);
            lease.release(nowTick() + 600);
            assertThat(start(on(noAutoCommit).workerIds(0, 0)).firstTick()).isEqualTo(nowTick() + 601);
            closeAssigners();
        }
    }

    @Tag("proof")
    @Test
    void givesEachOfAStartStormThroughConnectionsOfTheirOwnAWorkerIdOfItsOwn() throws Exception {
        int starts = 60;
        LeasedWorkerIds assigner =
                opened(on(new DriverManagerDataSource(pool.getJdbcUrl())).build());
        long start = System.nanoTime();
        List<WorkerLease> leases =
                Callers.concurrently(Collections.nCopies(starts, () -> assigner.assignWorkerId(request())));
        System.out.printf(
                Locale.ROOT,
                "%s: %d starts through separate connections: last one after %d ms, %s%n",
                getClass().getSimpleName(),
                starts,
                TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start),
                assigner.storeCalls());

        assertThat(leases)
                .extracting(WorkerLease::workerId)
                .doesNotHaveDuplicates()
                .allMatch(workerId -> workerId < starts + 64);
    }

    @Test
    void callsTheStoreAboutOnceASecondAtFullSpeed() {
        LeasedWorkerIds assigner = opened(LeasedWorkerIds.builder(JdbcLeaseStore.builder(pool)
                        .tableCreation(TableCreation.ALWAYS)
                        .build())
                .build());
        long[] uids = new long[1 << LAYOUT.seqBits()];
        long start = System.nanoTime();
        long ticks = 0;
        try (CachedUidGenerator generator = CachedUidGenerator.builder(assigner)
                .maxBorrow(Duration.ofDays(20_000))
                .build()) {
            long callsToStart = assigner.storeCalls().calls();
            for (; System.nanoTime() - start < TimeUnit.SECONDS.toNanos(1); ticks++) {
                generator.getUIDs(uids);
            }
            long calls = assigner.storeCalls().calls() - callsToStart;
            long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start); // more if the machine is busy
            assertThat(calls).isLessThan(13 * seconds);
        }
        System.out.printf(
                Locale.ROOT, "%s: %d ticks with %s%n", getClass().getSimpleName(), ticks, assigner.storeCalls());
    }

    @Test
    void refusesADisposableStartWhoseWorkerIdIsLeased() {
        DisposableWorkerIdAssigner disposable = DisposableWorkerIdAssigner.builder(pool)
                .tableCreation(TableCreation.ALWAYS)
                .build();
        start(builder().workerIds(2, 9));
        assertThat(disposable.assignWorkerId(LeaseRequest.of(LAYOUT)).workerId())
                .isEqualTo(1);

        assertThatThrownBy(() -> disposable.assignWorkerId(LeaseRequest.of(LAYOUT)))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage(
                        "worker id 2 from WORKER_NODE is also in WORKER_LEASE: give the leased assigners a range of worker"
                                + " ids that this table does not reach, as in workerIds(first, last), or have column ID count"
                                + " from above theirs");
        assertThat(disposable.assignWorkerId(LeaseRequest.of(LAYOUT)).workerId())
                .isEqualTo(3);
    }

    @Test
    void saysWhoHasWhichWorkerId() {
        LeasedWorkerIds assigner = opened(builder().holder("host-1:4711").build());
        assigner.assignWorkerId(request());
        assigner.assignWorkerId(request()).release(nowTick());

        List<WorkerLeaseStatus> workers = assigner.workers();

        assertThat(workers).hasSize(2);
        WorkerLeaseStatus first = workers.get(0);
        assertThat(first.namespace()).isEqualTo("default");
        assertThat(first.workerId()).isZero();
        assertThat(first.holder()).isEqualTo("host-1:4711");
        assertThat(first.term()).isEqualTo(column("TERM", 0)).isPositive();
        assertThat(first.reservedThrough()).isEqualTo(nowTick() + 599);
        assertThat(first.reservedUntil()).isEqualTo(clock.instant().plus(RESERVATION));
        assertThat(first.acquired())
                .isEqualTo(first.modified())
                .isCloseTo(Instant.now(), within(1, ChronoUnit.MINUTES));
        assertThat(first.age()).isBetween(Duration.ZERO, Duration.ofMinutes(1));
        assertThat(workers.get(1).holder()).isEqualTo("host-1:4711");
        assertThat(workers.get(1).reservedThrough()).isEqualTo(nowTick());
    }

    @Test
    void takesTheTableThatAnAdministratorMadeWithTheScript() {
        ResourceDatabasePopulator script =
                new ResourceDatabasePopulator(new ClassPathResource(script(), SqlDialect.class));
        script.execute(pool);
        if (knowsIfNotExists()) {
            script.execute(pool);
        }

        assertThat(start(builder(TableCreation.NEVER)).workerId()).isZero();
    }

    @Test
    void givesOperatorsAQueryInTheScript() throws Exception {
        start();
        String script = new ClassPathResource(script(), SqlDialect.class).getContentAsString(UTF_8);
        String query = script.lines()
                .filter(line -> line.startsWith("--   "))
                .map(line -> line.substring(2))
                .collect(Collectors.joining(" "))
                .replace(";", "");

        assertThat(jdbc.queryForList(query)).singleElement().satisfies(row -> {
            assertThat(row).containsKeys("HOLDER", "HELD", "AGE");
            assertThat(((Number) row.get("WORKER_ID")).longValue()).isZero();
        });
    }

    @Test
    void takesTableAndSchemaOfOtherNames() {
        String schema = newSchema("leases_" + getClass().getSimpleName());

        WorkerLease lease = start(LeasedWorkerIds.builder(JdbcLeaseStore.builder(pool)
                .tableName(schema + "." + oddName())
                .tableCreation(TableCreation.ALWAYS)
                .build()));
        lease.reserve(nowTick() + 600);
        lease.release(nowTick() + 600);

        assertThat(jdbc.queryForList(
                        "SELECT RESERVED_THROUGH FROM " + schema + "." + oddName() + " WHERE NAMESPACE = 'default'",
                        Long.class))
                .containsExactly(nowTick() + 600);
        jdbc.execute("DROP TABLE " + schema + "." + oddName());
        dropSchema(schema);
    }

    /** Of two starts that insert the row of a worker id, none would fail. */
    @Test
    void takesNoWorkerIdFromATableWithoutItsKeyUntilItHasIt() throws IOException {
        String schema = newSchema("keyless_" + getClass().getSimpleName());
        for (String table : List.of("WORKER_LEASE", schema + "." + oddName())) {
            createWithAnotherKey(table);
            LeasedWorkerIdsBuilder start = LeasedWorkerIds.builder(JdbcLeaseStore.builder(pool)
                    .tableName(table)
                    .tableCreation(TableCreation.ALWAYS)
                    .build());

            String advice = "CREATE UNIQUE INDEX " + table.substring(table.indexOf('.') + 1) + "_KEY ON " + table
                    + " (NAMESPACE, WORKER_ID)";
            assertThatThrownBy(() -> start(start))
                    .isInstanceOf(UidGenerateException.class)
                    .hasMessage("no worker id from " + table + ": the table needs a primary key or a unique index of"
                            + " NAMESPACE, WORKER_ID, or ids could be given twice: " + advice);
            assertThat(jdbc.queryForObject("SELECT COUNT(*) FROM " + table, Long.class))
                    .isZero();

            jdbc.execute(inSchema(advice));
            assertThat(start(start).workerId()).isZero();
            jdbc.execute("DROP TABLE " + table);
        }
        dropSchema(schema);
    }

    private void createWithAnotherKey(String table) throws IOException {
        String keyless = new ClassPathResource(script(), SqlDialect.class)
                .getContentAsString(UTF_8)
                .replace("PRIMARY KEY (NAMESPACE, WORKER_ID)", "PRIMARY KEY (NAMESPACE, WORKER_ID, TERM)")
                .replace("WORKER_LEASE", table);
        new ResourceDatabasePopulator(new ByteArrayResource(keyless.getBytes(UTF_8))).execute(pool);
    }

    @Test
    void saysHowToMakeTheTableThatIsMissing() {
        assertThatThrownBy(() -> start(builder(TableCreation.NEVER)))
                .isInstanceOf(UidGenerateException.class)
                .hasMessageStartingWith("no worker id from WORKER_LEASE: ")
                .hasMessageMatching("(?s).*(the table is missing;|; if the table is missing,) create it with sql/"
                        + script() + " or set tableCreation=ALWAYS");
    }

    @Test
    void createsTheTableOnceWhenManyStartsFindNone() throws Exception {
        List<WorkerLease> leases = Callers.concurrently(Collections.nCopies(8, this::start));

        assertThat(leases)
                .extracting(WorkerLease::workerId)
                .doesNotHaveDuplicates()
                .allMatch(workerId -> workerId < 8 + 64);
    }
}
