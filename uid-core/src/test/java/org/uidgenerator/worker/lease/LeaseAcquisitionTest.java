package org.uidgenerator.worker.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.uidgenerator.StoreException;
import org.uidgenerator.StoreIdentity;
import org.uidgenerator.StoreIdentityRecord;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.contract.InMemoryLeaseStore;
import org.uidgenerator.contract.ThreadTrouble;
import org.uidgenerator.contract.VirtualClock;
import org.uidgenerator.internal.NanoClock;
import org.uidgenerator.internal.background.BackgroundThreads;
import org.uidgenerator.internal.lease.Environment;
import org.uidgenerator.internal.lease.Reservation;
import org.uidgenerator.internal.lease.RowRules;
import org.uidgenerator.internal.lease.VirtualEnvironment;
import org.uidgenerator.test.internal.Callers;
import org.uidgenerator.test.internal.DelegatingLeaseStore;
import org.uidgenerator.test.internal.DisturbedLeaseStore;
import org.uidgenerator.test.internal.DisturbedLeaseStore.Write;
import org.uidgenerator.test.internal.LogRecorder;
import org.uidgenerator.test.internal.Patience;
import org.uidgenerator.worker.LeaseRequest;
import org.uidgenerator.worker.WorkerLease;
import org.uidgenerator.worker.WorkerLeaseLostException;
import org.uidgenerator.worker.lease.store.Fence;
import org.uidgenerator.worker.lease.store.LeaseOverview;
import org.uidgenerator.worker.lease.store.LeaseRow;
import org.uidgenerator.worker.lease.store.OtherWorkerIds;
import org.uidgenerator.worker.lease.store.TimedLeaseRow;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;

/** The worker id that a start takes, by the clock of its host, the store's own time and what others have. */
class LeaseAcquisitionTest {
    private static final UidLayout LAYOUT = UidLayout.DEFAULT;
    private static final long A_DAY = Duration.ofDays(1).dividedBy(LAYOUT.tick());
    private static final long A_YEAR = 365 * A_DAY;

    /** The number of rows that a start reads at once. */
    private static final int SAMPLE = 128;

    private final VirtualClock clock = new VirtualClock(Instant.parse("2027-01-01T00:00:00Z"));
    private final InMemoryLeaseStore memory = new InMemoryLeaseStore("default", clock);
    private final TreeSet<Long> elsewhere = new TreeSet<>();
    private final List<LeasedWorkerIds> assigners = new ArrayList<>();

    private LeaseRequest request() {
        return LeaseRequest.of(LAYOUT).withClock(clock);
    }

    @AfterEach
    void closeAssigners() {
        assigners.forEach(LeasedWorkerIds::close);
    }

    /** A store beside another place in which worker ids are taken. */
    private class Beside extends DelegatingLeaseStore {
        private final OtherWorkerIds others = new OtherWorkerIds() {
            @Override
            public long lowestFree(long from) {
                long free = from;
                while (elsewhere.contains(free)) {
                    free++;
                }
                return free;
            }

            @Override
            public String toString() {
                return "ELSEWHERE";
            }
        };

        Beside() {
            super(memory);
        }

        @Override
        public LeaseOverview overview(long firstWorkerId, long lastWorkerId, Optional<String> holder) {
            return super.overview(firstWorkerId, lastWorkerId, holder).withOthers(Optional.of(others));
        }
    }

    private LeasedWorkerIdsBuilder on(WorkerLeaseStore store) {
        return LeasedWorkerIds.builder(store);
    }

    private LeasedWorkerIdsBuilder builder() {
        return on(memory);
    }

    /** The request of a host whose clock is ahead. */
    private LeaseRequest ahead(Duration by) {
        VirtualClock host = new VirtualClock(clock.instant());
        host.advance(by);
        return request().withClock(host);
    }

    private WorkerLease start(LeasedWorkerIdsBuilder builder, LeaseRequest request) {
        LeasedWorkerIds assigner = builder.build();
        assigners.add(assigner);
        return assigner.assignWorkerId(request);
    }

    private WorkerLease start(LeasedWorkerIdsBuilder builder) {
        return start(builder, request());
    }

    private WorkerLease start() {
        return start(builder());
    }

    private long nowTick() {
        return LAYOUT.tickAt(clock.millis());
    }

    private LeaseRow row(long workerId) {
        return memory.find(workerId).orElseThrow();
    }

    private void edit(long workerId, long reservedThrough, long nextReservation) {
        LeaseRow row = row(workerId);
        assertThat(memory.update(Fence.at(row), new Reservation(reservedThrough, nextReservation).in(row)))
                .isTrue();
    }

    @Test
    void refusesAHostWhoseClockIsFarAheadOrBehind() {
        assertThatThrownBy(() -> start(builder(), ahead(Duration.ofDays(365))))
                .isInstanceOf(UidGenerateException.class)
                .hasMessageStartingWith(
                        "the clock of this host must be near that of MEMORY (namespace default):"
                                + " host=2028-01-01T00:00:00Z, store=2027-01-01T00:00:00Z, difference=PT8760H, maxClockSkew=PT5M;");
        assertThatThrownBy(() -> start(builder(), ahead(Duration.ofMinutes(-6))))
                .isInstanceOf(UidGenerateException.class)
                .hasMessageContaining(", difference=PT6M,");
        assertThat(memory.list()).isEmpty();
    }

    @Test
    void takesAHostWhoseClockIsAheadAsFarAsItIsTold() {
        WorkerLease lease = start(builder().maxClockSkew(Duration.ofHours(7)), ahead(Duration.ofHours(6)));

        assertThat(lease.firstTick()).isEqualTo(nowTick() + A_DAY / 4);
    }

    @Test
    void leavesLiveHoldersAloneHoweverOftenAHostWithAWrongClockIsStarted() {
        LeasedWorkerIdsBuilder right = builder().workerIds(0, 2);
        WorkerLease first = start(right);
        WorkerLease second = start(right);
        for (int i = 0; i < 5; i++) {
            assertThatThrownBy(() -> start(builder().workerIds(0, 2), ahead(Duration.ofDays(365))))
                    .isInstanceOf(UidGenerateException.class);
        }

        assertThat(start(right).workerId()).isEqualTo(2);
        first.reserve(nowTick() + 1_000);
        second.reserve(nowTick() + 1_000);
        assertThat(row(0).reservedThrough()).isLessThan(nowTick() + A_DAY);
    }

