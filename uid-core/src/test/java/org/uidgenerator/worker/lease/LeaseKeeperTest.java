package org.uidgenerator.worker.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.uidgenerator.UidLayout;
import org.uidgenerator.contract.InMemoryLeaseStore;
import org.uidgenerator.contract.VirtualClock;
import org.uidgenerator.internal.background.BackgroundTask;
import org.uidgenerator.internal.lease.Reservation;
import org.uidgenerator.internal.lease.VirtualEnvironment;
import org.uidgenerator.internal.lease.hold.HoldSeams;
import org.uidgenerator.test.internal.DelegatingLeaseStore;
import org.uidgenerator.test.internal.DisturbedLeaseStore;
import org.uidgenerator.test.internal.DisturbedLeaseStore.Write;
import org.uidgenerator.test.internal.LogRecorder;
import org.uidgenerator.worker.LeaseRequest;
import org.uidgenerator.worker.WorkerLease;
import org.uidgenerator.worker.lease.store.Fence;
import org.uidgenerator.worker.lease.store.LeaseRow;

/** What the keeper of leases does beside reserving ticks, in virtual time: it compares the clocks. */
class LeaseKeeperTest {
    private static final Duration RESERVATION = Duration.ofMinutes(10);

    private final VirtualClock storeClock = new VirtualClock(Instant.parse("2027-01-01T00:00:00Z"));
    private final VirtualClock hostClock = new VirtualClock(storeClock.instant());
    private final DisturbedLeaseStore store =
            new DisturbedLeaseStore(new InMemoryLeaseStore("default", storeClock), storeClock);
    private final VirtualEnvironment time = new VirtualEnvironment(Long.MAX_VALUE - RESERVATION.toNanos());

    private final LeasedWorkerIds assigner = LeasedWorkerIds.builder(store)
            .reservation(RESERVATION)
            .environment(time.environment())
            .build();

    private LeasedWorkerIds many;

    private LeaseRequest request() {
        return LeaseRequest.of(UidLayout.DEFAULT).withClock(hostClock);
    }

    @AfterEach
    void close() {
        assigner.close();
    }

    private void pass(Duration duration) {
        time.nanos += duration.toNanos();
        storeClock.advance(duration);
        hostClock.advance(duration);
        HoldSeams.threads(assigner.keeper).tasks().forEach(BackgroundTask::runOnce);
    }

    @Test
    void tellsTheSkewFromTheStart() {
        hostClock.advance(Duration.ofMillis(300));

        WorkerLease lease = assigner.assignWorkerId(request());

        assertThat(lease.state().clockSkew()).isEqualTo(Duration.ofMillis(300));
    }

    @Test
    void comparesTheClocksAgainWhileALeaseIsHeld() {
        try (LogRecorder log = new LogRecorder()) {
            WorkerLease lease = assigner.assignWorkerId(request());
            hostClock.advance(Duration.ofHours(-2));

            pass(RESERVATION.dividedBy(2));
            assertThat(lease.state().clockSkew()).isEqualTo(Duration.ofHours(-2));
            pass(RESERVATION.dividedBy(2));
            hostClock.advance(Duration.ofHours(2));
            pass(RESERVATION.dividedBy(2));
            assertThat(lease.state().clockSkew()).isZero();

            List<String> aboutClocks = log.lines().stream()
                    .filter(line -> line.contains("the clock of this host"))
                    .toList();
            assertThat(aboutClocks).hasSize(2);
            assertThat(aboutClocks.get(0))
                    .startsWith("WARNING the clock of this host is behind that of MEMORY (namespace default) by PT2H:");
            assertThat(aboutClocks.get(1))
                    .isEqualTo(
                            "INFO the clock of this host is near that of MEMORY (namespace default) again: difference=PT0S");
        }
    }

    @Test
    void comparesEachClockForAllLeasesThatGoByIt() {
        WorkerLease lease = assigner.assignWorkerId(request());
        WorkerLease same = assigner.assignWorkerId(request());
        WorkerLease other = assigner.assignWorkerId(request().withClock(storeClock));

        assertThat(HoldSeams.clocks(same)).isSameAs(HoldSeams.clocks(lease));
        assertThat(HoldSeams.clocks(other).host()).isSameAs(storeClock);
    }

    /** The ticks are another process's, which continues the lease from the same file. */
    @Test
    void lowersNoRowThatSaysMoreThanWasAnnouncedHere() {
        WorkerLease lease = assigner.assignWorkerId(request());
        LeaseRow row = store.find(lease.workerId()).orElseThrow();
        LeaseRow more = new Reservation(Reservation.of(row).announcedThrough() + 1, row.nextReservation()).in(row);
        assertThat(store.update(Fence.at(row), more)).isTrue();

        pass(RESERVATION.dividedBy(2).plusSeconds(1)); // ticks are to be reserved

        assertThat(lease.isRevoked()).isTrue();
        assertThat(store.find(lease.workerId())).hasValue(more);
    }

