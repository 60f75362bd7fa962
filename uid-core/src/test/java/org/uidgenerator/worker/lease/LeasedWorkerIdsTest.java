package org.uidgenerator.worker.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.uidgenerator.test.internal.Patience.awaitUntil;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.uidgenerator.LayoutPreset;
import org.uidgenerator.ManagedUidGenerator;
import org.uidgenerator.StoreException;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.contract.InMemoryLeaseStore;
import org.uidgenerator.contract.VirtualClock;
import org.uidgenerator.generator.CachedUidGenerator;
import org.uidgenerator.generator.DefaultUidGenerator;
import org.uidgenerator.internal.NanoClock;
import org.uidgenerator.internal.lease.Environment;
import org.uidgenerator.internal.lease.Reservation;
import org.uidgenerator.internal.lease.RowRules;
import org.uidgenerator.test.internal.DelegatingLeaseStore;
import org.uidgenerator.test.internal.DisturbedLeaseStore;
import org.uidgenerator.test.internal.DisturbedLeaseStore.Write;
import org.uidgenerator.test.internal.LogRecorder;
import org.uidgenerator.test.internal.Patience;
import org.uidgenerator.worker.DataCenterWorkerIdAssigner;
import org.uidgenerator.worker.LeaseRequest;
import org.uidgenerator.worker.WorkerIdAssigner;
import org.uidgenerator.worker.WorkerLease;
import org.uidgenerator.worker.WorkerLeaseLostException;
import org.uidgenerator.worker.lease.store.Fence;
import org.uidgenerator.worker.lease.store.LeaseRow;
import org.uidgenerator.worker.lease.store.StoreCalls;
import org.uidgenerator.worker.lease.store.TimedLeaseRow;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;

/** What leased worker ids promise, whatever the store. */
class LeasedWorkerIdsTest {
    private static final UidLayout LAYOUT = UidLayout.DEFAULT;

    private final VirtualClock clock = new VirtualClock(Instant.parse("2027-01-01T00:00:00Z"));
    private final InMemoryLeaseStore store = new InMemoryLeaseStore("default", clock);
    private final DisturbedLeaseStore disturbed = new DisturbedLeaseStore(store, clock);
    private final List<LeasedWorkerIds> assigners = new ArrayList<>();

    private LeaseRequest request() {
        return LeaseRequest.of(LAYOUT).withClock(clock);
    }

    @AfterEach
    void closeAssigners() {
        assigners.forEach(LeasedWorkerIds::close);
    }

    private LeasedWorkerIdsBuilder builder() {
        return LeasedWorkerIds.builder(disturbed);
    }

    private LeasedWorkerIdsBuilder only(long workerId) {
        return builder().workerIds(workerId, workerId);
    }

    private LeasedWorkerIds opened(LeasedWorkerIdsBuilder builder) {
        LeasedWorkerIds assigner = builder.build();
        assigners.add(assigner);
        return assigner;
    }

    private WorkerLease start(LeasedWorkerIdsBuilder builder) {
        return opened(builder).assignWorkerId(request());
    }

    private WorkerLease start() {
        return start(builder());
    }

    private long nowTick() {
        return LAYOUT.tickAt(clock.millis());
    }

    private LeaseRow row(long workerId) {
        return store.find(workerId).orElseThrow();
    }

    @Test
    void startsAtTheTickOfNow() {
        assertThat(start().firstTick()).isEqualTo(nowTick());
    }

    @Test
    void startsAtTheTickOfNowWhenTheLastTickHasPassed() {
        start().release(nowTick());
        clock.advance(Duration.ofSeconds(100));

        assertThat(start().firstTick()).isEqualTo(nowTick());
    }

    @Test
    void saysWhichWorkerIdWasTakenFromWhere() {
        try (LogRecorder log = new LogRecorder()) {
            WorkerLease lease = start();

            assertThat(log.lines())
                    .containsExactly("INFO worker id 0 taken from MEMORY (namespace default), first tick "
                            + lease.firstTick() + ", store identity "
                            + lease.state().identity().orElseThrow());
        }
    }