    @Test
    void decidesByTheTimeOfTheStoreWhatHasExpired() {
        start();
        edit(0, nowTick(), 0);

        assertThatThrownBy(() -> start(builder().workerIds(0, 0), ahead(Duration.ofMinutes(4))))
                .hasMessageStartingWith("all worker ids 0..0 of MEMORY (namespace default) are in use");
        edit(0, nowTick() - 1, 0);
        assertThat(start(builder().workerIds(0, 0), ahead(Duration.ofMinutes(-4)))
                        .firstTick())
                .isEqualTo(nowTick());
    }

    @Test
    void leavesAWorkerIdAloneThatHasExpiredButIsOfNoUseToAHostWhoseClockIsBehind() {
        start();
        clock.advance(Duration.ofHours(1));

        assertThatThrownBy(() -> start(
                        builder().maxClockSkew(Duration.ofHours(2)).workerIds(0, 0),
                        ahead(Duration.ofMinutes(-90)).withMaxBorrow(Duration.ofMinutes(1))))
                .isInstanceOf(UidGenerateException.class)
                .hasMessageStartingWith("all worker ids 0..0 of MEMORY (namespace default) are in use");
        assertThat(row(0).term()).isLessThan(Integer.MAX_VALUE); // as at first

        assertThat(start(builder().maxClockSkew(Duration.ofHours(2)).workerIds(0, 0), ahead(Duration.ofMinutes(-90)))
                        .firstTick())
                .isGreaterThan(
                        LAYOUT.tickAt(clock.millis()) - Duration.ofMinutes(90).toSeconds());
    }

    @Test
    void prefersAWorkerIdThatNoProcessUsesToOneThatHasExpired() {
        start();
        edit(0, nowTick() - 1_000, 0);

        start().release(nowTick());
        assertThat(memory.list()).hasSize(2);
        assertThat(start().workerId()).isEqualTo(1);
        assertThat(start(builder().workerIds(0, 1)).workerId()).isZero();
    }

    @Test
    void prefersAWorkerIdThatWasNeverTakenToOneThatWasGivenBackAheadOfTime() {
        long aheadOfTime = nowTick() + A_DAY - 1_000;
        WorkerLease borrower = start();
        borrower.reserve(aheadOfTime);
        borrower.release(aheadOfTime);

        WorkerLease next = start();

        assertThat(next.workerId()).isEqualTo(1);
        assertThat(next.firstTick()).isEqualTo(nowTick());
        WorkerLease last = start(builder().workerIds(0, 1));
        assertThat(last.workerId()).isZero();
        assertThat(last.firstTick()).isEqualTo(aheadOfTime + 1);
    }

    @Test
    void prefersAWorkerIdThatHasExpiredToOneThatWasGivenBackAheadOfTime() {
        WorkerLease borrower = start();
        borrower.reserve(nowTick() + 5_000);
        borrower.release(nowTick() + 5_000);
        start();
        edit(1, 1_000, 0);

        assertThat(start(builder().workerIds(0, 1)).workerId()).isEqualTo(1);
        assertThat(start(builder().workerIds(0, 1)).workerId()).isZero();
    }

    @Test
    void takesAWorkerIdThatWasGivenBackLessThanAMinuteAheadAsIfItWereNow() {
        start().release(nowTick() + 59);
        assertThat(start().workerId()).isZero();

        start().release(nowTick() + 60);
        assertThat(start().workerId()).isEqualTo(2);
    }

    private WorkerLease start(String holder) {
        return start(builder().holder(holder));
    }

    @Test
    void takesTheWorkerIdAgainThatTheHolderHadBefore() {
        start("a").release(nowTick());
        start("b").release(nowTick());

        assertThat(start("b").workerId()).isEqualTo(1);
        assertThat(start("a").workerId()).isZero();
    }

    @Test
    void takesTheWorkerIdAgainThatTheHolderHadBeforeThoughItWasGivenBackAheadOfTime() {
        start();
        WorkerLease borrower = start("a");
        borrower.reserve(nowTick() + 5_000);
        borrower.release(nowTick() + 5_000);

        WorkerLease next = start("a");

        assertThat(next.workerId()).isEqualTo(1);
        assertThat(next.firstTick()).isEqualTo(nowTick() + 5_001);
        next.release(nowTick() + A_DAY);
        assertThat(start("a").workerId()).isEqualTo(2);
    }

    @Test
    void leavesOthersTheirsAsLongAsAnyWorkerIdWasNeverTaken() {
        start("a").release(nowTick());

        assertThat(start(builder().holder("b").workerIds(0, 1)).workerId()).isEqualTo(1);
        assertThat(start(builder().holder("c").workerIds(0, 1)).workerId()).isZero();
    }

    @Test
    void leavesOthersTheirsForADay() {
        start("a").release(nowTick());
        clock.advance(Duration.ofDays(1));
        assertThat(start("b").workerId()).isEqualTo(1);

        clock.advance(Duration.ofSeconds(1));
        assertThat(start("c").workerId()).isZero();
    }

    @Test
    void takesTheLowestWorkerIdWithoutANameOfItsOwn() {
        start("a").release(nowTick());

        assertThat(start().workerId()).isZero();
    }

    @Test
    void comesBackToNoWorkerIdUnderANameThatWasNotGiven() {
        WorkerLease first = start();
        WorkerLease second = start();
        second.release(nowTick());
        first.release(nowTick());
        LeaseRow others = new LeaseRow(0, 1, nowTick(), 0, LAYOUT.toString(), "other", false);
        assertThat(memory.update(Fence.at(row(0)), others)).isTrue();

        Set<Long> taken = new TreeSet<>();
        for (int i = 0; i < 50; i++) {
            WorkerLease next = start();
            taken.add(next.workerId());
            next.release(nowTick());
        }
        assertThat(taken).containsExactly(0L, 1L);
    }