    @Test
    void tellsTheSkewOfAClockThatIsTooFarAheadToReserve() {
        WorkerLease lease = assigner.assignWorkerId(request());
        hostClock.advance(Duration.ofDays(365));

        for (int run = 0; run < 4; run++) { // what was announced is reserved before the first refusal
            pass(RESERVATION.dividedBy(4));
        }

        assertThat(lease.state().storeFailure())
                .hasMessageStartingWith("ticks are reserved at most PT24H15M ahead of ");
        assertThat(lease.state().clockSkew()).isEqualTo(Duration.ofDays(365));
    }

    @Test
    void asksForTheTimeRarelyHoweverOftenTicksAreReserved() {
        assigner.assignWorkerId(request());
        long calls = assigner.storeCalls().calls();

        for (int second = 0; second < RESERVATION.toSeconds(); second++) { // in which ticks are reserved twice
            pass(Duration.ofSeconds(1));
        }

        assertThat(assigner.storeCalls().calls()).isEqualTo(calls + 4); // and is compared twice
    }

    @Test
    void asksNothingAboutTheTimeOnceNoLeaseIsHeld() {
        WorkerLease lease = assigner.assignWorkerId(request());
        lease.release(-1);
        pass(Duration.ZERO);
        long calls = assigner.storeCalls().calls();

        pass(RESERVATION);

        assertThat(assigner.storeCalls().calls()).isEqualTo(calls);
    }

    @Test
    void comparesTheClocksAtTheNextRunAfterAnOutage() {
        WorkerLease lease = assigner.assignWorkerId(request());
        hostClock.advance(Duration.ofSeconds(-3));
        store.setAway(true);
        pass(RESERVATION.dividedBy(2).plusSeconds(4)); // ticks are to be reserved
        assertThat(lease.state().storeFailure()).hasMessage("the store is unavailable");
        assertThat(lease.state().clockSkew()).isZero();

        store.setAway(false);
        pass(RESERVATION.dividedBy(4));

        assertThat(lease.state().storeFailure()).isNull();
        pass(RESERVATION.dividedBy(4));
        assertThat(lease.state().clockSkew()).isEqualTo(Duration.ofSeconds(-3));
    }

    @Test
    void reportsNoEndOfAnOutageBeforeTheStoreHasAnswered() {
        try (LogRecorder log = new LogRecorder()) {
            WorkerLease lease = assigner.assignWorkerId(request());
            WorkerLease other = assigner.assignWorkerId(request());
            store.setAway(true);
            pass(RESERVATION.dividedBy(2).plusSeconds(1)); // ticks are to be reserved
            for (int i = 0; i < 100; i++) {
                pass(Duration.ofMillis(500));
                assertThat(lease.state().storeFailure()).hasMessage("the store is unavailable");
                assertThat(other.state().storeFailure()).hasMessage("the store is unavailable");
            }

            store.setAway(false);
            pass(RESERVATION.dividedBy(8)); // the longest pause

            assertThat(lease.state().storeFailure()).isNull();
            assertThat(other.state().storeFailure()).isNull();
            assertThat(log.lines().stream().filter(line -> line.contains("reserves")))
                    .hasSize(2)
                    .first(STRING)
                    .isEqualTo("WARNING MEMORY (namespace default) reserves no ticks now, trying again with back-off;"
                            + " those reserved stay usable: the store is unavailable");
        }
    }

    @Test
    void logsTheCauseOfAFailureThatSaysNotAll() {
        try (LogRecorder log = new LogRecorder()) {
            assigner.assignWorkerId(request());
            store.from(() -> {
                throw new IllegalStateException("a bug of the store");
            });

            pass(RESERVATION.dividedBy(2).plusSeconds(1)); // ticks are to be reserved

            assertThat(log.lines())
                    .endsWith("WARNING MEMORY (namespace default) reserves no ticks now, trying again with back-off;"
                            + " those reserved stay usable");
            assertThat(log.causes())
                    .singleElement()
                    .satisfies(cause -> assertThat(cause).hasMessage("a bug of the store"));
        }
    }

    @Test
    void logsTheCauseOfAnOutageForDebugging() {
        for (Level level : List.of(Level.INFO, Level.FINE)) {
            try (LogRecorder log = new LogRecorder()) {
                Logger.getLogger("org.uidgenerator").setLevel(level);
                assigner.assignWorkerId(request());
                store.setAway(true);
                pass(RESERVATION.dividedBy(2).plusSeconds(1)); // ticks are to be reserved

                assertThat(log.causes()).hasSize(level.equals(Level.INFO) ? 0 : 1);
                store.setAway(false);
                pass(RESERVATION.dividedBy(8));
            }
        }
    }