    @Test
    void saysOnceThatAWorkerIdWasGivenBackAndWhereTo() {
        try (LogRecorder log = new LogRecorder()) {
            WorkerLease lease = start();
            long lastTick = lease.firstTick() + 5;

            lease.release(lastTick);
            lease.release(lastTick);

            assertThat(log.lines())
                    .hasSize(2)
                    .endsWith("INFO worker id 0 given back to MEMORY (namespace default), last tick " + lastTick);
        }
    }

    @Test
    void letsAHolderThatNoProcessReplacedCatchUpAfterALongPause() {
        WorkerLease lease = start();
        clock.advance(Duration.ofHours(30));

        lease.reserve(nowTick());

        assertThat(row(0).reservedThrough()).isEqualTo(nowTick() + 600);
        assertThat(row(0).nextReservation()).isBetween(600L, 1200L);
    }

    /** Time that does not pass, so that a busy machine is as fast as any. */
    private static final class StandingClock implements NanoClock {
        @Override
        public long nanoTime() {
            return 0;
        }

        @Override
        public void park(long nanos) throws InterruptedException {
            SYSTEM.park(nanos);
        }
    }

    @Test
    void announcesEachReservationByTheOneBefore() {
        Environment fast = new Environment(new StandingClock(), Environment.REAL.threads(), Environment.REAL.random());
        WorkerLease lease =
                opened(builder().environment(fast)).assignWorkerId(request().withMaxBorrow(Duration.ofDays(30)));
        for (int i = 0; i < 8; i++) {
            LeaseRow before = row(0);
            long tick = before.reservedThrough() + 1;
            lease.reserve(tick);
            assertThat(row(0).reservedThrough())
                    .isBetween(tick, Reservation.of(before).announcedThrough());
        }
        assertThat(row(0).nextReservation()).isEqualTo(600 << 8);
    }

    @Test
    void reservesMoreAndMoreWhileTicksAreUsedUpFast() {
        LeasedWorkerIds assigner = opened(builder());
        WorkerLease lease = assigner.assignWorkerId(request().withMaxBorrow(Duration.ofDays(30)));
        StoreCalls before = assigner.storeCalls();

        for (long tick = lease.firstTick(); tick < lease.firstTick() + 200_000; tick++) {
            lease.reserve(tick);
        }

        StoreCalls after = assigner.storeCalls();
        assertThat(after.calls() - before.calls()).isBetween(5L, 40L);
        assertThat(after.failures()).isZero();
        assertThat(after.longest()).isPositive().isLessThanOrEqualTo(after.total());
    }

    @Test
    void reservesAsFarAheadAsEachGeneratorMayBorrow() {
        UidLayout small = UidLayout.builder()
                .totalBits(49)
                .timeBits(31)
                .workerBits(14)
                .seqBits(4)
                .build();
        LeasedWorkerIds assigner = opened(builder());
        try (ManagedUidGenerator modest = CachedUidGenerator.builder(assigner)
                        .layout(small)
                        .clock(clock)
                        .build();
                ManagedUidGenerator borrower = CachedUidGenerator.builder(assigner)
                        .layout(small)
                        .clock(clock)
                        .maxBorrow(Duration.ofDays(3))
                        .build()) {
            borrower.getUIDs(new long[16 * 30 * 3_600]); // 30 h

            assertThat(borrower.status().borrowed()).isGreaterThan(Duration.ofHours(29));
            assertThat(borrower.status().storeFailure()).isNull();
            assertThat(modest.status().borrowed()).isLessThan(Duration.ofHours(1));
        }
    }

    @Test
    void countsCallsThatFailOrThatOthersWereFasterWith() {
        LeasedWorkerIds assigner = opened(builder());
        disturbed.next(Write.CONFLICT);
        assigner.assignWorkerId(request());
        assertThat(assigner.storeCalls().failures()).isEqualTo(1);

        disturbed.setAway(true);
        assertThatThrownBy(() -> assigner.assignWorkerId(request())).hasCauseInstanceOf(StoreException.class);
        assertThat(assigner.storeCalls().failures()).isEqualTo(3); // it was asked twice
    }