    @Test
    void comesBackToAWorkerIdAfterACrashOnceItIsFreeForAnyProcess() {
        start();
        start("a");
        clock.advance(Duration.ofSeconds(1_199));
        assertThat(start("a").workerId()).isEqualTo(2);

        clock.advance(Duration.ofSeconds(1));
        assertThat(start("a").workerId()).isEqualTo(1);
    }

    @Test
    void givesTwoProcessesOfOneNameAWorkerIdEach() {
        WorkerLease first = start("a");
        WorkerLease second = start("a");

        assertThat(first.workerId()).isZero();
        assertThat(second.workerId()).isEqualTo(1);
        first.reserve(nowTick() + 1_000);
        second.reserve(nowTick() + 1_000);
    }

    @Test
    void comesBackToAllWorkerIdsOfTheHolderTheLowestFirst() {
        WorkerLease first = start("a");
        start("b");
        WorkerLease second = start("a");
        second.release(nowTick());
        first.release(nowTick());

        assertThat(List.of(
                        start("a").workerId(), start("a").workerId(), start("a").workerId()))
                .containsExactly(0L, 2L, 3L);
    }

    @Test
    void comesBackToNoWorkerIdOutsideItsRangeOrTakenElsewhere() {
        start("a").release(nowTick());
        assertThat(start(builder().holder("a").workerIds(1, 9)).workerId()).isEqualTo(1);

        elsewhere.add(0L);
        assertThat(start(on(new Beside()).holder("a")).workerId()).isEqualTo(2);
    }

    @Test
    void leavesItsOwnWorkerIdWhileAnotherProcessIsTakingIt() {
        start("a").release(nowTick());
        List<Long> tried = new ArrayList<>();
        WorkerLeaseStore frozen = new DelegatingLeaseStore(memory) {
            @Override
            public boolean update(Fence expected, LeaseRow row) {
                tried.add(row.workerId());
                return false;
            }
        };

        assertThat(start(on(frozen).holder("a").environment(virtual(new SplittableRandom(1))))
                        .workerId())
                .isEqualTo(1);
        assertThat(tried).containsExactly(0L, 0L);
    }

    @Test
    void takesAWorkerIdThatHasExpiredAsFarAheadAsGeneratorsMayBorrow() {
        start();
        edit(0, nowTick() - 1, 0);
        LeasedWorkerIdsBuilder only =
                builder().maxClockSkew(Duration.ofHours(2)).workerIds(0, 0);
        LeaseRequest behind = ahead(Duration.ofMinutes(-90));

        assertThatThrownBy(() -> start(only, behind.withMaxBorrow(Duration.ofMinutes(89))))
                .hasMessageContaining("are in use");
        assertThat(start(only, behind.withMaxBorrow(Duration.ofMinutes(90))).firstTick())
                .isEqualTo(nowTick());
    }

    @Test
    void raisesTheGreatestTermThatCanBeRaised() {
        long greatest = Long.MAX_VALUE - Integer.MAX_VALUE;
        memory.insert(new LeaseRow(0, greatest, 1, 0, LAYOUT.text(), "it", false));

        assertThat(start().workerId()).isZero();
        assertThat(row(0).term()).isGreaterThan(greatest);
    }

    @Test
    void takesAGapWhenThereAreNoNewWorkerIds() {
        LeasedWorkerIdsBuilder range = builder().workerIds(0, 3);
        start(range);
        start(range);
        start(range);
        memory.delete(row(1));

        assertThat(start(range).workerId()).isEqualTo(3);
        assertThat(start(range).workerId()).isEqualTo(1);
        memory.delete(row(3));
        assertThat(start(range).workerId()).isEqualTo(3);
    }

    @Test
    void refusesWhenAllWorkerIdsOfTheRangeAreInUse() {
        LeasedWorkerIdsBuilder range = builder().workerIds(5, 6);
        assertThat(start(range).workerId()).isEqualTo(5);
        WorkerLease last = start(range);
        assertThat(last.workerId()).isEqualTo(6);

        assertThatThrownBy(() -> start(range))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage(
                        "all worker ids 5..6 of MEMORY (namespace default) are in use, 2 held, of which 0 stay reserved after a crash, and 0 given back ahead of time:"
                                + " widen workerIds or workerBits, close generators, or wait until the reserved ticks of crashed ones have passed");
        last.release(nowTick());
        assertThat(start(range).workerId()).isEqualTo(6);
    }

    @Test
    void tellsHowManyRestAfterACrash() {
        LeasedWorkerIdsBuilder range = builder().workerIds(0, 2);
        start(range);
        start(range);
        start(range);
        edit(0, nowTick() - 1, 2);
        edit(1, nowTick(), 2);

        assertThatThrownBy(() -> start(range))
                .hasMessageContaining("are in use, 3 held, of which 1 stay reserved after a crash, and 0 given back");
        clock.advance(LAYOUT.tick().multipliedBy(2));
        assertThat(start(range).workerId()).as("expired").isZero();
    }

    @Test
    void leavesAWorkerIdAloneWhoseTicksAreUsedUpFurtherAheadThanGeneratorsMayBorrow() {
        WorkerLease borrower = start();
        long lastTick = nowTick() + 3600;
        borrower.reserve(lastTick);
        borrower.release(lastTick);

        LeasedWorkerIdsBuilder only = builder().workerIds(0, 0);
        LeaseRequest modest = request().withMaxBorrow(Duration.ofHours(1));
        assertThatThrownBy(() -> start(only, modest)).hasMessageContaining("are in use");
        clock.advance(Duration.ofSeconds(1));
        assertThat(start(only, modest).firstTick()).isEqualTo(lastTick + 1);
    }

    @Test
    void reservesNoFurtherAheadOfTheStoreThanGeneratorsMayBorrow() {
        VirtualClock host = new VirtualClock(clock.instant());
        WorkerLease lease =
                start(builder().answerTimeout(Duration.ofSeconds(1)), request().withClock(host));
        long start = nowTick();
        host.advance(Duration.ofDays(365));

        assertThatThrownBy(() -> lease.reserve(start + A_YEAR))
                .isInstanceOf(UidGenerateException.class)
                .hasMessageMatching(
                        "no more ticks of worker id 0 are reserved than \\d+, wanted tick=\\d+: MEMORY \\(namespace default\\), waited for PT1S:"
                                + " ticks are reserved at most PT24H15M ahead of MEMORY \\(namespace default\\):"
                                + " wanted=\\S+Z, host=\\S+Z, store=\\S+Z; set the clock that is wrong, of this host or of the store");
        assertThat(Reservation.of(row(0)).announcedThrough()).isLessThan(start + A_DAY + 3_000);

        host.advance(Duration.ofDays(-365));
        reserveWithPatience(lease, start + A_DAY);
        assertThat(Reservation.of(row(0)).announcedThrough()).isLessThan(start + A_DAY + 3_000);
    }

