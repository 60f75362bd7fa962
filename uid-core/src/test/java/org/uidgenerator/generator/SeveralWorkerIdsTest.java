package org.uidgenerator.generator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.contract.RecordingLease;
import org.uidgenerator.test.internal.LogRecorder;
import org.uidgenerator.worker.LeaseRequest;
import org.uidgenerator.worker.WorkerIdAssigner;
import org.uidgenerator.worker.WorkerLease;
import org.uidgenerator.worker.WorkerLeaseLostException;

/** A {@link CachedUidGenerator} that holds several worker ids, in virtual time: one sustains 8,192 UIDs a second. */
class SeveralWorkerIdsTest extends CachedInVirtualTime {
    private final Deque<Long> free = new ArrayDeque<>(List.of(20L, 9L, 15L, 3L, 30L, 1L));
    private final List<TakenLease> taken = new ArrayList<>();
    private final Map<Long, Long> highestTicks = new HashMap<>();
    private final List<String> endings = new ArrayList<>();
    private CachedUidGenerator generator;
    private long before = -1;
    private long count;

    private final class TakenLease extends OneByOneLease {
        private final int ordinal;
        private volatile boolean revoked;

        TakenLease(long workerId, int ordinal) {
            super(workerId);
            this.ordinal = ordinal;
        }

        @Override
        public boolean isRevoked() {
            return revoked;
        }

        @Override
        public void beginRelease(long lastTick) {
            endings.add("begins " + workerId());
        }

        @Override
        public void release(long lastTick) {
            endings.add("waits for " + workerId());
            super.release(lastTick);
            free.addFirst(workerId());
        }
    }

    private WorkerLease take(LeaseRequest request) {
        Long workerId = free.pollFirst();
        if (workerId == null) {
            throw new UidGenerateException("all are in use");
        }
        TakenLease lease = new TakenLease(workerId, request.ordinal());
        taken.add(lease);
        return lease;
    }

    private void start(WorkerIdAssigner assigner, int maxWorkerIds, Duration maxBorrow) {
        generator = CachedUidGenerator.builder(assigner)
                .name("orders")
                .layout(LAYOUT)
                .clock(time.clock)
                .nanoClock(time)
                .threadFactory(time)
                .maxBorrow(maxBorrow)
                .maxWorkerIds(maxWorkerIds)
                .build();
    }

    private void start() {
        start(this::take, 5, Duration.ofHours(24));
    }

    /** Takes a multiple of what one worker id sustains, for a while. */
    private void demand(double multiple, Duration howLong) {
        int perStep = (int) (multiple * UIDS_PER_TICK / 10);
        for (long step = 0; step < howLong.toMillis() / 100; step++) {
            for (int i = 0; i < perStep; i++) {
                check(generator.getUID());
            }
            time.pass(Duration.ofMillis(100));
        }
    }

    private void check(long uid) {
        if (uid <= before) { // several million times: an assertion of AssertJ costs more than a UID
            throw new AssertionError(uid + " does not ascend, and so may not be unique: before it came " + before);
        }
        before = uid;
        highestTicks.merge(LAYOUT.workerIdOf(uid), LAYOUT.tickOf(uid), Math::max);
        count++;
    }

    private double borrowedSeconds() {
        return generator.status().borrowed().toMillis() / 1_000.0;
    }

    private void catchUp() {
        time.pass(Duration.ofMinutes(10));
        assertThat(borrowedSeconds()).isLessThan(10);
    }

    @Test
    void beginsWithOne() {
        start();
        demand(0.5, Duration.ofMinutes(5));

        assertThat(generator.status().workerIds()).containsExactly(20L);
        assertThat(taken).hasSize(1);
    }

    @Test
    void takesAsManyAsTheDemandNeedsAndStaysWhereItIs() {
        start();
        try (LogRecorder log = new LogRecorder()) {
            demand(3.5, Duration.ofMinutes(3));

            assertThat(generator.status().workerIds()).containsExactly(3L, 9L, 15L, 20L);
            assertThat(generator.status().workerId()).isEqualTo(20);
            assertThat(taken).extracting(lease -> lease.ordinal).containsExactlyInAnyOrder(0, 1, 2, 3);
            assertThat(log.lines()).contains("INFO orders takes UIDs of worker ids 3, 9, 15, 20, of at most 5");
        }
        double borrowed = borrowedSeconds();
        demand(3.5, Duration.ofMinutes(5));
        assertThat(borrowedSeconds()).isLessThan(borrowed);
    }

    @Test
    void takesThemAlsoWhereItsLeasesNeverAskAStore() {
        start(request -> new RecordingLease(20 + request.ordinal(), 0), 5, Duration.ofHours(24));

        demand(3.5, Duration.ofMinutes(3));

        assertThat(generator.status().workerIds()).containsExactly(20L, 21L, 22L, 23L);
    }