    @Test
    void hasAGeneratorGoOnWithAnotherWorkerIdWhenItLosesItsOwn() {
        DefaultUidGenerator generator =
                DefaultUidGenerator.builder(opened(builder())).clock(clock).build();
        assertThat(LAYOUT.decode(generator.getUID()).workerId()).isZero();

        clock.advance(Duration.ofMinutes(20));
        WorkerLease successor = start(only(0));
        assertThat(successor.workerId()).isZero();

        generator.getUIDs(new long[1 << LAYOUT.seqBits()]); // the rest of the open tick, and some of another
        assertThat(LAYOUT.decode(generator.getUID()).workerId()).isEqualTo(1);
        generator.close();
        assertThat(start().workerId()).isEqualTo(1);
    }

    @Test
    void refusesALayoutThatDiffersFromThatOfTheNamespace() {
        start();
        LeaseRow row = row(0);
        UidLayout other = UidLayout.of(30, 20, 13);

        assertThatThrownBy(() -> opened(builder()).assignWorkerId(request().withLayout(other)))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("all generators of a namespace must have equal layouts:"
                        + " layout=30/20/13 bits of PT1S from 2026-01-01T00:00:00Z, but MEMORY (namespace default) has"
                        + " 31/14/18 bits of PT1S from 2026-01-01T00:00:00Z; set layout to that, or namespace to one of its own"
                        + " if the UIDs may overlap");
        assertThat(store.list()).extracting(TimedLeaseRow::row).containsExactly(row);
    }

    @ParameterizedTest
    @EnumSource(value = LayoutPreset.class, mode = EnumSource.Mode.EXCLUDE, names = "SEATA")
    void leasesWorkerIdsForTheLayoutsOfOthers(LayoutPreset preset) {
        assumeTrue(preset.layout().expiresAt().isAfter(clock.instant()), "the layout has ended");
        LeasedWorkerIds assigner = opened(builder());
        try (ManagedUidGenerator generator = DefaultUidGenerator.builder(assigner)
                .layout(preset.layout())
                .clock(clock)
                .build()) {
            assertThat(generator.decode(generator.getUID()).workerId()).isZero();
            assertThat(assigner.workers().get(0).reservedUntil())
                    .isEqualTo(generator.status().reservedUntil());
        }
    }

    @Test
    void leasesTheMachineIdsOfADataCentre() {
        UidLayout layout = UidLayout.builder().dataCenterBits(4).build();
        LeasedWorkerIds machines = opened(builder());
        WorkerIdAssigner assigner = new DataCenterWorkerIdAssigner(3, machines);

        assertThat(assigner.assignWorkerId(request().withLayout(layout)).workerId())
                .isEqualTo(layout.workerId(3, 0));
        assertThat(assigner.assignWorkerId(request().withLayout(layout)).workerId())
                .isEqualTo(layout.workerId(3, 1));
        assertThat(machines.workers()).extracting(WorkerLeaseStatus::workerId).containsExactly(0L, 1L);
    }

    @Test
    void saysWhoHasWhichWorkerId() {
        LeasedWorkerIds assigner = opened(builder().holder("host-1:4711"));
        assigner.assignWorkerId(request());
        clock.advance(Duration.ofSeconds(5));
        assigner.assignWorkerId(request()).release(nowTick());
        clock.advance(Duration.ofSeconds(7));

        assertThat(assigner.workers())
                .containsExactly(
                        new WorkerLeaseStatus(
                                "default",
                                0,
                                "host-1:4711",
                                WorkerLeaseStatus.State.IN_USE,
                                row(0).term(),
                                nowTick() - 12 + 599,
                                clock.instant().minusSeconds(12).plusSeconds(600),
                                Duration.ofSeconds(588),
                                clock.instant().minusSeconds(12),
                                clock.instant().minusSeconds(12),
                                Duration.ofSeconds(12)),
                        new WorkerLeaseStatus(
                                "default",
                                1,
                                "host-1:4711",
                                WorkerLeaseStatus.State.GIVEN_BACK,
                                row(1).term(),
                                nowTick() - 7,
                                clock.instant().minusSeconds(6),
                                Duration.ofSeconds(-6),
                                clock.instant().minusSeconds(7),
                                clock.instant().minusSeconds(7),
                                Duration.ofSeconds(7)));
    }