    /** The keeper backs off for up to a second after a failure. */
    private static void reserveWithPatience(WorkerLease lease, long tick) {
        for (int attempt = 0; attempt < 100; attempt++) {
            try {
                lease.reserve(tick);
                return;
            } catch (UidGenerateException e) {
                assertThat(e).hasMessageContaining("waited for");
            }
        }
        throw new AssertionError("not reserved: " + tick);
    }

    @Test
    void worksBesideRowsOfTheGreatestNumbers() {
        String layout = LAYOUT.toString();
        long max = Long.MAX_VALUE;
        for (boolean held : new boolean[] {true, false}) {
            for (LeaseRow row : List.of(
                    new LeaseRow(0, 1, max, 600, layout, "it", held),
                    new LeaseRow(0, 1, nowTick(), max, layout, "it", held),
                    new LeaseRow(0, max, 1, 0, layout, "it", held),
                    new LeaseRow(max, 1, 1, 0, layout, "it", held))) {
                InMemoryLeaseStore store = new InMemoryLeaseStore("default", clock);
                store.insert(row);
                WorkerLease lease = start(on(store));
                assertThat(lease.workerId()).as("%s", row).isLessThan(2);
                lease.reserve(nowTick() + 1_000);
            }
        }
    }

    @Test
    void takesTheNextWorkerIdThatIsNotTakenElsewhere() {
        elsewhere.addAll(List.of(1L, 2L, 3L, 4L, 5L));

        assertThat(start(on(new Beside())).workerId()).isZero();
        assertThat(start(on(new Beside())).workerId()).isEqualTo(6);
        assertThat(start(on(new Beside()).workerIds(3, 9)).workerId()).isEqualTo(7);
    }

    @Test
    void leavesAWorkerIdThatWasGivenBackToTheProcessThatHasItElsewhere() {
        start().release(nowTick() - 5);
        elsewhere.add(0L);

        assertThat(start(on(new Beside())).workerId()).isEqualTo(1);
        assertThatThrownBy(() -> start(on(new Beside()).workerIds(0, 0)))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage(
                        "all worker ids 0..0 of MEMORY (namespace default) are in use or in ELSEWHERE, 0 held, of which 0 stay reserved after a crash, and 1 given back"
                                + " ahead of time: widen workerIds or workerBits, close generators, or wait until the reserved ticks of crashed ones have passed");
    }

    @Test
    void takesNoWorkerIdBesideOnesOfAnotherLayout() {
        start();
        LeaseRequest other = request().withLayout(UidLayout.of(30, 20, 13));
        String refusal = "all generators of a namespace must have equal layouts: layout=" + UidLayout.of(30, 20, 13)
                + ", but MEMORY (namespace default) has " + LAYOUT.text() + ";";

        WorkerLeaseStore anonymous = new DelegatingLeaseStore(memory) {
            @Override
            public Optional<StoreIdentityRecord> identityRecord() {
                return Optional.empty();
            }
        };

        assertThatThrownBy(() -> start(builder(), other)).hasMessageStartingWith(refusal);
        assertThatThrownBy(() -> start(on(anonymous), other)).hasMessageStartingWith(refusal);
        memory.delete(row(0));
        assertThatThrownBy(() -> start(builder(), other)).hasMessageStartingWith(refusal);
        assertThat(memory.list()).isEmpty();
        assertThat(start(on(anonymous), other).workerId()).isZero();
    }

    /** Counts the rows that are read. */
    private static final class Counting extends DelegatingLeaseStore {
        final AtomicLong rows = new AtomicLong();
        final AtomicInteger samples = new AtomicInteger();
        final AtomicInteger lists = new AtomicInteger();

        Counting(WorkerLeaseStore store) {
            super(store);
        }

        @Override
        public LeaseOverview overview(long firstWorkerId, long lastWorkerId, Optional<String> holder) {
            LeaseOverview overview = super.overview(firstWorkerId, lastWorkerId, holder);
            rows.set(0); // a store of a fleet answers in one row
            lists.set(0);
            return overview;
        }

        @Override
        public List<LeaseRow> find(Collection<Long> workerIds) {
            List<LeaseRow> sample = super.find(workerIds);
            rows.addAndGet(sample.size());
            samples.incrementAndGet();
            return sample;
        }

        @Override
        public List<TimedLeaseRow> list(long firstWorkerId, long lastWorkerId) {
            List<TimedLeaseRow> all = super.list(firstWorkerId, lastWorkerId);
            rows.addAndGet(all.size());
            lists.incrementAndGet();
            return all;
        }
    }

    private void fill(int processes) {
        for (int workerId = 0; workerId < processes; workerId++) {
            memory.insert(new LeaseRow(workerId, 1, nowTick() + A_DAY, 600, LAYOUT.text(), "it", true));
        }
    }

    private void makeIdentity() {
        memory.identityRecord()
                .orElseThrow()
                .insert(StoreIdentity.of("default", 100_000_000_000L, LAYOUT.text(), "it", clock.instant()));
    }

    @Test
    void readsASampleOfALargeFleet() {
        fill(5_000);
        makeIdentity();
        Counting counting = new Counting(memory);

        assertThat(start(on(counting)).workerId()).isEqualTo(5_000);
        assertThat(counting.rows.get()).isBetween(1L, (long) SAMPLE);
        assertThat(assigners.get(0).storeCalls().calls()).isEqualTo(3); // overview, sample, insert
    }

    @Test
    void readsThreeSamplesOfAFullFleetAndThenAllRows() {
        fill(5_000);
        Counting counting = new Counting(memory);

        assertThatThrownBy(() -> start(on(counting).workerIds(0, 4_999))).hasMessageContaining("are in use");
        assertThat(counting.samples).hasValue(3);
        assertThat(counting.lists).hasValue(1);
    }

