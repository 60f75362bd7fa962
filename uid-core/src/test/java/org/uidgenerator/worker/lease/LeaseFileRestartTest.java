package org.uidgenerator.worker.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.uidgenerator.test.internal.Patience.awaitUntil;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.uidgenerator.ManagedUidGenerator;
import org.uidgenerator.StoreException;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.contract.InMemoryLeaseStore;
import org.uidgenerator.contract.ThreadTrouble;
import org.uidgenerator.contract.VirtualClock;
import org.uidgenerator.generator.CachedUidGenerator;
import org.uidgenerator.generator.DefaultUidGenerator;
import org.uidgenerator.generator.Overflow;
import org.uidgenerator.internal.NanoClock;
import org.uidgenerator.internal.background.BackgroundTask;
import org.uidgenerator.internal.file.DisturbedFile;
import org.uidgenerator.internal.file.LockedFile;
import org.uidgenerator.internal.file.LockedFileException;
import org.uidgenerator.internal.lease.Environment;
import org.uidgenerator.internal.lease.Reservation;
import org.uidgenerator.internal.lease.RowRules;
import org.uidgenerator.internal.lease.VirtualEnvironment;
import org.uidgenerator.internal.lease.file.FiledLease;
import org.uidgenerator.internal.lease.hold.HoldSeams;
import org.uidgenerator.test.internal.DelegatingLeaseStore;
import org.uidgenerator.test.internal.DisturbedLeaseStore;
import org.uidgenerator.test.internal.LogRecorder;
import org.uidgenerator.worker.LeaseRequest;
import org.uidgenerator.worker.WorkerLease;
import org.uidgenerator.worker.WorkerLeaseLostException;
import org.uidgenerator.worker.lease.store.Fence;
import org.uidgenerator.worker.lease.store.LeaseRow;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;

/** Starts while the store is unavailable. */
class LeaseFileRestartTest {
    private static final UidLayout LAYOUT = UidLayout.DEFAULT;
    private static final int STEP = 16; // 15 s from now, and the tick of now
    private static final Duration SHORT = Duration.ofSeconds(2);

    @TempDir
    Path folder;

    private final VirtualClock clock = new VirtualClock(Instant.parse("2027-01-01T00:00:00Z"));
    private final InMemoryLeaseStore store = new InMemoryLeaseStore("default", clock);
    private final DisturbedLeaseStore disturbed = new DisturbedLeaseStore(store, clock);
    private final DisturbedFile.Disk disk = new DisturbedFile.Disk();
    private final VirtualEnvironment time = new VirtualEnvironment(Long.MAX_VALUE - 1_000);
    private final List<LeasedWorkerIds> assigners = new ArrayList<>();

    private LeaseRequest request() {
        return LeaseRequest.of(LAYOUT).withClock(clock);
    }

    @AfterEach
    void closeAssigners() {
        disturbed.letGo();
        assigners.forEach(LeasedWorkerIds::close);
    }

    private Path path() {
        return folder.resolve("uid.lease");
    }

    private LeasedWorkerIdsBuilder on(WorkerLeaseStore store) {
        return LeasedWorkerIds.builder(store)
                .closeTimeout(Duration.ofMinutes(1))
                .answerTimeout(Duration.ofMinutes(1))
                .host("orders-7")
                .leaseFileOpener(disk)
                .leaseFile(path());
    }

    private LeasedWorkerIdsBuilder builder() {
        return on(disturbed);
    }

    /** In virtual time, in which no thread does anything. */
    private LeasedWorkerIdsBuilder unattended(WorkerLeaseStore store) {
        return on(store).environment(time.environment());
    }

