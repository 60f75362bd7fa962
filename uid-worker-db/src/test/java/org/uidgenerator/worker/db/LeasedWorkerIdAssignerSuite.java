package org.uidgenerator.worker.db;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;
import org.springframework.transaction.support.TransactionTemplate;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.contract.LogRecorder;
import org.uidgenerator.contract.VirtualClock;
import org.uidgenerator.contract.WorkerIdAssignerContract;
import org.uidgenerator.generator.CachedUidGenerator;
import org.uidgenerator.generator.DefaultUidGenerator;
import org.uidgenerator.worker.WorkerLease;
import org.uidgenerator.worker.WorkerLeaseLostException;

/** What leased worker ids promise on each database. Each test starts in a database without the tables. */
abstract class LeasedWorkerIdAssignerSuite extends DatabaseSuite implements WorkerIdAssignerContract {
    private static final UidLayout LAYOUT = UidLayout.DEFAULT;
    private static final Duration RESERVATION = Duration.ofMinutes(10);

    private final List<LeasedWorkerIdAssigner> assigners = Collections.synchronizedList(new ArrayList<>());
    private final VirtualClock clock = new VirtualClock(Instant.parse("2027-01-01T00:00:00Z"));

    abstract String script();

    @AfterEach
    void closeAssigners() {
        assigners.forEach(LeasedWorkerIdAssigner::close);
        assigners.clear();
    }

    @Override
    public long nowTick() {
        return LAYOUT.tickAt(clock.millis());
    }

    @Override
    public LeasedWorkerIdAssigner newAssigner() {
        return opened(builder().build());
    }

    private LeasedWorkerIdAssigner.Builder builder() {
        return on(pool);
    }

    LeasedWorkerIdAssigner.Builder on(DataSource dataSource) {
        return LeasedWorkerIdAssigner.builder(dataSource)
                .tableCreation(TableCreation.ALWAYS)
                .reservation(RESERVATION)
                .clock(clock)
                .storeClock(clock);
    }

    /** Of worker ids that nobody uses the lowest one is taken; here there is no other. */
    private LeasedWorkerIdAssigner.Builder only(long workerId) {
        return builder().workerIds(workerId, workerId);
    }

    private LeasedWorkerIdAssigner opened(LeasedWorkerIdAssigner assigner) {
        assigners.add(assigner);
        return assigner;
    }

    private WorkerLease launch() {
        return launch(builder());
    }

    WorkerLease launch(LeasedWorkerIdAssigner.Builder builder) {
        return opened(builder.build()).assignWorkerId(LAYOUT);
    }

    long column(String name, long workerId) {
        return jdbc.queryForObject(
                "SELECT " + name + " FROM WORKER_LEASE WHERE NAMESPACE = 'default' AND WORKER_ID = ?",
                Long.class,
                workerId);
    }

    private List<Long> workerIds() {
        return jdbc.queryForList("SELECT WORKER_ID FROM WORKER_LEASE ORDER BY WORKER_ID", Long.class);
    }

    @Test
    void givesTheLowestWorkerIdsFirst() {
        assertThat(List.of(launch(), launch(), launch()))
                .extracting(WorkerLease::workerId)
                .containsExactly(0L, 1L, 2L);
        assertThat(workerIds()).containsExactly(0L, 1L, 2L);
    }

    @Test
    void startsAtTheTickOfNow() {
        assertThat(launch().firstTick()).isEqualTo(nowTick());
    }

    @Test
    void givesAWorkerIdAgainAtOnceAfterItWasGivenBackAndStartsAboveTheLastTick() {
        WorkerLease before = launch();
        launch();
        long lastTick = nowTick() + 7;
        before.reserve(lastTick);
        before.release(lastTick);

        WorkerLease after = launch();

        assertThat(after.workerId()).isEqualTo(before.workerId());
        assertThat(after.firstTick()).isEqualTo(lastTick + 1);
    }

    @Test
    void startsAtTheTickOfNowWhenTheLastTickHasPassed() {
        launch().release(nowTick());
        clock.advance(Duration.ofSeconds(100));

        assertThat(launch().firstTick()).isEqualTo(nowTick());
    }