    @Test
    void readsOneSampleWhereThatHasAllRows() {
        fill(SAMPLE);
        Counting counting = new Counting(memory);

        assertThatThrownBy(() -> start(on(counting).workerIds(0, SAMPLE - 1))).hasMessageContaining("are in use");
        assertThat(counting.samples).hasValue(1);
        assertThat(counting.lists).hasValue(1);
    }

    @Test
    void takesTheWorkerIdsOfARangeThatBeginsHigh() {
        LeasedWorkerIdsBuilder range = builder().workerIds(16_000, 16_383);

        assertThat(start(range).workerId()).isEqualTo(16_000);
        assertThat(start(range).workerId()).isEqualTo(16_001);
    }

    @Test
    void findsInALargeFleetWhatItTookBeforeItWasCutOff() {
        fill(5_000);
        DisturbedLeaseStore disturbed = new DisturbedLeaseStore(memory, clock);
        LeasedWorkerIds assigner = on(disturbed).build();
        assigners.add(assigner);
        disturbed.next(Write.DONE_WITHOUT_ANSWER);
        disturbed.awayAfterNext();
        assertThatThrownBy(() -> assigner.assignWorkerId(request())).hasMessageContaining("the store is unavailable");
        disturbed.setAway(false);
        long calls = assigner.storeCalls().calls();

        assertThat(assigner.assignWorkerId(request()).workerId()).isEqualTo(5_000);
        assertThat(assigner.storeCalls().calls()).isEqualTo(calls + 3); // overview, sample, update
    }

    @Tag("proof")
    @Test
    void addsFewRowsToThoseOfALargeFleetHoweverOftenOneProcessIsRestarted() {
        fill(1_000);

        LeasedWorkerIds assigner = builder().build();
        assigners.add(assigner);
        for (int restart = 0; restart < 2_000; restart++) {
            assigner.assignWorkerId(request()).release(nowTick());
            clock.advance(Duration.ofSeconds(1));
        }

        assertThat(memory.list()).hasSizeBetween(1_001, 1_060);
    }

    @Test
    void findsTheLastFreeWorkerIdOfALargeFleet() {
        fill(5_000);
        LeaseRow free = row(4_321);
        memory.update(Fence.at(free), RowRules.givenBack(free, nowTick() - 1));

        assertThat(start(builder().workerIds(0, 4_999)).workerId()).isEqualTo(4_321);
        assertThatThrownBy(() -> start(builder().workerIds(0, 4_999)))
                .hasMessageStartingWith(
                        "all worker ids 0..4999 of MEMORY (namespace default) are in use, 5000 held, of which 0 stay reserved");
    }

    @Test
    void warnsAtAStartOnceLessThanATenthOfALargeRangeIsLeft() {
        fill(901);
        try (LogRecorder log = new LogRecorder()) {
            start(builder().workerIds(0, 2_000));
            start(builder().workerIds(0, 999));

            assertThat(log.lines())
                    .filteredOn(line -> line.startsWith("WARNING"))
                    .containsExactly("WARNING MEMORY (namespace default) has about 98 of 1000 worker ids left,"
                            + " by a sample; starts are refused once there is none");
        }
    }

    private List<String> warningsOfAStart(long first, long last) {
        try (LogRecorder log = new LogRecorder()) {
            start(builder().workerIds(first, last));
            return log.lines().stream()
                    .filter(line -> line.startsWith("WARNING"))
                    .toList();
        }
    }

    @Test
    void doesNotWarnAsLongAsATenthOfALargeRangeIsLeft() {
        fill(900);

        assertThat(warningsOfAStart(0, 999)).isEmpty();
        assertThat(warningsOfAStart(0, 999)).singleElement(STRING).contains(" has about 99 of 1000 worker ids left,");
    }

    @Test
    void countsWhatIsLeftOfARangeFromItsFirstWorkerId() {
        fill(1_901);

        assertThat(warningsOfAStart(1_000, 1_999))
                .singleElement(STRING)
                .contains(" has about 99 of 1000 worker ids left,");
    }

    @Test
    void doesNotWarnOfWorkerIdsThatWereGivenBack() {
        fill(1_000);
        for (int workerId = 0; workerId < 200; workerId++) {
            LeaseRow row = row(workerId);
            memory.update(Fence.at(row), RowRules.givenBack(row, nowTick() - 1));
        }

        assertThat(warningsOfAStart(0, 999)).isEmpty();
    }

    @Test
    void warnsOfARangeThatIsLargerThanASampleAndOfNoSmallerOne() {
        fill(SAMPLE - 1);

        assertThat(warningsOfAStart(0, SAMPLE - 1)).isEmpty();
        assertThat(warningsOfAStart(0, SAMPLE)).hasSize(1);
    }

    @Test
    void findsWorkerIdsAtBothEndsOfALargeFleet() {
        fill(1_000);
        for (long workerId : new long[] {0, 999}) {
            LeaseRow free = row(workerId);
            memory.update(Fence.at(free), RowRules.givenBack(free, nowTick() - 1));
        }

        Set<Long> taken = new TreeSet<>();
        for (int i = 0; i < 2_000 && taken.size() < 2; i++) {
            WorkerLease lease = start();
            if (lease.workerId() < 1_000) {
                taken.add(lease.workerId());
            }
            lease.release(nowTick());
        }
        assertThat(taken).containsExactly(0L, 999L);
    }

    @Test
    void comesBackToItsOwnWorkerIdInALargeFleet() {
        fill(5_000);
        WorkerLease own = start("a");
        own.release(nowTick());

        assertThat(start("a").workerId()).isEqualTo(own.workerId());
    }

    @Test
    void takesAWorkerIdThatExpiredADayAgoRatherThanANewOne() {
        start();
        edit(0, nowTick() - A_DAY + 1, 0);
        assertThat(start().workerId()).isEqualTo(1);

        edit(0, nowTick() - A_DAY - 1, 0);
        assertThat(start().workerId()).isZero();
    }