    private static void runTasks(LeasedWorkerIds assigner) {
        HoldSeams.threads(assigner.keeper).tasks().forEach(BackgroundTask::runOnce);
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

    /** What is left by a process that was killed. */
    private void crash() {
        assigners.forEach(LeasedWorkerIds::close);
        awaitUntil(() -> assigners.stream()
                .noneMatch(
                        assigner -> !HoldSeams.threads(assigner.keeper).tasks().isEmpty()));
    }

    private WorkerLease crashAndStartWithoutStore() {
        crash();
        disturbed.setAway(true);
        return start();
    }

    private long nowTick() {
        return LAYOUT.tickAt(clock.millis());
    }

    private LeaseRow row(long workerId) {
        return store.find(workerId).orElseThrow();
    }

    /** What is in the file, which may be written just now. */
    private FiledLease filed() {
        AtomicReference<FiledLease> filed = new AtomicReference<>();
        awaitUntil(() -> {
            try {
                filed.set(FiledLease.parse(Files.readString(path()), "it"));
                return true;
            } catch (IOException | LockedFileException e) {
                return false;
            }
        });
        return filed.get();
    }

    private static void awaitStore(WorkerLease lease) {
        awaitUntil(() -> lease.state().storeFailure() == null);
    }

    private void assertRefused(LeasedWorkerIdsBuilder builder, String why) {
        assertRefused(builder, request(), why);
    }

    private void assertRefused(LeasedWorkerIdsBuilder builder, LeaseRequest request, String why) {
        LeasedWorkerIds assigner = opened(builder);
        assertThatThrownBy(() -> assigner.assignWorkerId(request))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("no worker id from MEMORY: the store is unavailable; lease file " + path()
                        + " does not help, as " + why + "; start again once the store answers")
                .hasCauseInstanceOf(StoreException.class)
                .satisfies(refused -> assertThat(refused.getSuppressed()).hasSize(1)); // why the file does not help
    }

    @Test
    void continuesALeaseAboveAllThatMayHaveBeenUsed() {
        WorkerLease crashed = start();
        crashed.reserve(crashed.firstTick() + 3);
        long term = crashed.state().term().orElseThrow();
        long used = crashed.state().usableThrough();

        WorkerLease lease = crashAndStartWithoutStore();

        assertThat(lease.workerId()).isEqualTo(crashed.workerId());
        assertThat(lease.state().term()).hasValue(term);
        assertThat(lease.firstTick())
                .isEqualTo(used + 1)
                .isBetween(crashed.firstTick() + 4, crashed.firstTick() + 4 + 2 * STEP);
        assertThat(lease.state().reservedThrough()).isEqualTo(row(0).reservedThrough());
    }

    @Test
    void usesNoTickTwiceInACrashLoopAndNoneThatIsNotReserved() {
        long next = start().firstTick();
        long lastReserved = row(0).reservedThrough();
        for (int restart = 0; restart < 20; restart++) {
            WorkerLease lease = crashAndStartWithoutStore();
            assertThat(lease.firstTick()).isBetween(next, next + STEP);
            next = lease.firstTick() + 1;
            lease.reserve(lease.firstTick());
        }
        crash();
        LeasedWorkerIds assigner = opened(builder().closeTimeout(SHORT).answerTimeout(SHORT));
        WorkerLease lease = assigner.assignWorkerId(request());
        for (long tick = lease.firstTick(); tick <= lastReserved; tick++) {
            lease.reserve(tick);
        }
        awaitUntil(() -> HoldSeams.threads(assigner.keeper).tasks().get(0).failure() != null);
        assertThatThrownBy(() -> lease.reserve(lastReserved + 1))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage(String.format(
                        Locale.ROOT,
                        "no more ticks of worker id 0 are reserved than %d, wanted tick=%d:"
                                + " MEMORY (namespace default), waited for PT2S: the store is unavailable",
                        lastReserved,
                        lastReserved + 1));
        assertThat(row(0).reservedThrough()).isEqualTo(lastReserved);
    }

    @Test
    void saysThatTheLeaseIsContinuedAndSinceWhenUntilTheStoreHasConfirmedIt() {
        start();
        try (LogRecorder log = new LogRecorder()) {
            WorkerLease lease = crashAndStartWithoutStore();

            String what =
                    "worker id 0 is continued from its lease file at 2027-01-01T00:00:00Z without MEMORY (namespace default): the store is unavailable";
            assertThat(log.lines()).contains("WARNING " + what);
            assertThat(lease.state().storeFailure())
                    .isInstanceOf(UidGenerateException.class)
                    .hasMessage(what)
                    .hasCauseInstanceOf(StoreException.class);

            disturbed.setAway(false);
            awaitStore(lease);
            awaitUntil(
                    () -> log.lines()
                            .contains(
                                    "INFO MEMORY (namespace default) has confirmed worker id 0, which was continued without it"));
        }
    }

    @Test
    void reservesAsBeforeOnceTheStoreIsBack() {
        start();
        WorkerLease lease = crashAndStartWithoutStore();
        long reserved = lease.state().reservedThrough();
        disturbed.setAway(false);
        awaitStore(lease);

        lease.reserve(reserved + 1);

        assertThat(row(0).reservedThrough()).isGreaterThan(reserved);
        assertThat(row(0).term()).isEqualTo(lease.state().term().orElseThrow());
        lease.release(reserved + 1);
        assertThat(row(0).held()).isFalse();
        assertThat(row(0).reservedThrough()).isEqualTo(reserved + 1);
        assertThat(path()).isEmptyFile();
    }

    @Test
    void losesALeaseThatAnotherProcessHasByTheTimeTheStoreIsBack() {
        start();
        WorkerLease lease = crashAndStartWithoutStore();
        long lastReserved = lease.state().reservedThrough();
        clock.advance(Duration.ofMinutes(21));
        LeasedWorkerIds other = LeasedWorkerIds.builder(store).workerIds(0, 0).build();
        assigners.add(other);
        WorkerLease successor = other.assignWorkerId(request());
        assertThat(successor.firstTick()).isGreaterThan(lastReserved);
        lease.reserve(lease.firstTick());

        disturbed.setAway(false);

        awaitUntil(() -> isLost(lease, lastReserved + 1));
        assertThat(lease.isRevoked()).isFalse();
    }

    private static boolean isLost(WorkerLease lease, long tick) {
        try {
            lease.reserve(tick);
            return false;
        } catch (WorkerLeaseLostException e) {
            return true;
        } catch (UidGenerateException notYet) {
            return false;
        }
    }

    @Test
    void hasAGeneratorContinueWithAnotherWorkerIdAndTheSameFileWhenItLosesItsOwn() {
        start();
        crash();
        disturbed.setAway(true);
        try (DefaultUidGenerator generator = DefaultUidGenerator.builder(opened(builder()))
                .clock(clock)
                .overflow(Overflow.BORROW)
                .build()) {
            assertThat(LAYOUT.decode(generator.getUID()).workerId()).isZero();
            LeaseRow row = row(0);
            store.update(
                    Fence.at(row),
                    new Reservation(row.reservedThrough() + 5_000, row.nextReservation())
                            .in(RowRules.underTerm(row, row.term() + 1)));
            disturbed.setAway(false);

            awaitUntil(() -> {
                generator.getUIDs(new long[1 << LAYOUT.seqBits()]); // the rest of the open tick, and some of another
                return LAYOUT.decode(generator.getUID()).workerId() == 1;
            });
            assertThat(filed().row().workerId()).isEqualTo(1);
        }
    }

    @Test
    void repeatsTheWriteOfWhichTheProcessBeforeDidNotKnowWhetherItWasDone() {
        for (DisturbedLeaseStore.Write outcome : List.of(
                DisturbedLeaseStore.Write.DONE_WITHOUT_ANSWER,
                DisturbedLeaseStore.Write.NOT_DONE_WITHOUT_ANSWER,
                DisturbedLeaseStore.Write.LATE)) {
            WorkerLease crashed = start(builder());
            long workerId = crashed.workerId();
            long reserved = crashed.state().reservedThrough();
            disturbed.next(outcome);
            disturbed.awayAfterNext();
            crashed.reserve(reserved - 100);
            awaitUntil(() -> crashed.state().storeFailure() != null);
            Reservation pending = filed().pending();
            assertThat(pending).isNotNull();

            WorkerLease lease = crashAndStartWithoutStore();
            assertThat(lease.state().reservedThrough()).isEqualTo(reserved);
            disturbed.setAway(false);
            awaitStore(lease);

            assertThat(row(workerId).reservedThrough()).as("%s", outcome).isGreaterThanOrEqualTo(pending.through());
            lease.reserve(pending.through() + 1);
            LeaseRow row = row(workerId);
            disturbed.deliver();
            assertThat(row(workerId)).isEqualTo(row);
            assertThat(lease.isRevoked()).isFalse();
            crash();
        }
    }

    @Test
    void isWrittenWhileTheStoreIsHeldUp() throws InterruptedException {
        WorkerLease lease = start();
        long reserved = lease.state().reservedThrough();
        disturbed.hold();
        lease.reserve(lease.firstTick() + 400); // more than half of what is reserved
        disturbed.awaitArrival();

        for (long tick = lease.firstTick() + 401; tick <= reserved; tick++) {
            lease.reserve(tick);
        }

        assertThat(filed().usedThrough()).isEqualTo(reserved);
        disturbed.letGo();
    }

    @Test
    void isWrittenAheadOfTheClockForAGeneratorThatIdles() {
        WorkerLease lease = start(builder().reservation(Duration.ofSeconds(8)));

        clock.advance(Duration.ofHours(1));

        awaitUntil(() -> lease.state().usableThrough() > nowTick());
        assertThat(filed().usedThrough()).isGreaterThan(nowTick());
    }

    @Test
    void isWrittenSeldomButBeforeTicksAreUsed() {
        WorkerLease lease = opened(builder()).assignWorkerId(request().withMaxBorrow(Duration.ofDays(30)));
        for (long tick = lease.firstTick(); tick < lease.firstTick() + 5_000; tick++) {
            lease.reserve(tick);
            if (tick % 100 == 0) {
                FiledLease filed = filed();
                assertThat(filed.usedThrough()).isGreaterThanOrEqualTo(tick);
                assertThat(filed.row().reservedThrough()).isGreaterThanOrEqualTo(filed.usedThrough());
            }
        }
        assertThat(disk.writes()).isLessThan(200);
    }

    @Test
    void isOnlyWrittenWhileTheStoreAnswers() {
        start();
        crash();

        WorkerLease lease = start();

        assertThat(lease.workerId()).isEqualTo(1);
        assertThat(filed().row().workerId()).isEqualTo(1);
        assertThat(filed().row().term()).isEqualTo(lease.state().term().orElseThrow());
    }

    @Test
    void isOfNoUseOnceTheWorkerIdWasGivenBack() {
        WorkerLease lease = start();
        lease.release(lease.firstTick());
        assertThat(path()).isEmptyFile();
        crash();
        disturbed.setAway(true);

        assertRefused(builder(), "it holds no lease: none was written yet, or the last one was given back");
    }

    @Test
    void continuesRightAboveTheLastTickOfAGeneratorThatWasClosedWhileTheStoreWasAway() {
        WorkerLease closed = start(builder().closeTimeout(SHORT).answerTimeout(SHORT));
        disturbed.setAway(true);

        closed.release(closed.firstTick() + 2);
        WorkerLease lease = crashAndStartWithoutStore();

        assertThat(lease.firstTick()).isEqualTo(closed.firstTick() + 3);
        disturbed.setAway(false);
        awaitStore(lease);
        assertThat(row(0).held()).isTrue();
    }

    @Test
    void holdsTheLastTickOfALeaseThatIsClosedBeforeAnyThreadHasWrittenIt() {
        LeasedWorkerIds assigner = opened(unattended(disturbed));
        WorkerLease lease = assigner.assignWorkerId(request());
        lease.release(lease.firstTick() + 2);

        assigner.close();

        assertThat(filed().usedThrough()).isEqualTo(lease.firstTick() + 2);
    }

    @Test
    void holdsTheLastTickOfALeaseThatIsContinuedBeforeAnyThreadHasWrittenIt() {
        LeasedWorkerIds assigner = opened(unattended(disturbed));
        WorkerLease lease = assigner.assignWorkerId(request());
        lease.release(lease.firstTick() + 2);
        disturbed.setAway(true);

        assertThat(assigner.assignWorkerId(request()).firstTick()).isEqualTo(lease.firstTick() + 3);
    }

    @Test
    void holdsTheLastTickThoughTheStoreHangs() throws InterruptedException {
        WorkerLease lease = start(builder().closeTimeout(Duration.ofMillis(1)));
        long lastTick = lease.firstTick() + 500; // more than half of what is reserved
        disturbed.hold();
        lease.reserve(lastTick);
        disturbed.awaitArrival();

        lease.release(lastTick);

        awaitUntil(() -> filed().usedThrough() == lastTick);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void warnsIfItCannotHoldTheLastTick(boolean isClosed) {
        LeasedWorkerIds assigner = opened(unattended(disturbed));
        WorkerLease lease = assigner.assignWorkerId(request());
        lease.release(lease.firstTick() + 2);
        disturbed.setAway(true);
        disk.makeReadOnly();
        try (LogRecorder log = new LogRecorder()) {
            if (isClosed) {
                assigner.close();
            } else {
                assertThatThrownBy(() -> assigner.assignWorkerId(request())).isInstanceOf(UidGenerateException.class);
            }

            assertThat(log.lines())
                    .contains(
                            "WARNING worker id 0 of MEMORY (namespace default): its lease file stays as it was, as it can"
                                    + " be neither written nor erased: java.io.IOException: Read-only file system");
        }
    }

    /** A caller that waits for it may start at once, with the same file. */
    @Test
    void isClosedBeforeAnyCallerKnowsThatTheWorkerIdIsGivenBack() {
        LeasedWorkerIds assigner = opened(unattended(disturbed));
        WorkerLease lease = assigner.assignWorkerId(request());
        List<Boolean> known = new ArrayList<>();
        disk.onClose(() -> known.add(!HoldSeams.isLeft(lease)));
        time.others = () -> runTasks(assigner);

        lease.release(lease.firstTick());

        assertThat(known).startsWith(false);
    }

    @Test
    void isClosedBeforeAnyCallerKnowsThatTheLeaseIsLost() {
        LeasedWorkerIds assigner = opened(unattended(disturbed));
        WorkerLease lease = assigner.assignWorkerId(request());
        LeaseRow row = row(0);
        store.update(
                Fence.at(row),
                new Reservation(row.reservedThrough() + 5_000, row.nextReservation())
                        .in(RowRules.underTerm(row, row.term() + 1)));
        List<Boolean> known = new ArrayList<>();
        disk.onClose(() -> known.add(isLost(lease, row.reservedThrough() + 1)));

        lease.reserve(lease.state().usableThrough());
        clock.advance(Duration.ofMinutes(6)); // more than half of what is reserved
        runTasks(assigner);

        assertThat(isLost(lease, row.reservedThrough() + 1)).isTrue();
        assertThat(known).startsWith(false);
    }

    @Test
    void isClosedBeforeTheStoreIsToldHowFarARevokedLeaseGot() {
        List<String> steps = new ArrayList<>();
        LeasedWorkerIds assigner = opened(unattended(new DelegatingLeaseStore(disturbed) {
            @Override
            public boolean update(Fence expected, LeaseRow row) {
                steps.add("update");
                return super.update(expected, row);
            }
        }));
        WorkerLease lease = assigner.assignWorkerId(request());
        disk.onClose(() -> steps.add("close"));
        LeaseRow row = row(0);
        store.update(Fence.at(row), new Reservation(row.reservedThrough() - 1, row.nextReservation()).in(row));

        clock.advance(Duration.ofMinutes(6)); // more than half of what is reserved
        runTasks(assigner);

        assertThat(lease.isRevoked()).isTrue();
        assertThat(steps).startsWith("update", "close", "update");
    }

    @Test
    void isOfNoUseWhenItIsNotKnownWhetherTheWorkerIdWasGivenBack() {
        WorkerLease closed = start(builder().closeTimeout(SHORT).answerTimeout(SHORT));
        disturbed.next(DisturbedLeaseStore.Write.LATE);
        disturbed.awayAfterNext();

        closed.release(closed.firstTick() + 2);
        crash();

        assertRefused(builder(), "it holds no lease: none was written yet, or the last one was given back");
        disturbed.deliver();
        assertThat(row(0).held()).isFalse();
    }

    @Test
    void isErasedWhenTheLeaseIsRevoked() {
        WorkerLease lease = start();
        LeaseRow row = row(0);
        store.update(Fence.at(row), new Reservation(row.reservedThrough() - 1, row.nextReservation()).in(row));

        assertThatThrownBy(() -> lease.reserve(row.reservedThrough() + 1)).isInstanceOf(WorkerLeaseLostException.class);

        awaitUntil(() -> row(0).reservedThrough() == Reservation.of(row).announcedThrough());
        assertThat(path()).isEmptyFile();
    }

    @Test
    void warnsOfTheFileOfARevokedLeaseThatCannotBeErased() throws InterruptedException {
        LeasedWorkerIds assigner = opened(builder());
        WorkerLease lease = assigner.assignWorkerId(request());
        LeaseRow row = row(0);
        store.update(Fence.at(row), new Reservation(row.reservedThrough() - 1, row.nextReservation()).in(row));
        try (LogRecorder log = new LogRecorder()) {
            disturbed.hold();
            lease.reserve(lease.firstTick() + 400); // more than half of what is reserved
            disturbed.awaitArrival();
            disk.makeReadOnly();
            disturbed.letGo();

            awaitUntil(
                    () -> log.lines()
                            .contains(
                                    "WARNING worker id 0 of MEMORY (namespace default): it must not be used any more, so remove its"
                                            + " lease file, as it cannot be erased: java.io.IOException: Read-only file system"));
        }
        assertThat(lease.isRevoked()).isTrue();
        WorkerLease next = assigner.assignWorkerId(request());
        next.reserve(next.firstTick() + 1_000); // does without the file
        assertThat(next.isRevoked()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void tellsTheStoreOfAWorkerIdInNoFileThatItWasGivenBackMeanwhile(boolean fileFailed) {
        LeasedWorkerIdsBuilder builder = fileFailed ? builder() : LeasedWorkerIds.builder(disturbed);
        LeasedWorkerIds assigner = opened(builder.closeTimeout(SHORT).answerTimeout(SHORT));
        WorkerLease lease = assigner.assignWorkerId(request());
        disk.fillUp();
        lease.reserve(lease.state().reservedThrough() + 1);
        disturbed.setAway(true);

        lease.release(lease.state().reservedThrough());
        assertThatThrownBy(() -> assigner.assignWorkerId(request())).isInstanceOf(UidGenerateException.class);
        assertThat(row(0).held()).isTrue();

        disturbed.setAway(false);
        awaitUntil(() -> !row(0).held());
    }

    @Test
    void skipsAtMostFifteenSecondsWithEachRestart() {
        start();
        long first = crashAndStartWithoutStore().firstTick();
        crash();

        assertThat(start().firstTick()).isGreaterThan(first).isLessThanOrEqualTo(first + 15);
    }

    @Test
    void isWrittenBeforeLongTicksAreUsed() {
        UidLayout layout = UidLayout.parse("31/14/18 bits of PT1M from 2026-01-01T00:00:00Z");
        WorkerLease lease =
                opened(builder()).assignWorkerId(LeaseRequest.of(layout).withClock(clock));

        for (long tick = lease.firstTick(); tick < lease.firstTick() + 3; tick++) {
            lease.reserve(tick);
            assertThat(filed().usedThrough()).isGreaterThanOrEqualTo(tick);
        }
    }

    @Test
    void isOfTheFirstWorkerIdOfAGeneratorAlone() {
        LeasedWorkerIds assigner = opened(builder());
        assigner.assignWorkerId(request());
        try (LogRecorder log = new LogRecorder()) {
            assertThat(assigner.assignWorkerId(request().withOrdinal(1)).workerId())
                    .isPositive();
            assertThat(log.lines()).noneMatch(line -> line.contains("lease file"));
        }
        assertThat(filed().row().workerId()).isZero();
        crash();
        disturbed.setAway(true);

        LeasedWorkerIds next = opened(builder());
        assertThat(next.assignWorkerId(request()).workerId()).isZero();
        assertThatThrownBy(() -> next.assignWorkerId(request().withOrdinal(1)))
                .isExactlyInstanceOf(UidGenerateException.class)
                .hasMessage("no worker id from MEMORY: the store is unavailable");
    }

    @Test
    void isDoneWithoutWhereItWasRemoved() throws IOException {
        LockedFile.Opener removing = path -> {
            LockedFile file = disk.open(path);
            Files.delete(path);
            return file;
        };
        LeasedWorkerIds assigner = opened(builder().leaseFileOpener(removing));
        try (LogRecorder log = new LogRecorder()) {
            assigner.assignWorkerId(request());
            assertThat(log.lines())
                    .anyMatch(line -> line.endsWith(
                            "was erased: the generator continues without it, and its next start needs the store"));
        }
        assigner.close();

        LockedFile.open(path()).close();
    }

    @Test
    void isLeftToTheNextStartIfNoThreadCanBeStarted() {
        long used = start().state().usableThrough();
        crash();
        disturbed.setAway(true);
        AtomicBoolean noThreads = new AtomicBoolean(true);
        LeasedWorkerIds assigner = opened(builder()
                .environment(new Environment(
                        NanoClock.SYSTEM, ThreadTrouble.THROWS.whenever(noThreads::get), Environment.REAL.random())));
        assertThatThrownBy(() -> assigner.assignWorkerId(request())).hasStackTraceContaining("no thread for you");
        noThreads.set(false);

        assertThat(assigner.assignWorkerId(request()).firstTick()).isGreaterThan(used);
        assertThat(filed().row().workerId()).isZero();
    }

    @Test
    void isForOneGeneratorOfAProcess() {
        LeasedWorkerIds assigner = opened(builder());
        assigner.assignWorkerId(request());
        String inUse = "another generator of this process uses it; each needs a file of its own";
        try (LogRecorder log = new LogRecorder()) {
            assertThat(assigner.assignWorkerId(request()).workerId()).isEqualTo(1);

            assertThat(log.lines())
                    .contains(
                            "WARNING lease file " + path() + " is not used, so the next start needs MEMORY: " + inUse);
        }
        assertThat(filed().row().workerId()).isZero();
        disturbed.setAway(true);
        assertRefused(builder(), inUse);
    }

    @Test
    void refusesAStartWithoutStoreAndFile() {
        disturbed.setAway(true);

        assertRefused(builder(), "it is missing: it is written when the store has given a worker id");
        assertThat(path()).doesNotExist();
    }

    @Test
    void refusesAFileThatCannotBeOpened() {
        start();
        crash();
        disturbed.setAway(true);
        LockedFile.Opener failing = path -> {
            throw new IOException("no such device");
        };

        assertRefused(builder().leaseFileOpener(failing), "it cannot be read: java.io.IOException: no such device");
    }

    @Test
    void refusesAFileThatIsDamaged() throws IOException {
        start();
        crash();
        disturbed.setAway(true);
        String text = Files.readString(path());
        Files.writeString(path(), text.substring(0, text.length() / 2));

        assertRefused(builder(), "it is damaged, or was written by another version");
    }

    @Test
    void refusesAFileOfAnotherHostNamespaceLayoutOrRange() {
        start();
        crash();
        disturbed.setAway(true);

        assertRefused(builder().host("orders-8"), "it is a copy, written for host=orders-7, here is orders-8");
        assertRefused(builder().workerIds(1, 5), "its worker id 0 is not one of workerIds=1..5");
        start(builder().workerIds(0, 0));
        crash();
        DisturbedLeaseStore shop = new DisturbedLeaseStore(new InMemoryLeaseStore("shop", clock), clock);
        shop.setAway(true);
        assertRefused(on(shop), "it is of another lease, written for namespace=default, here is shop");
        LeasedWorkerIds assigner = opened(builder());
        assertThatThrownBy(() -> assigner.assignWorkerId(request().withLayout(UidLayout.of(30, 20, 13))))
                .hasMessageContaining(
                        " does not help, as it is of another lease, written for layout=31/14/18 bits of PT1S from"
                                + " 2026-01-01T00:00:00Z, here is 30/20/13 bits of PT1S from 2026-01-01T00:00:00Z; start");
    }

    @Test
    void refusesACopyOfTheFile() throws IOException {
        start();
        crash();
        disturbed.setAway(true);
        Path moved = folder.resolve("moved");
        Files.move(path(), moved);
        Files.copy(moved, path());
        assertThatThrownBy(this::start).hasMessageContaining(" does not help, as it is a copy, written for file=");

        LeasedWorkerIds assigner = opened(builder().leaseFile(moved));
        assertThatThrownBy(() -> assigner.assignWorkerId(request()))
                .hasMessageContaining(
                        " does not help, as it is a copy, written for path=%s, here is %s;", path(), moved);
    }

    @Test
    void refusesAFileWhoseTicksHavePassed() {
        start();
        crash();
        disturbed.setAway(true);
        clock.advance(Duration.ofMinutes(10));

        assertRefused(
                builder(),
                "nothing is left of its ticks: reserved until 2027-01-01T00:10:00Z, used until 2027-01-01T00:00:16Z"
                        + " at most, now=2027-01-01T00:10:00Z");
        clock.advance(Duration.ofSeconds(-1));
        assertThat(start().firstTick()).isEqualTo(nowTick());
    }

    @Test
    void refusesAFileWhoseTicksAreFurtherAheadOfTheClockThanGeneratorsMayBorrow() {
        start();
        crash();
        disturbed.setAway(true);
        clock.advance(Duration.ofHours(-2));
        Duration least = Duration.ofHours(2).plusSeconds(16).minusMinutes(1);

        assertRefused(
                builder(),
                request().withMaxBorrow(least.minusMillis(1)),
                "its next tick is further ahead of the clock than maxBorrow: next=2027-01-01T00:00:16Z,"
                        + " now=2026-12-31T22:00:00Z, maxBorrow=PT1H59M15.999S. If the clock is right now, raise maxBorrow,"
                        + " or take another worker id");
        assertThat(opened(builder())
                        .assignWorkerId(request().withMaxBorrow(least))
                        .firstTick())
                .isGreaterThan(nowTick());
    }

    @Test
    void erasesAFileThatCannotBeWrittenAndDoesWithout() {
        WorkerLease lease = start();
        long reserved = lease.state().reservedThrough();
        try (LogRecorder log = new LogRecorder()) {
            disk.fillUp();
            lease.reserve(reserved + 1);
            lease.reserve(reserved + 2_000);

            assertThat(log.lines())
                    .containsOnlyOnce(
                            "WARNING lease file " + path()
                                    + " cannot be written and was erased: the generator continues without it, and its next start needs the store");
        }
        assertThat(path()).isEmptyFile();
        crash();
        disturbed.setAway(true);
        assertRefused(builder(), "it holds no lease: none was written yet, or the last one was given back");
    }

    @Test
    void reservesNothingThatCannotBeWrittenDown() {
        LeasedWorkerIds assigner = opened(unattended(disturbed));
        WorkerLease lease = assigner.assignWorkerId(request());
        LeaseRow row = row(0);
        disk.makeReadOnly();
        clock.advance(Duration.ofMinutes(6)); // more than half of what is reserved

        runTasks(assigner);

        assertThat(isLost(lease, row.reservedThrough() + 1)).isTrue();
        assertThat(lease.isRevoked()).isFalse();
        assertThat(row(0)).isEqualTo(row);
    }

    @Test
    void keepsTheWorkerIdOfAFileThatCannotBeErasedWhereNoThreadCanBeStarted() {
        ThreadFactory threads = ThreadTrouble.THROWS.whenever(() -> {
            disk.makeReadOnly();
            return true;
        });
        LeasedWorkerIds assigner =
                opened(builder().environment(new Environment(NanoClock.SYSTEM, threads, Environment.REAL.random())));

        assertThatThrownBy(() -> assigner.assignWorkerId(request())).hasStackTraceContaining("no thread for you");

        assertThat(filed().row().workerId()).isZero();
        assertThat(row(0).held()).isTrue();
    }

    @Test
    void usesNoTickIfItsFileCannotBeWrittenFromTheStart() {
        disk.makeReadOnly();

        WorkerLease lease = start();

        assertThatThrownBy(() -> lease.reserve(lease.firstTick())).isInstanceOf(WorkerLeaseLostException.class);
    }

    @Test
    void leavesALeaseToItsFileThatCanNeitherBeWrittenNorErased() {
        LeasedWorkerIds assigner = opened(builder());
        WorkerLease lease = assigner.assignWorkerId(request());
        long used = lease.state().usableThrough();
        disk.makeReadOnly();
        String left =
                "worker id 0 of MEMORY (namespace default): it is left to the process that starts from its lease file, as"
                        + " it can be neither written nor erased: java.io.IOException: Read-only file system";

        try (LogRecorder log = new LogRecorder()) {
            lease.reserve(used);
            assertThatThrownBy(() -> lease.reserve(used + 1))
                    .isInstanceOf(WorkerLeaseLostException.class)
                    .hasMessage(left);
            assertThat(log.lines()).containsOnlyOnce("WARNING " + left);
        }
        WorkerLease next = assigner.assignWorkerId(request());
        assertThat(next.workerId()).isEqualTo(1);
        next.reserve(next.firstTick() + 1_000);
        assertThat(row(0).held()).isTrue();
        assertThat(filed().usedThrough()).isEqualTo(used);

        crash();
        disturbed.setAway(true);
        assertThat(start(builder().leaseFileOpener(LockedFile::open)).firstTick())
                .isEqualTo(used + 1);
    }

    @Test
    void refusesAFileThatCanNeitherBeWrittenNorErased() {
        start();
        crash();
        disturbed.setAway(true);
        disk.makeReadOnly();

        assertRefused(builder(), "it can be neither written nor erased: java.io.IOException: Read-only file system");
    }

    @Test
    void givesNoWorkerIdBackThatCouldStillBeContinued() {
        WorkerLease lease = start(builder().closeTimeout(SHORT).answerTimeout(SHORT));
        disk.makeReadOnly();

        lease.release(lease.firstTick() + 2);
        assertThat(row(0).held()).isTrue();

        disk.makeRoom();
        awaitUntil(() -> !row(0).held());
        assertThat(path()).isEmptyFile();
    }

    @Test
    void noticesAFileThatHasGoneBackInTimeOnceTheStoreIsBack() throws IOException {
        WorkerLease first = start();
        byte[] old = Files.readAllBytes(path());
        first.reserve(first.state().reservedThrough() + 100);
        first.reserve(first.state().reservedThrough() + 100);
        crash();
        Files.write(path(), old);
        disturbed.setAway(true);
        try (LogRecorder log = new LogRecorder()) {
            WorkerLease lease = start();

            disturbed.setAway(false);
            awaitUntil(lease::isRevoked);

            awaitUntil(() -> log.lines().stream()
                    .anyMatch(line -> line.matches(
                            "SEVERE THE LEASE FILE HAS GONE BACK IN TIME, worker id 0 is not used any more:"
                                    + " its row in MEMORY \\(namespace default\\) has RESERVED_THROUGH=\\d+,"
                                    + " but no more than \\d+ was asked for here\\. The lease was continued from a file that was"
                                    + " older than its last use, after a rollback of the disk or with a restored backup,"
                                    + " or the row was edited\\. UIDs may have been issued twice")));
        }
    }

    @Test
    void continuesInTheSameProcessAfterASuspensionWhileTheStoreIsAway() {
        LeasedWorkerIds assigner = opened(builder()
                .closeTimeout(SHORT)
                .answerTimeout(SHORT)
                .reservation(Duration.ofSeconds(30))); // and asks a store that was unavailable after two seconds
        try (LogRecorder log = new LogRecorder();
                ManagedUidGenerator generator = CachedUidGenerator.builder(assigner)
                        .layout(LAYOUT)
                        .clock(clock)
                        .build()) {
            long before = generator.getUID();
            disturbed.setAway(true);

            generator.suspend();
            generator.resume();

            assertThat(generator.getUID()).isGreaterThan(before);
            assertThat(generator.status().workerId()).isZero();
            awaitUntil(() -> HoldSeams.threads(assigner.keeper).tasks().size() == 1
                    && HoldSeams.threads(assigner.keeper).tasks().get(0).failure() != null);
            disturbed.setAway(false);
            awaitUntil(() -> generator.status().storeFailure() == null);
            assertThat(row(0).held()).isTrue();
            awaitUntil(() -> log.lines().stream().anyMatch(line -> line.contains(" reserves ticks again after ")));
        }
        assertThat(row(0).held()).isFalse();
    }

    @Test
    void isNotErasedByAGiveBackThatHangsWhileTheLeaseIsContinued() {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch answers = new CountDownLatch(1);
        WorkerLeaseStore hanging = new DelegatingLeaseStore(disturbed) {
            @Override
            public Optional<LeaseRow> find(long workerId) {
                asked.countDown();
                try {
                    answers.await();
                } catch (InterruptedException e) {
                    throw new StoreException("interrupted", e);
                }
                return store.find(workerId);
            }
        };
        LeasedWorkerIds assigner =
                opened(on(hanging).closeTimeout(Duration.ofMillis(1)).answerTimeout(Duration.ofMillis(1)));
        WorkerLease suspended = assigner.assignWorkerId(request());
        suspended.release(suspended.firstTick() + 2);
        awaitUntil(() -> asked.getCount() == 0);
        disturbed.setAway(true);

        WorkerLease continued = assigner.assignWorkerId(request());
        answers.countDown();

        assertThat(continued.workerId()).isZero();
        assertThat(continued.firstTick()).isEqualTo(suspended.firstTick() + 3);
        awaitUntil(() -> HoldSeams.threads(assigner.keeper).tasks().size() == 1);
        assertThat(filed().row().workerId()).isZero();
        disturbed.setAway(false);
        awaitStore(continued);
        assertThat(row(0).held()).isTrue();
        continued.release(continued.firstTick());
        awaitUntil(() -> HoldSeams.threads(assigner.keeper).tasks().isEmpty());
        assertThat(row(0).held()).isFalse();
        assigner.assignWorkerId(request());
        assertThat(path()).as("which works").isNotEmptyFile();
    }
}