    /** An operator has evicted it while it was in use, which it does not know yet. */
    @Test
    void takesItsOwnFreeWorkerIdInPlaceOfTheFormerLease() {
        start();
        free.addFirst(20L);

        try (LogRecorder log = new LogRecorder()) {
            demand(3.5, Duration.ofMinutes(3));

            assertThat(log.causes())
                    .extracting(Throwable::getMessage)
                    .contains("worker id 20 was free, and has been given to the same generator again");
        }
        assertThat(generator.status().workerIds()).containsExactly(3L, 9L, 15L, 20L);
        assertThat(taken.get(0).releases()).isEmpty();
    }

    /** The ring is 8 s long, one tick is open, and one may have just begun. */
    @Test
    void takesNoneBeforeItHasBorrowedAMinuteMoreThanItsRing() {
        start();
        while (borrowedSeconds() <= 69) {
            demand(1.5, Duration.ofMillis(100));
            assertThat(generator.status().workerIds()).hasSize(1);
        }

        demand(1.5, Duration.ofSeconds(10));

        assertThat(generator.status().workerIds()).hasSize(2);
    }

    @Test
    void takesNoneBeforeAsMuchAsItsRingHoldsHasBeenHandedOut() {
        start(this::take, 5, Duration.ofSeconds(2));
        while (count <= 8 * UIDS_PER_TICK) {
            demand(4, Duration.ofMillis(100));
            assertThat(generator.status().workerIds()).hasSize(1);
        }

        demand(4, Duration.ofSeconds(10));

        assertThat(generator.status().workerIds()).hasSizeGreaterThan(1);
    }

    @Test
    void sustainsAMultipleOfWhatOneSustains() {
        start();
        demand(5, Duration.ofMinutes(3));
        double borrowed = borrowedSeconds();
        count = 0;

        demand(5, Duration.ofMinutes(10));

        assertThat(count).isEqualTo(5 * UIDS_PER_TICK / 10 * 6_000L);
        assertThat(borrowedSeconds()).isBetween(borrowed - 3, borrowed + 3);
    }

    @Test
    void usesTheSameTicksUnderEach() {
        start();
        demand(3.5, Duration.ofMinutes(3));

        assertThat(highestTicks).hasSize(4);
        long highest =
                highestTicks.values().stream().mapToLong(tick -> tick).max().orElseThrow();
        assertThat(highestTicks.values()).allMatch(tick -> tick >= highest - 1);
        taken.forEach(lease -> assertThat(lease.reservedThrough())
                .as("worker id %d", lease.workerId())
                .isGreaterThanOrEqualTo(highestTicks.get(lease.workerId())));
    }

    @Test
    void givesBackWhatIsNotNeededOnceItsLastTickIsPast() {
        start();
        demand(3.5, Duration.ofMinutes(3));
        catchUp();

        demand(0.5, Duration.ofMinutes(12));

        assertThat(generator.status().workerIds()).containsExactly(20L);
        for (TakenLease lease : taken.subList(1, 4)) {
            assertThat(lease.releases()).hasSize(1);
            assertThat(lease.releases().get(0)).isGreaterThanOrEqualTo(highestTicks.get(lease.workerId()));
        }
        assertThat(taken.get(0).releases()).isEmpty();
    }

    @Test
    void oneThatLeftIsHeldWhileItsTicksAreAheadAndTakesPartAgainFirst() {
        start();
        demand(3.5, Duration.ofMinutes(3));
        for (int i = 0; i < 20_000 && generator.status().workerIds().size() > 1; i++) {
            demand(0.5, Duration.ofMillis(100));
        }
        assertThat(generator.status().workerIds()).hasSize(1);
        time.clock.advance(Duration.ofMinutes(-10));

        demand(3.5, Duration.ofMinutes(2));

        assertThat(generator.status().workerIds()).containsExactly(3L, 9L, 15L, 20L);
        assertThat(taken).hasSize(4);
    }

    @Test
    void theOthersContinueWhenOneIsLostAndAnotherTakesItsPlace() {
        start();
        demand(3.5, Duration.ofMinutes(3));
        TakenLease lost = taken.get(1);

        lost.outage = new WorkerLeaseLostException("gone to host 9");
        demand(3.5, Duration.ofSeconds(30));

        assertThat(generator.status().workerIds()).containsExactly(3L, 15L, 20L, 30L);
        assertThat(taken.get(4).ordinal).isEqualTo(1);
        assertThat(lost.releases()).isEmpty();
        assertThat(highestTicks.get(lost.workerId())).isLessThanOrEqualTo(lost.reservedThrough());
    }