    @Test
    void givesAWorkerIdAgainAfterACrashOnceReservedAndAnnouncedTicksHavePassed() {
        WorkerLease crashed = launch();
        long lastReserved = nowTick() + 599;
        assertThat(column("RESERVED_THROUGH", 0)).isEqualTo(lastReserved);
        assertThat(column("NEXT_RESERVATION", 0)).isEqualTo(600);

        clock.advance(Duration.ofSeconds(1199));
        assertThatThrownBy(() -> launch(only(0))).hasMessageContaining("are in use");
        assertThat(launch().workerId()).isEqualTo(1);

        clock.advance(Duration.ofSeconds(1));
        WorkerLease successor = launch(only(0));
        assertThat(successor.workerId()).isEqualTo(crashed.workerId());
        assertThat(successor.firstTick()).isEqualTo(lastReserved + 601).isEqualTo(nowTick());
    }

    @Test
    void leavesToAHolderThatComesBackWhatItHadReservedAndNoMore() {
        WorkerLease old = launch();
        long lastReserved = nowTick() + 599;
        clock.advance(Duration.ofMinutes(20));
        WorkerLease successor = launch(only(0));
        assertThat(successor.workerId()).isEqualTo(old.workerId());

        old.reserve(lastReserved);
        assertThatThrownBy(() -> old.reserve(lastReserved + 1))
                .isInstanceOf(WorkerLeaseLostException.class)
                .hasMessageMatching(
                        "worker id 0 of WORKER_LEASE \\(namespace default\\) has gone to another holder: its row has TERM=\\d+,"
                                + " here is TERM=\\d+. This process has not reserved ticks in time: it was paused or cut off"
                                + " from the database");
        old.reserve(lastReserved);
        assertThat(old.isRevoked()).isFalse();

        assertThat(successor.firstTick()).isGreaterThan(lastReserved);
        successor.reserve(successor.firstTick() + 5_000);
    }

    @Test
    void leavesTheRowToItsSuccessorWhenItIsGivenBackLate() {
        WorkerLease old = launch();
        clock.advance(Duration.ofMinutes(20));
        WorkerLease successor = launch(only(0));
        long reserved = column("RESERVED_THROUGH", 0);

        old.release(old.firstTick() + 5);

        assertThat(column("RESERVED_THROUGH", 0)).isEqualTo(reserved);
        assertThat(jdbc.queryForList("SELECT HOLDER FROM WORKER_LEASE", String.class))
                .doesNotContainNull();
        successor.reserve(reserved + 1);
    }

    @Test
    void changesNothingByAReservationThatArrivesLate() {
        launch();
        long term = column("TERM", 0);
        long through = column("RESERVED_THROUGH", 0);
        WorkerTable table = new WorkerTable(
                WorkerLeaseTable.STANDARD_NAME, pool, WorkerLeaseTable.STANDARD_NAME, null, TableCreation.NEVER);
        WorkerLeaseTable leases = new WorkerLeaseTable(
                table, "default", "holder", WorkerLeaseTable.FENCE, Machine.REAL, new StoreMeter());
        Reservation second = new Reservation(through + 600, 600);

        assertThat(leases.reserve(0, term, through, second)).isTrue();
        assertThat(leases.reserve(0, term, second.through(), new Reservation(through + 1_200, 600)))
                .isTrue();
        assertThat(leases.reserve(0, term, through, second)).isFalse();

        assertThat(column("RESERVED_THROUGH", 0)).isEqualTo(through + 1_200);
    }

    @Test
    void wouldStampATickTwiceWithoutTheFence() {
        assertThat(bothStamp(Unfenced.unfenced(only(0)))).isTrue();
        dropTables();
        assertThat(bothStamp(only(0))).isFalse();
    }

    /** Whether a holder that was paused and its successor get to stamp the same tick. */
    private boolean bothStamp(LeasedWorkerIdAssigner.Builder builder) {
        WorkerLease old = launch(builder);
        clock.advance(Duration.ofSeconds(1300));
        WorkerLease successor = launch(builder);
        assertThat(successor.workerId()).isEqualTo(old.workerId());
        long tick = successor.firstTick();
        successor.reserve(tick);
        try {
            old.reserve(tick);
            return true;
        } catch (WorkerLeaseLostException e) {
            return false;
        }
    }