    @Test
    void takesANewWorkerIdAtOnceHoweverManyStart() throws Exception {
        int starts = 200;
        CountDownLatch surveyed = new CountDownLatch(starts);
        WorkerLeaseStore storm = new DelegatingLeaseStore(memory) {
            @Override
            public LeaseOverview overview(long firstWorkerId, long lastWorkerId, Optional<String> holder) {
                LeaseOverview overview = super.overview(firstWorkerId, lastWorkerId, holder);
                surveyed.countDown();
                Patience.awaitTest(surveyed);
                return overview;
            }

            @Override
            public boolean insertNew(long firstWorkerId, long lastWorkerId, long next, LongFunction<LeaseRow> rowOf) {
                return memory.insertNew(firstWorkerId, lastWorkerId, next, rowOf);
            }
        };
        makeIdentity();
        for (int i = 0; i < starts; i++) {
            assigners.add(on(storm).build());
        }

        List<WorkerLease> leases = Callers.concurrently(assigners.stream()
                .map(assigner -> (Callable<WorkerLease>) () -> assigner.assignWorkerId(request()))
                .toList());

        assertThat(leases)
                .extracting(WorkerLease::workerId)
                .doesNotHaveDuplicates()
                .allMatch(id -> id < starts);
        assertThat(assigners).allMatch(assigner -> assigner.storeCalls().calls() == 2); // overview, insert
    }

    @Test
    void triesTheNewWorkerIdAgainThatItsStoreChoseLast() {
        WorkerLeaseStore choosy = new DelegatingLeaseStore(memory) {
            @Override
            public boolean insertNew(long firstWorkerId, long lastWorkerId, long next, LongFunction<LeaseRow> rowOf) {
                if (insert(rowOf.apply(next - 1))) {
                    return true;
                }
                throw new StoreException("no answer for " + rowOf.apply(next + 1), null);
            }
        };

        start();
        assertThat(start(on(choosy)).workerId()).isEqualTo(2);
        assertThat(memory.list()).extracting(stored -> stored.row().workerId()).containsExactly(0L, 2L);
    }

    @Test
    void takesTheLowestNewWorkerIdWhereItsStoreChoseOneBeyondTheRange() {
        WorkerLeaseStore shared = new DelegatingLeaseStore(memory) {
            @Override
            public boolean insertNew(long firstWorkerId, long lastWorkerId, long next, LongFunction<LeaseRow> rowOf) {
                return insert(rowOf.apply(lastWorkerId + 1));
            }
        };

        assertThat(start(on(shared).workerIds(3, 9)).workerId()).isEqualTo(3);
    }

    /** A store that counts the worker ids of several ranges on. */
    private static final class Ahead extends DelegatingLeaseStore {
        private final int by;

        Ahead(WorkerLeaseStore store, int by) {
            super(store);
            this.by = by;
        }

        @Override
        public boolean insertNew(long firstWorkerId, long lastWorkerId, long next, LongFunction<LeaseRow> rowOf) {
            return insert(rowOf.apply(next + by));
        }
    }

    @Test
    void takesTheLowestNewWorkerIdWhereItsStoreLeavesThousandsOut() {
        fill(5_000);

        assertThat(start(on(new Ahead(memory, 4_096))).workerId()).isEqualTo(5_000);
        assertThat(start(on(new Ahead(memory, 4_095))).workerId()).isEqualTo(5_001 + 4_095);
    }

    @Test
    void asksItsStoreForOneAboveThoseThatAreTakenElsewhere() {
        List<Long> asked = new ArrayList<>();
        class Asked extends Beside {
            @Override
            public boolean insertNew(long firstWorkerId, long lastWorkerId, long next, LongFunction<LeaseRow> rowOf) {
                asked.addAll(List.of(firstWorkerId, next));
                return super.insertNew(firstWorkerId, lastWorkerId, next, rowOf);
            }
        }
        WorkerLeaseStore alone = new DelegatingLeaseStore(memory) {
            @Override
            public boolean insertNew(long firstWorkerId, long lastWorkerId, long next, LongFunction<LeaseRow> rowOf) {
                asked.addAll(List.of(firstWorkerId, next));
                return super.insertNew(firstWorkerId, lastWorkerId, next, rowOf);
            }
        };
        elsewhere.addAll(List.of(3L, 4L));

        start(on(new Asked()).workerIds(3, 9));
        assertThat(asked).containsExactly(5L, 5L);
        asked.clear();
        start(on(alone).workerIds(3, 9));
        assertThat(asked).containsExactly(3L, 6L);
    }

    @Test
    void failsAtOnceIfItsStoreCannotChoose() {
        AtomicInteger asked = new AtomicInteger();
        WorkerLeaseStore away = new DelegatingLeaseStore(memory) {
            @Override
            public boolean insertNew(long firstWorkerId, long lastWorkerId, long next, LongFunction<LeaseRow> rowOf) {
                asked.incrementAndGet();
                throw new StoreException("no answer", null);
            }
        };

        assertThatThrownBy(() -> start(on(away))).hasRootCauseMessage("no answer");
        assertThat(asked).hasValue(1);
    }

    @Test
    void takesNothingThatItsStoreHasNotAskedFor() {
        AtomicInteger asked = new AtomicInteger();
        WorkerLeaseStore hasty = new DelegatingLeaseStore(memory) {
            @Override
            public boolean insertNew(long firstWorkerId, long lastWorkerId, long next, LongFunction<LeaseRow> rowOf) {
                return asked.incrementAndGet() < 3 || super.insertNew(firstWorkerId, lastWorkerId, next, rowOf);
            }
        };

        assertThat(start(on(hasty)).workerId()).isZero();
        assertThat(asked).hasValue(3);
    }

    @Test
    void keepsTheFailureOfAnUndo() {
        WorkerLeaseStore broken = new DelegatingLeaseStore(memory) {
            @Override
            public boolean insert(LeaseRow row) {
                throw new StoreException("no answer", null);
            }

            @Override
            public void delete(LeaseRow row) {
                throw new StoreException("gone", null);
            }
        };

        assertThatThrownBy(() -> start(on(broken)))
                .hasRootCauseMessage("no answer")
                .rootCause()
                .satisfies(e -> assertThat(e.getSuppressed())
                        .hasSize(2)
                        .allSatisfy(undo -> assertThat(undo).hasMessage("gone")));
    }