    @Test
    void saysThatAWorkerIdHasExpiredOnceReservedAndAnnouncedTicksHavePassed() {
        LeasedWorkerIds assigner = opened(builder());
        assigner.assignWorkerId(request());

        clock.advance(Duration.ofSeconds(1_199));
        assertThat(assigner.workers())
                .extracting(WorkerLeaseStatus::state)
                .containsExactly(WorkerLeaseStatus.State.IN_USE);
        clock.advance(Duration.ofSeconds(1));
        assertThat(assigner.workers())
                .extracting(WorkerLeaseStatus::state)
                .containsExactly(WorkerLeaseStatus.State.EXPIRED);
    }

    @Test
    void saysThatARowIsReservedForEver() {
        store.insert(new LeaseRow(0, 1, Long.MAX_VALUE, 0, LAYOUT.toString(), "it", true));

        WorkerLeaseStatus worker = opened(builder()).workers().get(0);

        assertThat(worker.reservedUntil()).isEqualTo(Instant.MAX);
        assertThat(worker.ahead()).isEqualTo(Duration.between(clock.instant(), Instant.MAX));
        assertThat(worker.state()).isEqualTo(WorkerLeaseStatus.State.IN_USE);
    }

    @Test
    void saysThatTheStoreIsAway() {
        LeasedWorkerIds assigner = opened(builder());
        disturbed.setAway(true);

        assertThatThrownBy(() -> assigner.assignWorkerId(request()))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("no worker id from MEMORY: the store is unavailable")
                .hasCauseInstanceOf(StoreException.class);
        assertThatThrownBy(assigner::workers)
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("no list of MEMORY (namespace default): the store is unavailable")
                .hasCauseInstanceOf(StoreException.class);
        assertThatThrownBy(assigner::identity)
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("no store identity of MEMORY (namespace default): the store is unavailable")
                .hasCauseInstanceOf(StoreException.class);
        assertThatThrownBy(() -> assigner.repair(0, 5))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("worker id 0 of MEMORY (namespace default) is not repaired: the store is unavailable")
                .hasCauseInstanceOf(StoreException.class);
        assertThatThrownBy(() -> assigner.evict(0))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("worker id 0 of MEMORY (namespace default) is not taken away: the store is unavailable")
                .hasCauseInstanceOf(StoreException.class);
    }

    @Test
    void leavesReservedTicksUsableAndReservesNoMoreOnceClosed() {
        LeasedWorkerIds assigner = opened(builder());
        WorkerLease lease = assigner.assignWorkerId(request());
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
                .hasMessage("worker id 0 is not given back: its assigner is closed");
        long calls = assigner.storeCalls().calls();
        assertThatThrownBy(() -> assigner.assignWorkerId(request()))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("leased worker ids of MEMORY (namespace default) is closed");
        assertThat(assigner.storeCalls().calls()).isEqualTo(calls);
    }

    @Test
    void endsTheWaitOfACallWhenItIsClosedHoweverLongItsStoreHangs() throws Exception {
        LeasedWorkerIds assigner =
                opened(builder().answerTimeout(Duration.ofDays(1)).closeTimeout(Duration.ofMillis(100)));
        WorkerLease lease = assigner.assignWorkerId(request());
        disturbed.hold();
        try {
            CompletableFuture<Throwable> refusal = CompletableFuture.supplyAsync(
                    () -> catchThrowable(() -> lease.reserve(lease.state().reservedThrough() + 1)));
            disturbed.awaitArrival();

            assigner.close();

            assertThat(Patience.get(refusal))
                    .isInstanceOf(UidGenerateException.class)
                    .hasMessageEndingWith(": its assigner is closed");
        } finally {
            disturbed.letGo();
        }
    }