    @Test
    void letsAHolderThatNobodyReplacedCatchUpAfterALongPause() {
        WorkerLease lease = launch();
        clock.advance(Duration.ofHours(30));

        lease.reserve(nowTick());

        assertThat(column("RESERVED_THROUGH", 0)).isEqualTo(nowTick() + 600);
        assertThat(column("NEXT_RESERVATION", 0)).isBetween(600L, 1200L);
    }

    @Test
    void announcesEachReservationByTheOneBefore() {
        WorkerLease lease = launch(builder().maxBorrow(Duration.ofDays(30)));
        for (int i = 0; i < 8; i++) {
            long tick = column("RESERVED_THROUGH", 0) + 1;
            long announcedThrough = tick - 1 + column("NEXT_RESERVATION", 0);
            lease.reserve(tick);
            assertThat(column("RESERVED_THROUGH", 0)).isBetween(tick, announcedThrough);
        }
        assertThat(column("NEXT_RESERVATION", 0)).isEqualTo(600 << 8);
    }

    @Test
    void makesUpForALostReservation() {
        LeasedWorkerIdAssigner assigner = newAssigner();
        WorkerLease lease = assigner.assignWorkerId(LAYOUT);
        for (int i = 0; i < 3; i++) { // they come fast, so they grow
            lease.reserve(column("RESERVED_THROUGH", 0) + 1);
        }
        long reservedThroughBefore = column("RESERVED_THROUGH", 0);
        long nextReservationBefore = column("NEXT_RESERVATION", 0);
        lease.reserve(reservedThroughBefore + 1);
        long stamped = column("RESERVED_THROUGH", 0);
        lease.reserve(stamped);
        assigner.close();

        jdbc.update(
                "UPDATE WORKER_LEASE SET RESERVED_THROUGH = ?, NEXT_RESERVATION = ?",
                reservedThroughBefore,
                nextReservationBefore);
        clock.advance(Duration.ofSeconds(reservedThroughBefore + nextReservationBefore - nowTick()));
        assertThatThrownBy(() -> launch(only(0))).hasMessageContaining("are in use");
        clock.advance(Duration.ofSeconds(1));
        WorkerLease successor = launch(only(0));

        assertThat(successor.workerId()).isEqualTo(0);
        assertThat(successor.firstTick()).isGreaterThan(stamped);
    }

    @Test
    void stopsAtOnceWhenReservationsAreGone() {
        assertStopsLoudly("UPDATE WORKER_LEASE SET RESERVED_THROUGH = RESERVED_THROUGH - 1", "its row has TERM=");
        closeAssigners(); // which waits for what they are writing
        assertThat(column("RESERVED_THROUGH", 0)).isEqualTo(nowTick() + 599 + 600);
    }

    @Test
    void stopsAtOnceWhenItsTermIsGone() {
        assertStopsLoudly("UPDATE WORKER_LEASE SET TERM = TERM - 1", "its row has TERM=");
    }

    @Test
    void stopsAtOnceWhenItsRowIsGone() {
        assertStopsLoudly("DELETE FROM WORKER_LEASE", "there is no row, but TERM=");
    }

    @Test
    void stopsAtOnceWhenItsAcquisitionIsGoneAndTheWorkerIdWasGivenOnceMore() {
        launch().release(nowTick());
        long term = column("TERM", 0);
        WorkerLease forgotten = launch();
        jdbc.update("UPDATE WORKER_LEASE SET HOLDER = NULL, TERM = ?, RESERVED_THROUGH = ?", term, nowTick());
        WorkerLease second = launch();
        assertThat(second.firstTick()).isEqualTo(forgotten.firstTick());

        assertThatThrownBy(() -> forgotten.reserve(nowTick() + 601))
                .isInstanceOf(WorkerLeaseLostException.class)
                .hasMessageContaining("HAS GONE BACK IN TIME");
        second.reserve(nowTick() + 601);
    }