    /** A store that has lost the acquisition says again what was given up, but ticks were used since then. */
    @Test
    void doesNotTakeForGivenUpWhatItTookLater() {
        List<LeaseRow> written = new ArrayList<>();
        WorkerLeaseStore unanswered = new DelegatingLeaseStore(memory) {
            @Override
            public boolean insert(LeaseRow row) {
                super.insert(row);
                written.add(row);
                if (written.size() == 1) {
                    throw new StoreException("no answer", null);
                }
                return true;
            }
        };
        LeasedWorkerIds assigner = on(unanswered).build();
        assigners.add(assigner);
        assertThat(assigner.assignWorkerId(request()).workerId()).isZero();

        assertThat(memory.update(Fence.ofTerm(row(0).term()), written.get(0))).isTrue();

        assertThat(assigner.assignWorkerId(request()).workerId()).isEqualTo(1);
    }

    @Test
    void takesWhatItGaveUpAsFarAheadAsGeneratorsMayBorrow() {
        VirtualClock host = new VirtualClock(clock.instant());
        LeaseRequest modest = request().withClock(host).withMaxBorrow(Duration.ofMinutes(1));
        DisturbedLeaseStore disturbed = new DisturbedLeaseStore(memory, clock);
        LeasedWorkerIds assigner = on(disturbed).build();
        assigners.add(assigner);
        disturbed.next(Write.DONE_WITHOUT_ANSWER);
        disturbed.awayAfterNext();
        assertThatThrownBy(() -> assigner.assignWorkerId(modest)).hasMessageContaining("the store is unavailable");
        disturbed.setAway(false);
        host.advance(Duration.ofMinutes(-1));

        WorkerLease lease = assigner.assignWorkerId(modest);

        assertThat(lease.workerId()).isZero();
        assertThat(lease.firstTick()).isEqualTo(nowTick());
    }

    @Test
    void findsAWorkerIdThatItCouldNeitherKeepNorGiveBack() {
        DisturbedLeaseStore disturbed = new DisturbedLeaseStore(memory, clock);
        AtomicBoolean noThreads = new AtomicBoolean(true);
        ThreadFactory threads = ThreadTrouble.THROWS.whenever(noThreads::get);
        LeasedWorkerIds assigner = on(disturbed)
                .environment(new Environment(NanoClock.SYSTEM, threads, new SplittableRandom(1)))
                .build();
        assigners.add(assigner);
        disturbed.awayAfterNext();
        assertThatThrownBy(() -> assigner.assignWorkerId(request())).hasMessageContaining("no thread for you");
        noThreads.set(false);
        assertThat(row(0).held()).isTrue();
        disturbed.setAway(false);

        assertThat(assigner.assignWorkerId(request()).workerId()).isZero();
    }

    @Test
    void givesAWorkerIdBackAsItWasIfItCannotBeKept() {
        start().release(nowTick() + 5);
        Environment noThreads =
                new Environment(NanoClock.SYSTEM, ThreadTrouble.THROWS.whenever(() -> true), new SplittableRandom(1));

        assertThatThrownBy(() -> start(builder().environment(noThreads))).hasMessageContaining("no thread for you");

        assertThat(row(0).held()).isFalse();
        assertThat(row(0).reservedThrough()).isEqualTo(nowTick() + 5);
    }

    @Test
    void refusesAReservationThatIsOverSoonAfterItsStoreHasConfirmedIt() {
        WorkerLeaseStore slow = new DelegatingLeaseStore(memory) {
            @Override
            public Duration confirmationTime() {
                return Duration.ofMinutes(2);
            }
        };

        assertThatThrownBy(() -> start(on(slow).reservation(Duration.ofSeconds(239))))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage(
                        "reservation must be at least PT4M, twice the time until MEMORY (namespace default) confirms"
                                + " a write: reservation=PT3M59S");
        assertThat(memory.list()).isEmpty();
        assertThat(start(on(slow).reservation(Duration.ofMinutes(4))).workerId())
                .isZero();
    }

    /** An environment whose time passes when a thread waits. */
    private static Environment virtual(SplittableRandom random) {
        return new Environment(
                new NanoClock() {
                    private long nanos = Long.MAX_VALUE - 1_000;

                    @Override
                    public long nanoTime() {
                        return nanos;
                    }

                    @Override
                    public void park(long nanos) {
                        this.nanos += nanos + 1;
                    }
                },
                BackgroundThreads::newThread,
                random);
    }

    @Test
    void leavesAWorkerIdThatAnotherProcessIsTakingAndComesBackToItWhenThereIsNoOther() {
        List<Long> tried = new ArrayList<>();
        WorkerLeaseStore frozen = new DelegatingLeaseStore(memory) {
            @Override
            public boolean insert(LeaseRow row) {
                tried.add(row.workerId());
                return row.workerId() > 1 ? super.insert(row) : tried.size() > 4 && super.insert(row);
            }
        };

        assertThat(start(on(frozen).environment(virtual(new SplittableRandom(1))))
                        .workerId())
                .isEqualTo(2);
        assertThat(tried).containsExactly(0L, 1L, 2L);
        tried.clear();
        assertThat(start(on(frozen)
                                .environment(virtual(new SplittableRandom(1)))
                                .workerIds(0, 1))
                        .workerId())
                .isIn(0L, 1L);
        assertThat(tried).startsWith(0L, 1L).hasSize(5);
        assertThat(tried.subList(2, 4)).containsExactlyInAnyOrder(0L, 1L);
    }

    /** The pauses of a start at a store that takes its time to refuse insertions. */
    private List<Duration> pauses(int refusals, Duration answer) {
        AtomicLong nanos = new AtomicLong();
        List<Duration> pauses = new ArrayList<>();
        Thread starting = Thread.currentThread(); // others wait by the same clock
        NanoClock clock = new NanoClock() {
            @Override
            public long nanoTime() {
                return nanos.get();
            }

            @Override
            public void park(long time) throws InterruptedException {
                if (Thread.currentThread() == starting) {
                    nanos.addAndGet(time);
                    pauses.add(Duration.ofNanos(time));
                } else {
                    NanoClock.SYSTEM.park(time);
                }
            }
        };
        WorkerLeaseStore busy = new DelegatingLeaseStore(memory) {
            @Override
            public boolean insert(LeaseRow row) {
                nanos.addAndGet(answer.toNanos());
                return pauses.size() >= refusals && super.insert(row);
            }
        };
        start(on(busy).environment(new Environment(clock, BackgroundThreads::newThread, new SplittableRandom(1))));
        return pauses;
    }