    @Test
    void givesSeveralWorkerIdsBackAtTheSameTime() {
        LeasedWorkerIds assigner = opened(builder());
        List<WorkerLease> leases = Stream.generate(() -> assigner.assignWorkerId(request()))
                .limit(3)
                .toList();
        CountDownLatch writes = new CountDownLatch(leases.size());
        disturbed.from(() -> {
            writes.countDown();
            Patience.awaitTest(writes);
            return Write.DONE;
        });

        leases.forEach(lease -> lease.beginRelease(lease.firstTick()));
        leases.forEach(lease -> lease.release(lease.firstTick()));

        assertThat(leases)
                .allSatisfy(lease -> assertThat(row(lease.workerId()).held()).isFalse());
    }

    @Test
    void waitsForAReleaseFromItsBeginningOn() throws Exception {
        AtomicLong passed = new AtomicLong();
        NanoClock shifted = new NanoClock() {
            @Override
            public long nanoTime() {
                return System.nanoTime() + passed.get();
            }

            @Override
            public void park(long nanos) throws InterruptedException {
                NanoClock.SYSTEM.park(nanos);
            }
        };
        LeasedWorkerIds assigner = opened(builder()
                .closeTimeout(Duration.ofHours(1))
                .environment(new Environment(shifted, Environment.REAL.threads(), Environment.REAL.random())));
        WorkerLease lease = assigner.assignWorkerId(request());
        disturbed.hold();
        try (LogRecorder log = new LogRecorder()) {
            lease.beginRelease(lease.firstTick());
            disturbed.awaitArrival();
            passed.set(Duration.ofHours(1).toNanos());
            lease.release(lease.firstTick());
            disturbed.letGo();
            Patience.spinUntil(() -> log.lines().stream().anyMatch(line -> line.contains("given back")));
        } finally {
            disturbed.letGo();
        }
    }

    @Test
    void endsTheWaitForAReleaseOnceACallHasWaitedInVain() throws Exception {
        LeasedWorkerIds assigner =
                opened(builder().answerTimeout(Duration.ofMillis(100)).closeTimeout(Duration.ofHours(24)));
        WorkerLease lease = assigner.assignWorkerId(request());
        WorkerLease other = assigner.assignWorkerId(request());
        disturbed.hold();
        try {
            CompletableFuture<Void> released = CompletableFuture.runAsync(() -> lease.release(nowTick()));
            disturbed.awaitArrival();

            Patience.spinUntil(
                    () -> { // a release that begins to wait 10 s later waits again
                        assertThatThrownBy(() -> other.reserve(other.state().reservedThrough() + 1))
                                .hasMessageEndingWith("waited for PT0.1S: no answer");
                        return released.isDone();
                    });
        } finally {
            disturbed.letGo();
        }
    }