    @Test
    void theFirstOneIsReplacedByAnotherFirstOne() {
        start();
        demand(3.5, Duration.ofMinutes(3));

        taken.get(0).outage = new WorkerLeaseLostException("gone to host 9");
        demand(3.5, Duration.ofSeconds(30));

        assertThat(generator.status().workerIds()).containsExactly(3L, 9L, 15L, 30L);
        assertThat(generator.status().workerId()).isEqualTo(30);
        assertThat(taken.get(4).ordinal).isZero();
    }

    @Test
    void handsOutNothingOfOneThatIsRevoked() {
        start();
        demand(3.5, Duration.ofMinutes(3));
        TakenLease revoked = taken.get(1);

        revoked.revoked = true;
        time.pass(Duration.ofMillis(500)); // two checks of the padder
        highestTicks.clear();
        demand(3.5, Duration.ofSeconds(30));

        assertThat(highestTicks).containsOnlyKeys(3L, 15L, 20L, 30L);
    }

    @Test
    void oneThatCannotReserveIsPassedOver() {
        start();
        demand(3.5, Duration.ofMinutes(3));

        taken.get(1).outage = new UidGenerateException("the store is unavailable");
        demand(3.5, Duration.ofSeconds(30));
        highestTicks.clear();
        demand(3.5, Duration.ofSeconds(10));
        assertThat(highestTicks).containsOnlyKeys(3L, 15L, 20L);
        assertThat(generator.status().failure()).hasMessage("the store is unavailable");

        taken.get(1).outage = null;
        demand(3.5, Duration.ofSeconds(10));
        assertThat(highestTicks).containsOnlyKeys(3L, 9L, 15L, 20L);
    }

    @Test
    void continuesAsItIsWhereThereIsNoOther() {
        free.removeIf(workerId -> workerId != 20 && workerId != 9);
        start();
        try (LogRecorder log = new LogRecorder()) {
            demand(3.5, Duration.ofMinutes(3));

            assertThat(generator.status().workerIds()).containsExactly(9L, 20L);
            assertThat(log.lines())
                    .filteredOn(line -> line.startsWith("WARNING orders gets"))
                    .containsExactly(
                            "WARNING orders gets no additional worker id beside 9, 20, trying again each minute: all are in use");
        }
        free.add(4L);
        demand(3.5, Duration.ofMinutes(2));
        assertThat(generator.status().workerIds()).containsExactly(4L, 9L, 20L);
    }

    @Test
    void takesTwiceAsManyWhereCallsWaitBecauseNothingMayBeBorrowed() {
        start(this::take, 5, Duration.ofSeconds(10));

        demand(4, Duration.ofMinutes(1));

        assertThat(generator.status().workerIds()).hasSize(4);
    }

    @Test
    void closingGivesAllBack() {
        start();
        demand(3.5, Duration.ofMinutes(3));

        generator.close();

        assertThat(taken).hasSize(4);
        assertThat(endings).hasSize(8);
        assertThat(endings.subList(0, 4)).allMatch(ending -> ending.startsWith("begins"));
        for (TakenLease lease : taken) {
            assertThat(lease.releases()).hasSize(1);
            assertThat(lease.releases().get(0)).isGreaterThanOrEqualTo(highestTicks.get(lease.workerId()));
        }
    }

    @Test
    void oneThatArrivesAfterTheEndIsGivenBackAtOnce() {
        start(
                request -> {
                    WorkerLease lease = take(request);
                    if (request.ordinal() == 1) {
                        generator.suspend();
                    }
                    return lease;
                },
                5,
                Duration.ofHours(24));
        try {
            demand(3.5, Duration.ofMinutes(3));
        } catch (UidGenerateException suspended) {
            assertThat(suspended).hasMessageContaining("suspended");
        }

        assertThat(taken).hasSize(2);
        assertThat(taken)
                .extracting(RecordingLease::releases)
                .allSatisfy(releases -> assertThat(releases).hasSize(1));
    }

    @Test
    void beginsWithOneAgainAfterASuspension() {
        start();
        demand(3.5, Duration.ofMinutes(3));
        generator.suspend();
        generator.resume();
        demand(1, Duration.ofMinutes(1));

        assertThat(generator.status().workerIds()).hasSize(1);
    }

    @Test
    void advancesPastAUidOfAnyOfThem() {
        start();
        demand(3.5, Duration.ofMinutes(3));
        for (long workerId : List.of(3L, 9L, 15L, 20L, 2L, 500L)) {
            long uid = LAYOUT.encode(LAYOUT.tickOf(before) + 20, workerId, LAYOUT.maxSequence() / 2);
            generator.advancePast(uid);
            assertThat(generator.getUID()).isGreaterThan(uid);
            demand(3.5, Duration.ofSeconds(30)); // until that is no longer too far ahead
        }
    }
}