    @Test
    void reservesTheLastTickBeforeTheLimit() {
        WorkerLease lease = assigner.assignWorkerId(request());
        time.others = () -> HoldSeams.threads(assigner.keeper).tasks().forEach(BackgroundTask::runOnce);
        Duration limit = Duration.ofHours(24).plusMinutes(15);
        long last = UidLayout.DEFAULT.tickAt(storeClock.instant().plus(limit).toEpochMilli());

        lease.reserve(last);

        assertThat(lease.state().usableThrough()).isEqualTo(last);
    }

    @Test
    void waitsOnceForAStoreThatHangsHoweverManyLeasesAreGivenBack() {
        List<WorkerLease> leases = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            leases.add(assigner.assignWorkerId(request()));
        }
        long before = time.nanos;

        try (LogRecorder log = new LogRecorder()) { // no thread does what is requested, because the store hangs
            leases.forEach(lease -> lease.release(lease.firstTick()));
            assigner.close();

            assertThat(Duration.ofNanos(time.nanos - before)).isEqualTo(Duration.ofSeconds(5));
            assertThat(log.lines())
                    .containsExactly("WARNING MEMORY (namespace default) could not be told that 6 worker ids are given"
                            + " back: 0 is free from 2027-01-01T00:20:00Z on, 1 is free from 2027-01-01T00:20:00Z on,"
                            + " 2 is free from 2027-01-01T00:20:00Z on, 3 is free from 2027-01-01T00:20:00Z on,"
                            + " 4 is free from 2027-01-01T00:20:00Z on, 5 is free from 2027-01-01T00:20:00Z on");
        }
    }

    /** The store may have written what it has not acknowledged. */
    @Test
    void promisesNoWorkerIdBeforeTheEndOfAReservationThatMayHaveBeenWritten() {
        WorkerLease lease = assigner.assignWorkerId(request());
        store.next(Write.DONE_WITHOUT_ANSWER);
        pass(Duration.ofMinutes(6)); // half of ten minutes are used up
        assertThat(lease.state().storeFailure()).isNotNull();

        try (LogRecorder log = new LogRecorder()) { // no thread does what is requested, because the store hangs
            lease.release(lease.firstTick());
            assigner.close();

            assertThat(log.lines())
                    .containsExactly("WARNING MEMORY (namespace default) could not be told that 1 worker ids are given"
                            + " back: 0 is free from 2027-01-01T00:26:01Z on");
        }
    }

    @Test
    void waitsAgainOnceTheStoreHasAnswered() {
        WorkerLease first = assigner.assignWorkerId(request());
        WorkerLease second = assigner.assignWorkerId(request());
        first.release(first.firstTick());
        pass(Duration.ZERO);
        long before = time.nanos;

        second.release(second.firstTick());

        assertThat(Duration.ofNanos(time.nanos - before)).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void waitsAgainTenSecondsAfterItHasWaitedInVain() {
        List<WorkerLease> leases = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            leases.add(assigner.assignWorkerId(request()));
        }
        leases.get(0).release(leases.get(0).firstTick());
        long before = time.nanos;

        time.nanos += TimeUnit.SECONDS.toNanos(10) - 1;
        leases.get(1).release(leases.get(1).firstTick());
        assertThat(Duration.ofNanos(time.nanos - before)).isLessThan(Duration.ofSeconds(10));
        time.nanos++;
        leases.get(2).release(leases.get(2).firstTick());
        assertThat(Duration.ofNanos(time.nanos - before)).isEqualTo(Duration.ofSeconds(15));
    }

    @Test
    void takesAStoreThatRefusesTicksForNoneThatIsSilent() {
        WorkerLease lease = assigner.assignWorkerId(request());
        hostClock.advance(Duration.ofDays(365));
        time.others = () -> HoldSeams.threads(assigner.keeper).tasks().forEach(BackgroundTask::runOnce);

        assertThatThrownBy(() -> lease.reserve(UidLayout.DEFAULT.maxTick()))
                .hasMessageContaining(" ticks are reserved at most PT24H15M ahead of ");
        assertThat(HoldSeams.isSilent(assigner.keeper)).isFalse();

        store.setAway(true);
        assertThatThrownBy(() -> lease.reserve(UidLayout.DEFAULT.maxTick()))
                .hasMessageContaining("the store is unavailable");
        assertThat(HoldSeams.isSilent(assigner.keeper)).isTrue();
    }

    @Test
    void waitsAtTheEndForAStoreThatIsToldOnlyThen() {
        WorkerLease lease = assigner.assignWorkerId(request());
        lease.release(lease.firstTick()); // no thread does what is requested
        time.nanos += TimeUnit.SECONDS.toNanos(10);
        time.others = () -> pass(Duration.ZERO);
        long before = time.nanos;

        try (LogRecorder log = new LogRecorder()) {
            assigner.close();

            assertThat(Duration.ofNanos(time.nanos - before)).isEqualTo(Duration.ofSeconds(5));
            assertThat(log.lines())
                    .containsExactly("INFO worker id 0 given back to MEMORY (namespace default), last tick "
                            + lease.firstTick());
        }
    }

    @Test
    void countsTheFailedAttemptsOfEachOutage() {
        try (LogRecorder log = new LogRecorder()) {
            assigner.assignWorkerId(request());
            assigner.assignWorkerId(request());
            for (int outage = 0; outage < 2; outage++) {
                store.setAway(true);
                pass(RESERVATION.dividedBy(2).plusSeconds(1)); // ticks are to be reserved
                store.setAway(false);
                pass(RESERVATION.dividedBy(8));
            }

            assertThat(log.lines())
                    .filteredOn(line -> line.contains(" again after "))
                    .isEqualTo(Collections.nCopies(
                            2, "INFO MEMORY (namespace default) reserves ticks again after 2 failed attempts"));
        }
    }

    /** Renewals of a thousand leases, in windows of half a minute. */
    private List<Long> renewals(LongAdder writes, int windows) {
        List<Long> counts = new ArrayList<>();
        for (int window = 0; window < windows; window++) {
            for (int step = 0; step < 6; step++) {
                time.nanos += TimeUnit.SECONDS.toNanos(5);
                storeClock.advance(Duration.ofSeconds(5));
                hostClock.advance(Duration.ofSeconds(5));
                HoldSeams.threads(many.keeper).tasks().stream()
                        .filter(task -> task.nanosUntilNext() == 1)
                        .forEach(BackgroundTask::runOnce);
            }
            counts.add(writes.sumThenReset());
        }
        return counts;
    }

    private void startMany(LongAdder writes) {
        many = LeasedWorkerIds.builder(new DelegatingLeaseStore(store) {
                    @Override
                    public boolean update(Fence expected, LeaseRow row) {
                        writes.increment();
                        return super.update(expected, row);
                    }
                })
                .reservation(RESERVATION)
                .environment(time.environment())
                .build();
        for (int i = 0; i < 1_000; i++) {
            many.assignWorkerId(request());
        }
    }

    @Test
    void spreadsTheRenewalsOfLeasesThatWereTakenAtTheSameTimeOrWaitedForTheSameStore() {
        LongAdder writes = new LongAdder();
        startMany(writes);

        renewals(writes, 60);
        requireEven(renewals(writes, 120));
        store.setAway(true);
        renewals(writes, 40);
        store.setAway(false);
        renewals(writes, 120);
        requireEven(renewals(writes, 120));
        many.close();
    }

    @Test
    void asksAStoreThatIsAwayOnBehalfOfAllLeases() {
        startMany(new LongAdder());
        store.setAway(true);
        renewals(new LongAdder(), 20); // half of each reservation is used up

        long before = many.storeCalls().calls();
        renewals(new LongAdder(), 40);

        assertThat(HoldSeams.threads(many.keeper).tasks()).allMatch(task -> task.failure() != null);
        assertThat(many.storeCalls().calls() - before).isBetween(20 * 60 / 75L, 20 * 60 / 37L); // in twenty minutes
        many.close();
    }

    /** The calls to a store that is unavailable in half a minute, whenever leases may ask. */
    private long callsOfHalfAMinute() {
        long before = assigner.storeCalls().calls();
        for (int i = 0; i < 60; i++) {
            pass(Duration.ofMillis(500));
        }
        return assigner.storeCalls().calls() - before;
    }

    @Test
    void asksAStoreThatIsAwaySeldomAsLongAsNoCallerWaits() {
        WorkerLease lease = assigner.assignWorkerId(request());
        lease.reserve(lease.state().usableThrough());
        store.setAway(true);

        assertThat(callsOfHalfAMinute()).isLessThan(6);
    }

    @Test
    void asksAStoreThatIsAwayOnBehalfOfAllThatWereGivenBack() {
        List<WorkerLease> leases = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            leases.add(assigner.assignWorkerId(request()));
        }
        store.setAway(true);
        leases.forEach(lease -> lease.release(lease.firstTick()));

        assertThat(callsOfHalfAMinute()).isBetween(30L, 120L);
    }

    private static void requireEven(List<Long> counts) {
        double mean = counts.stream().mapToLong(count -> count).average().orElseThrow();
        assertThat(mean).isBetween(70.0, 100.0); // each once in about six minutes
        assertThat(Collections.max(counts)).isLessThan((long) (2 * mean));
    }
}