    @Test
    void leavesAWorkerIdAloneWhoseTermCannotBeRaised() {
        store.insert(new LeaseRow(0, Long.MAX_VALUE, 5, 600, LAYOUT.toString(), "edited", false));

        assertThatThrownBy(() -> start(only(0))).isInstanceOf(UidGenerateException.class);
        assertThat(row(0).term()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void reservesNothingAfterItWasGivenBack() {
        WorkerLease lease = start();
        lease.release(nowTick() + 3);
        lease.release(nowTick() + 9);

        assertThat(row(0).reservedThrough()).isEqualTo(nowTick() + 3);
        assertThatThrownBy(() -> lease.reserve(nowTick()))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("worker id 0 was given back");
    }

    @Test
    void keepsToTheFirstTickWhenNoTickWasUsed() {
        start().release(nowTick() + 50);
        start().release(-1);

        assertThat(row(0).reservedThrough()).isEqualTo(nowTick() + 50);
    }

    @Test
    void showsReservationsInAFlightRecording(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("recording.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("org.uidgenerator.Reservation").withoutThreshold();
            recording.start();
            WorkerLease lease = start();
            long lastReserved = lease.state().reservedThrough();
            disturbed.next(Write.NOT_DONE_WITHOUT_ANSWER);
            disturbed.from(() -> {
                long start = System.nanoTime();
                awaitUntil(() -> System.nanoTime() - start > 1_000_000);
                return Write.DONE;
            });
            lease.reserve(lastReserved + 1);
            recording.stop();
            recording.dump(file);

            List<RecordedEvent> events = RecordingFile.readAllEvents(file);
            assertThat(events).hasSize(2).allSatisfy(event -> {
                assertThat(event.getLong("workerId")).isZero();
                assertThat(event.getLong("term")).isEqualTo(lease.state().term().orElseThrow());
                assertThat(event.getLong("reservedThrough")).isEqualTo(lastReserved + 600);
            });
            assertThat(events)
                    .filteredOn(event -> event.getBoolean("reserved"))
                    .singleElement()
                    .satisfies(event -> assertThat(event.getDuration()).isGreaterThan(Duration.ofMillis(1)));
        }
    }

    @Test
    void keepsTheReservationsOfIdleGeneratorsAheadOfTheClock() {
        WorkerLease lease = start(builder().reservation(Duration.ofSeconds(2)));

        clock.advance(Duration.ofHours(1));

        awaitUntil(() -> row(0).reservedThrough() > nowTick());
        lease.reserve(nowTick());
    }

    @Test
    void leavesTheInterruptToACallerThatWaits() {
        WorkerLease lease = start();
        Thread.currentThread().interrupt();

        lease.reserve(lease.firstTick());
        assertThatThrownBy(() -> lease.reserve(lease.firstTick() + 10_000_000))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("interrupted while waiting for MEMORY (namespace default)")
                .hasCauseInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void leavesTheInterruptToACallerThatWaitsForAReleaseWhichIsDoneNevertheless() {
        WorkerLease lease = start();
        disturbed.hold();
        Thread.currentThread().interrupt();

        lease.release(lease.firstTick());

        assertThat(Thread.interrupted()).isTrue();
        assertThat(row(0).held()).isTrue();
        disturbed.letGo();
        awaitUntil(() -> !row(0).held());
    }

    @Test
    void reservesNothingAfterItWasGivenBackWhileAReservationWasUnderWay() throws Exception {
        assertIsGivenBackDuringAReservation(row -> row);
    }

    @Test
    void isGivenBackThoughTheReservationThatWasUnderWayFindsAnotherHolder() throws Exception {
        assertIsGivenBackDuringAReservation(row -> new Reservation(row.reservedThrough() + 5_000, row.nextReservation())
                .in(RowRules.underTerm(row, row.term() + 1)));
    }

    @Test
    void isGivenBackThoughTheReservationThatWasUnderWayFindsThatTheStoreHasGoneBack() throws Exception {
        assertIsGivenBackDuringAReservation(
                row -> new Reservation(row.reservedThrough() - 1, row.nextReservation()).in(row));
    }

    private void assertIsGivenBackDuringAReservation(UnaryOperator<LeaseRow> meanwhile) throws Exception {
        WorkerLease lease = start();
        disturbed.hold();
        lease.reserve(lease.firstTick() + 500); // more than half of what is reserved
        disturbed.awaitArrival();
        CompletableFuture<Void> released = CompletableFuture.runAsync(() -> lease.release(lease.firstTick() + 500));
        awaitUntil(() -> isGivenBack(lease));
        LeaseRow row = row(0);
        assertThat(store.update(Fence.at(row), meanwhile.apply(row))).isTrue();
        disturbed.letGo();

        Patience.get(released);

        assertThat(isGivenBack(lease)).isTrue();
        assertThat(lease.isRevoked()).isFalse();
        assertThat(lease.state().reservedThrough()).isEqualTo(lease.firstTick() - 1);
        assertThat(lease.state().usableThrough()).isEqualTo(lease.firstTick() - 1);
    }

    private static boolean isGivenBack(WorkerLease lease) {
        try {
            lease.reserve(lease.firstTick());
            return false;
        } catch (UidGenerateException e) {
            assertThat(e).hasMessage("worker id 0 was given back");
            return true;
        }
    }

    @Test
    void keepsNoThreadThatHasWaited() {
        WorkerLease lease = start();
        WeakReference<Thread> caller = started(() -> lease.reserve(lease.state().reservedThrough() + 1));
        awaitUntil(() -> lease.state().reservedThrough() > lease.firstTick() + 599);

        awaitUntil(() -> {
            System.gc();
            return caller.get() == null;
        });
    }

    private static WeakReference<Thread> started(Runnable work) {
        Thread thread = new Thread(work);
        thread.start();
        return new WeakReference<>(thread);
    }

    @Test
    void reservesTicksOfALeaseWhileTheRowsOfOthersAreLocked() {
        CountDownLatch unlocked = new CountDownLatch(1);
        WorkerLeaseStore locking = new DelegatingLeaseStore(store) {
            @Override
            public boolean update(Fence expected, LeaseRow row) {
                if (row.workerId() < 7) {
                    awaitUnlocked();
                }
                return super.update(expected, row);
            }

            private void awaitUnlocked() {
                try {
                    unlocked.await();
                } catch (InterruptedException e) {
                    throw new StoreException("interrupted", e);
                }
            }
        };
        LeasedWorkerIds assigner = opened(LeasedWorkerIds.builder(locking));
        List<WorkerLease> leases = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            leases.add(assigner.assignWorkerId(request()));
        }
        ExecutorService callers = Executors.newCachedThreadPool();
        try {
            List<Future<?>> stuck = leases.subList(0, 7).stream()
                    .<Future<?>>map(lease ->
                            callers.submit(() -> lease.reserve(lease.state().reservedThrough() + 1)))
                    .toList();

            WorkerLease healthy = leases.get(7);
            for (int i = 0; i < 5; i++) {
                healthy.reserve(healthy.state().reservedThrough() + 1);
            }

            assertThat(healthy.state().storeFailure()).isNull();
            assertThat(stuck).noneMatch(Future::isDone);
        } finally {
            unlocked.countDown();
            callers.shutdownNow();
        }
    }

    // Slow: races a release against a reservation five thousand times.
    @Test
    void givesAWorkerIdBackThatIsReleasedWhileTicksAreReserved() {
        LeasedWorkerIds assigner = opened(builder());
        for (int i = 0; i < 5_000; i++) {
            WorkerLease lease = assigner.assignWorkerId(request());
            lease.reserve(lease.state().reservedThrough()); // more are reserved in the background
            lease.release(lease.firstTick());

            assertThat(lease.workerId()).as("after %d leases", i).isZero();
            clock.advance(Duration.ofSeconds(1));
        }
    }

    @Test
    void saysWhyNoMoreTicksAreReservedAndRecoversByItself() {
        try (LogRecorder log = new LogRecorder()) {
            WorkerLease lease = start(builder().answerTimeout(Duration.ofMillis(100)));
            long lastReserved = lease.state().reservedThrough();
            disturbed.setAway(true);
            lease.reserve(lastReserved); // asks for more ticks and does not wait for them
            awaitUntil(() -> lease.state().storeFailure() != null);

            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> lease.reserve(lastReserved + 1))
                        .isInstanceOf(UidGenerateException.class)
                        .hasMessage("no more ticks of worker id 0 are reserved than " + lastReserved + ", wanted tick="
                                + (lastReserved + 1)
                                + ": MEMORY (namespace default), waited for PT0.1S: the store is unavailable");
                lease.reserve(lastReserved);
            }
            assertThat(lease.state().storeFailure()).hasMessage("the store is unavailable");
            disturbed.setAway(false);
            awaitUntil(() -> reserves(lease, lastReserved + 1));

            awaitUntil(() -> log.lines().size() == 3); // said after the waiting caller has been let go
            assertThat(log.lines().get(1))
                    .isEqualTo("WARNING MEMORY (namespace default)"
                            + " reserves no ticks now, trying again with back-off; those reserved stay usable:"
                            + " the store is unavailable");
            assertThat(log.lines().get(2))
                    .startsWith("INFO MEMORY (namespace default) reserves ticks again after ")
                    .endsWith(" failed attempts");
            assertThat(lease.state().reservedThrough()).isGreaterThan(lastReserved);
            assertThat(lease.state().storeFailure()).isNull();
        }
    }