    @Test
    void pausesForAsLongAsAnAttemptTookSoThatStartsComeApart() {
        assertThat(Collections.max(pauses(10, Duration.ofSeconds(1))))
                .isBetween(Duration.ofMillis(500), Duration.ofSeconds(1));
        assertThat(Collections.max(pauses(5, Duration.ofSeconds(9))))
                .isBetween(Duration.ofSeconds(1), Duration.ofSeconds(2));
        assertThat(Collections.max(pauses(20, Duration.ofMillis(1))))
                .isBetween(Duration.ofMillis(20), Duration.ofMillis(200));
    }

    @Test
    void saysOnceThatItWaits() {
        try (LogRecorder log = new LogRecorder()) {
            pauses(3, Duration.ZERO);
            assertThat(log.lines()).noneMatch(line -> line.contains("waiting"));

            pauses(9, Duration.ZERO);
            assertThat(log.lines())
                    .filteredOn(line -> line.contains("waiting"))
                    .containsExactly("INFO waiting for a worker id from MEMORY (namespace default):"
                            + " others take some at the same time");
        }
    }

    @Test
    void keepsItsPatienceAsLongAsOthersGetOn() {
        fill(10_000);
        VirtualEnvironment time = new VirtualEnvironment(Long.MAX_VALUE - 1_000);
        AtomicInteger attempts = new AtomicInteger();
        WorkerLeaseStore busy = new DelegatingLeaseStore(memory) {
            @Override
            public boolean insert(LeaseRow row) {
                time.nanos += Duration.ofSeconds(10).toNanos();
                boolean isLast = attempts.incrementAndGet() > 30;
                return super.insert(isLast ? row : RowRules.underTerm(row, 1))
                        && isLast; // before that another process was faster
            }
        };

        assertThat(start(on(busy).environment(time.environment())).workerId()).isEqualTo(10_030);
    }

    @Test
    void losesPatienceAfterTenAttemptsWhereEachTakesLong() {
        VirtualEnvironment time = new VirtualEnvironment(Long.MAX_VALUE - 1_000);
        WorkerLeaseStore slow = new DelegatingLeaseStore(memory) {
            @Override
            public boolean insert(LeaseRow row) {
                time.nanos += Duration.ofSeconds(30).toNanos();
                return false;
            }
        };

        assertThatThrownBy(() -> start(on(slow).environment(time.environment())))
                .hasMessageStartingWith("no worker id from MEMORY (namespace default): 10 attempts were refused,");
    }

    @Test
    void losesPatienceWhenOthersAreFasterForAMinute() {
        WorkerLeaseStore busy = new DelegatingLeaseStore(memory) {
            @Override
            public boolean insert(LeaseRow row) {
                return false;
            }
        };

        assertThatThrownBy(() -> start(on(busy).environment(virtual(new SplittableRandom(1)))))
                .isInstanceOf(UidGenerateException.class)
                .hasMessageMatching(
                        "no worker id from MEMORY \\(namespace default\\): \\d{3} attempts were refused, and for PT1M no other process was seen to take one;"
                                + " see whether a transaction holds the rows locked");
    }

    @Test
    void leavesTheInterruptToAStartThatWaits() {
        WorkerLeaseStore busy = new DelegatingLeaseStore(memory) {
            @Override
            public boolean insert(LeaseRow row) {
                Thread.currentThread().interrupt();
                return false;
            }
        };

        assertThatThrownBy(() -> start(on(busy)))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("interrupted while taking a worker id from MEMORY (namespace default)")
                .hasCauseInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void freesAWorkerIdThatWasLeftAYearAhead() {
        WorkerLease old = start();
        long lastTick = nowTick() + 5;
        old.reserve(lastTick);
        edit(0, nowTick() + A_YEAR, 0);
        assertThat(start().workerId()).isEqualTo(1);

        try (LogRecorder log = new LogRecorder()) {
            assigners.get(0).repair(0, lastTick);

            assertThat(log.lines())
                    .containsExactly(
                            "WARNING worker id 0 of MEMORY (namespace default) continues above tick " + lastTick);
        }
        WorkerLease next = start();
        assertThat(next.workerId()).isZero();
        assertThat(next.firstTick()).isEqualTo(lastTick + 1);
        assertThatThrownBy(() -> old.reserve(nowTick() + 700)).isInstanceOf(WorkerLeaseLostException.class);
    }

    @Test
    void freesAWorkerIdWhoseRowHasTheGreatestNumbers() {
        memory.insert(
                new LeaseRow(0, Long.MAX_VALUE - 1, Long.MAX_VALUE, Long.MAX_VALUE, LAYOUT.toString(), "it", true));
        LeasedWorkerIds assigner = builder().workerIds(0, 0).build();
        assigners.add(assigner);

        assigner.repair(0, -1);

        assertThat(row(0).term()).isPositive();
        assertThat(assigner.assignWorkerId(request()).workerId()).isZero();
    }

    @Test
    void repairsNothingThatIsNotThereOrIsInUse() {
        start();
        LeasedWorkerIds assigner = on(new DelegatingLeaseStore(memory) {
                    @Override
                    public Optional<LeaseRow> find(long workerId) {
                        Optional<LeaseRow> found = super.find(workerId);
                        edit(0, row(0).reservedThrough() + 1, 600);
                        return found;
                    }
                })
                .build();

        assertThatThrownBy(() -> assigner.repair(7, 5))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("worker id 7 of MEMORY (namespace default) was never taken");
        assertThatThrownBy(() -> assigner.repair(0, -2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("lastTick must be a tick or -1: lastTick=-2");
        assertThatThrownBy(() -> assigner.repair(0, 5))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage(
                        "worker id 0 of MEMORY (namespace default) is not repaired: worker id 0 is in use: its row has"
                                + " changed");
    }
}