    @Test
    void tellsAStoreThatHasGoneBackHowFarItGotUntilItAnswers() {
        DisturbedDataSource disturbed = new DisturbedDataSource(pool);
        WorkerLease lease = launch(on(disturbed));
        jdbc.update("UPDATE WORKER_LEASE SET RESERVED_THROUGH = RESERVED_THROUGH - 1");
        disturbed.next(DisturbedDataSource.Commit.DONE, DisturbedDataSource.Commit.LOST_BEFORE);

        assertThatThrownBy(() -> lease.reserve(nowTick() + 600)).isInstanceOf(WorkerLeaseLostException.class);

        long start = System.nanoTime();
        while (column("RESERVED_THROUGH", 0) != nowTick() + 599 + 600) {
            assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(10));
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        }
    }

    private void assertStopsLoudly(String goesBack, String seen) {
        try (LogRecorder log = new LogRecorder()) {
            WorkerLease lease = launch();
            lease.reserve(nowTick());
            jdbc.update(goesBack);

            assertThatThrownBy(() -> lease.reserve(nowTick() + 600))
                    .isInstanceOf(WorkerLeaseLostException.class)
                    .hasMessageStartingWith("WORKER_LEASE (namespace default) HAS GONE BACK IN TIME,"
                            + " worker id 0 is not used any more: " + seen);
            assertThatThrownBy(() -> lease.reserve(nowTick())).isInstanceOf(WorkerLeaseLostException.class);
            assertThat(lease.isRevoked()).isTrue();
            assertThat(log.lines())
                    .filteredOn(line -> line.startsWith("SEVERE ") || line.startsWith("ERROR "))
                    .singleElement()
                    .asString()
                    .contains("HAS GONE BACK IN TIME");
            launch().reserve(nowTick() + 600);
        }
    }

    @Test
    void repeatsAReservationOfWhichItDoesNotKnowWhetherItWasWritten() {
        for (DisturbedDataSource.Commit outcome : DisturbedDataSource.Commit.values()) {
            DisturbedDataSource disturbed = new DisturbedDataSource(pool);
            WorkerLease lease = launch(on(disturbed));
            long reserved = column("RESERVED_THROUGH", lease.workerId());

            disturbed.next(outcome);
            lease.reserve(reserved + 1);
            assertThat(column("RESERVED_THROUGH", lease.workerId())).isEqualTo(reserved + 600);

            disturbed.next(outcome);
            lease.release(reserved + 1);
            assertThat(launch(only(0)).firstTick()).isEqualTo(reserved + 2);
            dropTables();
        }
    }

    @Test
    void leavesAWorkerIdToRestOfWhichItDoesNotKnowWhetherItWasTaken() {
        DisturbedDataSource disturbed = new DisturbedDataSource(pool);
        launch(on(disturbed)).release(nowTick());
        disturbed.next(DisturbedDataSource.Commit.LOST_AFTERWARDS);

        assertThatThrownBy(() -> launch(on(disturbed)))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("no worker id from WORKER_LEASE: connection lost after commit");

        assertThat(launch(on(disturbed)).workerId()).isEqualTo(1);
    }

    @Test
    void staysApartFromTheTransactionAroundIt() {
        LeasedWorkerIdAssigner assigner =
                opened(on(new TransactionAwareDataSourceProxy(pool)).build());
        launch();

        new TransactionTemplate(new DataSourceTransactionManager(pool)).executeWithoutResult(status -> {
            jdbc.execute("INSERT INTO WORK_OF_THE_CALLER VALUES (1)");
            assigner.assignWorkerId(LAYOUT).reserve(nowTick() + 600);
            assigner.assignWorkerId(LAYOUT).release(nowTick() + 5);
            status.setRollbackOnly();
        });

        assertThat(rowsOfTheCaller()).isZero();
        assertThat(column("RESERVED_THROUGH", 1)).isGreaterThanOrEqualTo(nowTick() + 600);
        assertThat(launch().firstTick()).isEqualTo(nowTick() + 6);
    }

    @Test
    void commitsOnConnectionsThatDoNotCommitByThemselves() {
        try (HikariDataSource noAutoCommit = newPool(false)) {
            WorkerLease lease = launch(on(noAutoCommit));
            lease.reserve(nowTick() + 600);
            assertThat(column("RESERVED_THROUGH", 0)).isGreaterThanOrEqualTo(nowTick() + 600);
            lease.release(nowTick() + 600);
            assertThat(launch(on(noAutoCommit).workerIds(0, 0)).firstTick()).isEqualTo(nowTick() + 601);
            closeAssigners();
        }
    }

    @Test
    void givesEachOfALaunchStormAWorkerIdOfItsOwnAndTheSameOnesTheNextTime() throws Exception {
        LeasedWorkerIdAssigner assigner = newAssigner();
        List<WorkerLease> leases = launchStorm(assigner, "one pool");
        atATime(leases.stream()
                .<Callable<Void>>map(lease -> () -> {
                    lease.release(lease.firstTick() + 1);
                    return null;
                })
                .toList());

        launchStorm(assigner, "one pool, once more");
    }

    @Test
    void givesEachOfALaunchStormThroughConnectionsOfTheirOwnAWorkerIdOfItsOwn() throws Exception {
        DriverManagerDataSource connections = new DriverManagerDataSource(pool.getJdbcUrl());

        launchStorm(opened(on(connections).build()), "separate connections");
    }

    private List<WorkerLease> launchStorm(LeasedWorkerIdAssigner assigner, String through) throws Exception {
        int launches = 200;
        long start = System.nanoTime();
        List<WorkerLease> leases = atATime(Collections.nCopies(launches, () -> assigner.assignWorkerId(LAYOUT)));
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
        System.out.printf(
                Locale.ROOT,
                "%s: %d launches through %s: last one after %d ms, %s%n",
                getClass().getSimpleName(),
                launches,
                through,
                millis,
                assigner.storeCalls());

        assertThat(leases).extracting(WorkerLease::workerId).doesNotHaveDuplicates();
        assertThat(workerIds())
                .containsExactlyElementsOf(LongStream.range(0, launches).boxed().toList());
        return leases;
    }

    private static <T> List<T> atATime(List<Callable<T>> tasks) throws Exception {
        ExecutorService executor = Executors.newFixedThreadPool(tasks.size());
        try {
            List<T> results = new ArrayList<>();
            for (Future<T> result : executor.invokeAll(tasks)) {
                results.add(result.get());
            }
            return results;
        } finally {
            executor.shutdown();
        }
    }

    @Test
    void takesTheLowestGap() {
        launch();
        launch();
        launch();
        jdbc.update("DELETE FROM WORKER_LEASE WHERE WORKER_ID = 1");

        assertThat(launch().workerId()).isEqualTo(1);
        assertThat(launch().workerId()).isEqualTo(3);
    }

    @Test
    void reservesMoreAndMoreWhileTicksAreUsedUpFast() {
        LeasedWorkerIdAssigner assigner =
                opened(builder().maxBorrow(Duration.ofDays(30)).build());
        WorkerLease lease = assigner.assignWorkerId(LAYOUT);

        for (long tick = lease.firstTick(); tick < lease.firstTick() + 200_000; tick++) {
            lease.reserve(tick);
        }

        assertThat(assigner.storeCalls().calls()).isBetween(5L, 40L);
        assertThat(assigner.storeCalls().failures()).isZero();
        assertThat(assigner.storeCalls().longest())
                .isPositive()
                .isLessThanOrEqualTo(assigner.storeCalls().total());
    }

    @Test
    void callsTheStoreAboutOnceASecondAtFullSpeed() {
        LeasedWorkerIdAssigner assigner = opened(LeasedWorkerIdAssigner.builder(pool)
                .tableCreation(TableCreation.ALWAYS)
                .maxBorrow(Duration.ofDays(20_000))
                .build());
        long[] uids = new long[1 << LAYOUT.seqBits()];
        long start = System.nanoTime();
        long ticks = 0;
        try (CachedUidGenerator generator = CachedUidGenerator.builder(assigner)
                .maxBorrow(Duration.ofDays(20_000))
                .build()) {
            for (; System.nanoTime() - start < TimeUnit.SECONDS.toNanos(1); ticks++) {
                generator.getUIDs(uids);
            }
            assertThat(assigner.storeCalls().calls()).isLessThan(15);
        }
        System.out.printf(
                Locale.ROOT, "%s: %d ticks with %s%n", getClass().getSimpleName(), ticks, assigner.storeCalls());
    }

    @Test
    void hasAGeneratorGoOnWithAnotherWorkerIdWhenItLosesItsOwn() {
        DefaultUidGenerator generator =
                DefaultUidGenerator.builder(newAssigner()).clock(clock).build();
        assertThat(LAYOUT.decode(generator.getUID()).workerId()).isZero();

        clock.advance(Duration.ofMinutes(20));
        WorkerLease successor = launch(only(0));
        assertThat(successor.workerId()).isZero();

        generator.getUIDs(new long[1 << LAYOUT.seqBits()]); // the rest of the open tick, and some of another
        assertThat(LAYOUT.decode(generator.getUID()).workerId()).isEqualTo(1);
        generator.close();
        assertThat(launch().workerId()).isEqualTo(1);
    }

    @Test
    void keepsNamespacesApart() {
        UidLayout other = UidLayout.of(31, 10, 22);
        launch();

        WorkerLease lease = opened(builder().namespace("other").build()).assignWorkerId(other);

        assertThat(lease.workerId()).isZero();
        lease.reserve(lease.firstTick() + 600);
        assertThat(column("RESERVED_THROUGH", 0)).isEqualTo(nowTick() + 599);
        assertThat(opened(builder().namespace("Other").build())
                        .assignWorkerId(LAYOUT)
                        .workerId())
                .isZero();
    }

    @Test
    void refusesALayoutThatDiffersFromThatOfTheNamespace() {
        launch();
        UidLayout other = UidLayout.of(30, 20, 13);

        assertThatThrownBy(() -> newAssigner().assignWorkerId(other))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("all generators of a namespace must have equal layouts:"
                        + " layout=30/20/13 bits of PT1S from 2026-01-01T00:00:00Z, but WORKER_LEASE (namespace default) has"
                        + " 31/19/13 bits of PT1S from 2026-01-01T00:00:00Z; set layout to that, or namespace to one of its own"
                        + " if the UIDs may overlap");
        assertThat(workerIds()).containsExactly(0L);
    }

    @Test
    void refusesWhenAllWorkerIdsOfTheRangeAreInUse() {
        LeasedWorkerIdAssigner assigner = opened(builder().workerIds(5, 6).build());
        assertThat(assigner.assignWorkerId(LAYOUT).workerId()).isEqualTo(5);
        WorkerLease last = assigner.assignWorkerId(LAYOUT);
        assertThat(last.workerId()).isEqualTo(6);

        assertThatThrownBy(() -> assigner.assignWorkerId(LAYOUT))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage(
                        "all worker ids 5..6 of WORKER_LEASE (namespace default) are in use: widen workerIds or workerBits,"
                                + " close generators, or wait until the reserved ticks of crashed ones have passed");
        last.release(nowTick());
        assertThat(assigner.assignWorkerId(LAYOUT).workerId()).isEqualTo(6);
    }

    @Test
    void leavesAWorkerIdAloneWhoseTicksAreUsedUpFurtherAheadThanGeneratorsMayBorrow() {
        WorkerLease borrower = launch();
        long lastTick = nowTick() + 3600;
        borrower.reserve(lastTick);
        borrower.release(lastTick);

        LeasedWorkerIdAssigner.Builder modest = only(0).maxBorrow(Duration.ofHours(1));
        assertThatThrownBy(() -> launch(modest)).hasMessageContaining("are in use");
        clock.advance(Duration.ofSeconds(1));
        WorkerLease after = launch(modest);
        assertThat(after.workerId()).isZero();
        assertThat(after.firstTick()).isEqualTo(lastTick + 1);
    }

    @Test
    void refusesADisposableLaunchWhoseWorkerIdIsLeased() {
        DisposableWorkerIdAssigner disposable = DisposableWorkerIdAssigner.builder(pool)
                .tableCreation(TableCreation.ALWAYS)
                .build();
        launch(builder().workerIds(2, 9));
        assertThat(disposable.assignWorkerId(LAYOUT).workerId()).isEqualTo(1);

        assertThatThrownBy(() -> disposable.assignWorkerId(LAYOUT))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage(
                        "worker id 2 from WORKER_NODE is also in WORKER_LEASE: give the leased assigners a range of worker"
                                + " ids that this table does not reach, as in workerIds(first, last), or have column ID count"
                                + " from above theirs");
        assertThat(disposable.assignWorkerId(LAYOUT).workerId()).isEqualTo(3);
    }

    @Test
    void saysWhoHasWhichWorkerId() {
        LeasedWorkerIdAssigner assigner = opened(builder().holder("host-1:4711").build());
        assigner.assignWorkerId(LAYOUT);
        assigner.assignWorkerId(LAYOUT).release(nowTick());

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
        assertThat(workers.get(1).holder()).isNull();
        assertThat(workers.get(1).reservedThrough()).isEqualTo(nowTick());
    }

    @Test
    void takesTheTableThatAnAdministratorMadeWithTheScript() {
        ResourceDatabasePopulator script =
                new ResourceDatabasePopulator(new ClassPathResource(script(), LeasedWorkerIdAssigner.class));
        script.execute(pool);
        script.execute(pool);

        assertThat(launch(builder().tableCreation(TableCreation.NEVER)).workerId())
                .isZero();
    }

    @Test
    void givesOperatorsAQueryInTheScript() throws Exception {
        launch();
        String script = new ClassPathResource(script(), LeasedWorkerIdAssigner.class).getContentAsString(UTF_8);
        String query = script.lines()
                .filter(line -> line.startsWith("--   "))
                .map(line -> line.substring(2))
                .collect(Collectors.joining(" "))
                .replace(";", "");

        assertThat(jdbc.queryForList(query))
                .singleElement()
                .satisfies(row -> assertThat(row).containsKeys("HOLDER", "AGE").containsEntry("WORKER_ID", 0L));
    }

    @Test
    void takesTableAndSchemaOfOtherNames() {
        String schema = "leases_" + getClass().getSimpleName();
        jdbc.execute("CREATE SCHEMA " + schema);

        WorkerLease lease = launch(builder().schemaName(schema).tableName("UID$LEASES_1"));
        lease.reserve(nowTick() + 600);
        lease.release(nowTick() + 600);

        assertThat(jdbc.queryForList("SELECT RESERVED_THROUGH FROM " + schema + ".UID$LEASES_1", Long.class))
                .containsExactly(nowTick() + 600);
        jdbc.execute("DROP TABLE " + schema + ".UID$LEASES_1");
        jdbc.execute("DROP SCHEMA " + schema);
    }

    @Test
    void saysHowToMakeTheTableThatIsMissing() {
        assertThatThrownBy(() -> launch(builder().tableCreation(TableCreation.NEVER)))
                .isInstanceOf(UidGenerateException.class)
                .hasMessageStartingWith("no worker id from WORKER_LEASE: ")
                .hasMessageContainingAll(
                        "; if the table is missing, create it with sql/" + script() + " or set tableCreation=ALWAYS");
    }

    @Test
    void createsTheTableOnceWhenManyLaunchesFindNone() throws Exception {
        List<WorkerLease> leases = atATime(Collections.nCopies(8, this::launch));

        assertThat(leases).extracting(WorkerLease::workerId).containsExactlyInAnyOrder(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L);
    }

    @Test
    void leavesReservedTicksUsableAndReservesNoMoreOnceClosed() {
        LeasedWorkerIdAssigner assigner = newAssigner();
        WorkerLease lease = assigner.assignWorkerId(LAYOUT);
        assigner.close();
        assigner.close();

        lease.reserve(nowTick() + 599);
        assertThatThrownBy(() -> lease.reserve(nowTick() + 600))
                .isInstanceOf(UidGenerateException.class)
                .isNotInstanceOf(WorkerLeaseLostException.class)
                .hasMessage(String.format(
                        Locale.ROOT,
                        "no more ticks of worker id 0 are reserved than %d, wanted tick=%d: its assigner is closed",
                        nowTick() + 599,
                        nowTick() + 600));
        assertThatThrownBy(() -> lease.release(nowTick()))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("worker id 0 is not given back yet: its assigner is closed");
        assertThatThrownBy(() -> assigner.assignWorkerId(LAYOUT))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("leased worker ids of WORKER_LEASE (namespace default) is closed");
    }

    @Test
    void reservesNothingAfterItWasGivenBack() {
        WorkerLease lease = launch();
        lease.release(nowTick() + 3);
        lease.release(nowTick() + 9);

        assertThat(column("RESERVED_THROUGH", 0)).isEqualTo(nowTick() + 3);
        assertThatThrownBy(() -> lease.reserve(nowTick()))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("worker id 0 was given back");
    }

    @Test
    void keepsToTheFirstTickWhenNothingWasStamped() {
        launch().release(nowTick() + 50);
        WorkerLease lease = launch();
        lease.release(-1);

        assertThat(column("RESERVED_THROUGH", 0)).isEqualTo(nowTick() + 50);
    }
}