    private static boolean isReserved(WorkerLease lease, long tick) {
        try {
            lease.reserve(tick);
            return true;
        } catch (UidGenerateException e) {
            return false;
        }
    }

    /** As of a host whose clock was far ahead for a moment. */
    @Test
    void reservesNoTickThatNoCallerWaitsForAnyMore() {
        WorkerLease lease = start(builder().answerTimeout(Duration.ofMillis(100)));
        long wanted = lease.state().reservedThrough() + 10_000;
        disturbed.setAway(true);
        assertThatThrownBy(() -> lease.reserve(wanted)).hasMessageContaining("waited for PT0.1S");
        awaitUntil(() -> lease.state().storeFailure() != null);

        disturbed.setAway(false);
        awaitUntil(() -> isReserved(lease, lease.state().reservedThrough() + 1)); // asks at once, back-off or not

        assertThat(row(0).reservedThrough()).isLessThan(wanted);
    }

    private static boolean reserves(WorkerLease lease, long tick) {
        try {
            lease.reserve(tick);
            return true;
        } catch (UidGenerateException e) {
            assertThat(e).hasMessageContaining("waited for");
            return false;
        }
    }

    // ---- additional worker ids

    @Test
    void leavesTheUpperHalfOfTheRangeToStarts() {
        LeasedWorkerIds assigner = opened(builder().workerIds(10, 15));

        assertThat(startAdditional(assigner, 1)).isBetween(10L, 12L);
        assertThat(startAdditional(assigner, 2)).isBetween(10L, 12L);
        assertThat(startAdditional(assigner, 3)).isBetween(10L, 12L);
        assertThatThrownBy(() -> startAdditional(assigner, 4))
                .isInstanceOf(UidGenerateException.class)
                .hasMessageContaining("10..12");
        assertThat(assigner.assignWorkerId(request()).workerId()).isBetween(13L, 15L);
    }

    @Test
    void leavesToStartsWhatOneOfThemAskedForInVain() {
        LeasedWorkerIds assigner = opened(builder().workerIds(0, 3));
        assigner.assignWorkerId(request());
        assigner.assignWorkerId(request());
        disturbed.next(Write.NOT_DONE_WITHOUT_ANSWER, Write.NOT_DONE_WITHOUT_ANSWER);
        assertThatThrownBy(() -> assigner.assignWorkerId(request())).hasMessageContaining("no answer before the write");

        assertThatThrownBy(() -> startAdditional(assigner, 1)).hasMessageStartingWith("all worker ids 0..1 of MEMORY");
        assertThat(assigner.assignWorkerId(request()).workerId()).isEqualTo(2);
    }

    @Test
    void hasNoAdditionalOneInARangeOfOne() {
        LeasedWorkerIds assigner = opened(only(7));

        assertThatThrownBy(() -> startAdditional(assigner, 1))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("additional worker ids come from the lower half of workerIds=7..7, which has none");
        assertThat(startAdditional(opened(builder().workerIds(7, 8)), 1)).isEqualTo(7);
    }

    private long startAdditional(LeasedWorkerIds assigner, int ordinal) {
        return assigner.assignWorkerId(request().withOrdinal(ordinal)).workerId();
    }
}
