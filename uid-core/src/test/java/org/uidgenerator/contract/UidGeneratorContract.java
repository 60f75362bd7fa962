package org.uidgenerator.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.TimeZone;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.uidgenerator.DecodedUid;
import org.uidgenerator.FieldOrder;
import org.uidgenerator.ManagedUidGenerator;
import org.uidgenerator.OptionException;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.UidGeneratorStatus;
import org.uidgenerator.UidLayout;
import org.uidgenerator.UidRange;
import org.uidgenerator.test.internal.LogRecorder;
import org.uidgenerator.test.internal.Patience;
import org.uidgenerator.worker.WorkerIdAssigner;
import org.uidgenerator.worker.WorkerLease;
import org.uidgenerator.worker.WorkerLeaseLostException;

/**
 * What every {@link ManagedUidGenerator} promises. A test class implements this interface and supplies the generator.
 */
public interface UidGeneratorContract {
    /** A layout whose ticks pass quickly: 1 ms of 256 UIDs. */
    UidLayout QUICK_TICKS = UidLayout.builder()
            .timeBits(45)
            .workerBits(10)
            .seqBits(8)
            .tick(Duration.ofMillis(1))
            .build();

    /** A generator on the system's clock, called {@code "the-generator"}. */
    ManagedUidGenerator newGenerator(UidLayout layout, WorkerIdAssigner assigner);

    @Test
    default void givesPositiveUidsThatIncreaseWithinAThread() {
        try (UidGenerator generator = newGenerator(UidLayout.DEFAULT, layout -> WorkerLease.neverReused(7))) {
            long[] uids = LongStream.generate(generator::getUID).limit(5_000).toArray();

            assertThat(uids[0]).isNotNegative();
            assertStrictlyIncreasing(uids);
        }
    }

    @Test
    default void givesNoUidTwiceToManyThreads() throws Exception {
        int threads = 8;
        int each = 20_000;
        try (UidGenerator generator = newGenerator(QUICK_TICKS, layout -> WorkerLease.neverReused(7))) {
            List<long[]> taken = inParallel(
                    threads,
                    () -> LongStream.generate(generator::getUID).limit(each).toArray());

            for (long[] uids : taken) {
                assertStrictlyIncreasing(uids);
            }
            assertThat(taken.stream().flatMapToLong(Arrays::stream).distinct()).hasSize(threads * each);
        }
    }

    @Test
    default void continuesAboveAUidThatItIsShown() {
        try (UidGenerator one = newGenerator(QUICK_TICKS, layout -> WorkerLease.neverReused(7));
                UidGenerator other = newGenerator(QUICK_TICKS, layout -> WorkerLease.neverReused(8))) {
            long[] uids = new long[1_000];
            for (int i = 0; i < uids.length; i += 2) {
                one.advancePast(i == 0 ? 0 : uids[i - 1]);
                uids[i] = one.getUID();
                other.advancePast(uids[i]);
                uids[i + 1] = other.getUID();
            }

            assertStrictlyIncreasing(uids);
        }
    }

    @Test
    default void claimsRangesThatAscendAndShareNoUid() throws Exception {
        int threads = 4;
        try (UidGenerator generator = newGenerator(QUICK_TICKS, layout -> WorkerLease.neverReused(7))) {
            List<List<UidRange>> claimed = inParallel(
                    threads,
                    () -> Stream.iterate(1, atMost -> atMost % 700 + 3)
                            .limit(300)
                            .map(atMost -> {
                                UidRange range = generator.claim(atMost);
                                assertThat(range.size()).isBetween(1L, (long) atMost);
                                assertThat(generator.decode(range.last()).time())
                                        .isEqualTo(
                                                generator.decode(range.first()).time());
                                return range;
                            })
                            .toList());

            for (List<UidRange> ranges : claimed) {
                assertStrictlyIncreasing(
                        ranges.stream().flatMapToLong(UidRange::uids).toArray());
            }
            long all = claimed.stream()
                    .flatMap(List::stream)
                    .mapToLong(UidRange::size)
                    .sum();
            assertThat(claimed.stream()
                            .flatMap(List::stream)
                            .flatMapToLong(UidRange::uids)
                            .distinct())
                    .hasSize((int) all);
        }
    }

    @Test
    default void claimsRangesOfItsOwnWorkerOnly() {
        UidLayout layout =
                UidLayout.builder().fieldOrder(FieldOrder.TIME_SEQUENCE_WORKER).build();
        try (UidGenerator generator = newGenerator(layout, any -> WorkerLease.neverReused(7))) {
            UidRange range = generator.claim(9);

            assertThat(range.increment()).isEqualTo(layout.sequenceIncrement());
            assertThat(range.uids().map(uid -> generator.decode(uid).workerId()))
                    .containsOnly(7L);
        }
    }

    @Test
    default void refusesToClaimNoUid() {
        try (UidGenerator generator = newGenerator(QUICK_TICKS, layout -> WorkerLease.neverReused(7))) {
            assertThatThrownBy(() -> generator.claim(0))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("atMost must be at least 1: atMost=0");
        }
    }

    @Test
    default void fillsArraysInAscendingOrder() throws Exception {
        int threads = 4;
        try (UidGenerator generator = newGenerator(QUICK_TICKS, layout -> WorkerLease.neverReused(7))) {
            List<long[]> taken = inParallel(threads, () -> {
                long[] uids = new long[3_001];
                long[] none = new long[0];
                generator.getUIDs(uids);
                generator.getUIDs(none);
                return uids;
            });

            for (long[] uids : taken) {
                assertStrictlyIncreasing(uids);
            }
            assertThat(taken.stream().flatMapToLong(Arrays::stream).distinct()).hasSize(threads * 3_001);
        }
    }

    @Test
    default void givesUidsWithinATimeout() {
        try (UidGenerator generator = newGenerator(QUICK_TICKS, layout -> WorkerLease.neverReused(7))) {
            long[] uids = LongStream.generate(
                            () -> generator.tryGetUID(Patience.LONGEST).orElseThrow())
                    .limit(5_000) // of many ticks
                    .toArray();

            assertStrictlyIncreasing(uids);
        }
    }

    @Test
    default void givesNothingWhenNoUidComesWithinTheTimeout() {
        try (ManagedUidGenerator generator = newGenerator(UidLayout.of(31, 31, 1), layout -> new OneTick())) {
            assertThat(generator.tryGetUID(Duration.ZERO)).isPresent();
            useUp(generator);
            long rejected = generator.status().rejectedTakes();
            long start = System.nanoTime();

            assertThat(generator.tryGetUID(Duration.ofMillis(30))).isEmpty();

            assertThat(System.nanoTime() - start).isBetween(29_000_000L, Patience.LONGEST.toNanos());
            assertThat(generator.status().rejectedTakes()).isEqualTo(rejected + 1);
        }
    }

    @Test
    default void refusesToWaitForAUidThatCannotCome() {
        ManagedUidGenerator generator = newGenerator(UidLayout.of(31, 31, 1), layout -> new OneTick());
        assertThatThrownBy(() -> generator.tryGetUID(Duration.ofMillis(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("timeout must not be negative: timeout=PT-0.001S");
        useUp(generator);
        long rejected = generator.status().rejectedTakes();

        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> generator.tryGetUID(Duration.ofHours(1)))
                .isExactlyInstanceOf(UidGenerateException.class)
                .hasMessageContaining("was interrupted");
        assertThat(Thread.interrupted()).isTrue();

        generator.suspend();
        assertThatThrownBy(() -> generator.tryGetUID(Duration.ofHours(1))).hasMessage("the-generator is suspended");
        generator.close();
        assertThatThrownBy(() -> generator.tryGetUID(Duration.ofHours(1)))
                .isExactlyInstanceOf(UidGenerateException.class)
                .hasMessage("the-generator is closed");
        assertThat(generator.status().rejectedTakes()).isEqualTo(rejected + 3);
    }

    private static void useUp(UidGenerator generator) {
        for (int i = 0; i < 2; i++) {
            generator.tryGetUID(Duration.ZERO);
        }
    }

    /** Allows no more than the first tick that is asked for. */
    final class OneTick extends RecordingLease {
        OneTick() {
            super(7, 0);
        }

        @Override
        public long latestTick(long currentTick) {
            return reservedThrough() < 0 ? Long.MAX_VALUE : reservedThrough();
        }
    }

    @Test
    default void hasItsWorkerIdAndATimeNearTheClock() {
        try (UidGenerator generator = newGenerator(UidLayout.DEFAULT, layout -> WorkerLease.neverReused(16_383))) {
            Instant before = Instant.now();

            DecodedUid parts = generator.decode(generator.getUID());

            assertThat(parts.workerId()).isEqualTo(16_383);
            assertThat(parts.time()).isBetween(before.minusSeconds(2), before.plusSeconds(10));
            assertThat(generator.layout()).isEqualTo(UidLayout.DEFAULT);
        }
    }

    @Test
    default void givesUidsWhoseLowestFieldIsTheWorker() throws Exception {
        UidLayout layout = UidLayout.builder()
                .timeBits(45)
                .workerBits(10)
                .seqBits(8)
                .tick(Duration.ofMillis(1))
                .fieldOrder(FieldOrder.TIME_SEQUENCE_WORKER)
                .build();
        try (UidGenerator seven = newGenerator(layout, any -> WorkerLease.neverReused(7));
                UidGenerator eight = newGenerator(layout, any -> WorkerLease.neverReused(8))) {
            List<long[]> taken = inParallel(4, () -> {
                long[] uids = new long[3_000];
                seven.getUIDs(uids);
                for (int i = 0; i < 1_000; i++) {
                    uids[i] = seven.getUID();
                }
                for (int i = 1_000; i < 2_000; i++) {
                    uids[i] = eight.getUID();
                }
                return uids;
            });

            for (long[] uids : taken) {
                assertThat(Arrays.stream(uids, 0, 1_000))
                        .allMatch(uid -> layout.decode(uid).workerId() == 7);
                assertThat(Arrays.stream(uids, 1_000, 2_000))
                        .allMatch(uid -> layout.decode(uid).workerId() == 8);
                assertStrictlyIncreasing(Arrays.copyOfRange(uids, 2_000, 3_000));
                assertStrictlyIncreasing(Arrays.copyOfRange(uids, 0, 1_000));
            }
            assertThat(taken.stream().flatMapToLong(Arrays::stream).distinct()).hasSize(4 * 3_000);
        }
    }

    @Test
    default void countsWhatItHasIssued() throws Exception {
        try (ManagedUidGenerator generator = newGenerator(UidLayout.DEFAULT, layout -> WorkerLease.neverReused(7))) {
            inParallel(4, () -> {
                generator.getUIDs(new long[1_000]);
                return new long[] {generator.getUID()};
            });

            UidGeneratorStatus status = generator.status();

            assertThat(status.workerId()).isEqualTo(7);
            assertThat(status.issued()).isBetween(3_900L, 4_008L); // a tick may have ended or begun meanwhile
            assertThat(status.refills()).isPositive();
            assertThat(status.failure()).isNull();
        }
    }

    @Test
    default void describesUidsAsTheJsonThatUsersKnowWhateverTheZoneOfTheMachine() {
        TimeZone zoneOfTheMachine = TimeZone.getDefault();
        TimeZone.setDefault(TimeZone.getTimeZone("Asia/Shanghai"));
        try (UidGenerator generator = newGenerator(UidLayout.DEFAULT, layout -> WorkerLease.neverReused(7))) {
            long uid = UidLayout.DEFAULT.encode(28_075_815, 7, 4_711);

            assertThat(generator.parseUID(uid))
                    .isEqualTo("{\"UID\":\"" + uid
                            + "\",\"timestamp\":\"2026-11-21 22:50:15\",\"workerId\":\"7\",\"sequence\":\"4711\"}");
        } finally {
            TimeZone.setDefault(zoneOfTheMachine);
        }
    }

    @Test
    default void usesNoTickBeforeTheLeaseHasReservedIt() {
        RecordingLease lease = new RecordingLease(3, 0);
        try (UidGenerator generator = newGenerator(QUICK_TICKS, layout -> lease)) {
            for (int i = 0; i < 5_000; i++) {
                long tick = QUICK_TICKS.tickOf(generator.getUID());
                assertThat(tick).isLessThanOrEqualTo(lease.reservedThrough());
            }
        }
    }

    @Test
    default void startsAtTheFirstTickOfTheLease() {
        long firstTick = QUICK_TICKS.tickAt(System.currentTimeMillis()) + 5_000;
        try (UidGenerator generator = newGenerator(QUICK_TICKS, layout -> new RecordingLease(3, firstTick))) {
            assertThat(QUICK_TICKS.tickOf(generator.getUID())).isEqualTo(firstTick);
        }
    }

    @Test
    default void goesOnWithANewWorkerIdWhenItsLeaseIsLost() {
        AtomicInteger workerIds = new AtomicInteger();
        WorkerIdAssigner loses = layout -> {
            AtomicLong lastTick = new AtomicLong();
            return new RecordingLease(workerIds.incrementAndGet(), 0) {
                @Override
                public void reserve(long tick) {
                    lastTick.compareAndSet(0, tick + 20);
                    if (workerId() == 1 && tick > lastTick.get()) {
                        throw new WorkerLeaseLostException("worker id 1 is lost");
                    }
                    super.reserve(tick);
                }
            };
        };
        try (LogRecorder log = new LogRecorder();
                UidGenerator generator = newGenerator(QUICK_TICKS, loses)) {
            long[] uids = new long[50_000];
            generator.getUIDs(uids);

            assertStrictlyIncreasing(uids);
            assertThat(Arrays.stream(uids)
                            .map(uid -> QUICK_TICKS.decode(uid).workerId())
                            .distinct())
                    .containsExactly(1L, 2L);
            assertThat(log.lines()).contains("WARNING the-generator has lost worker id 1 and takes another one");
        }
    }

    @Test
    default void stopsUsingAWorkerIdWhoseLeaseIsRevoked() {
        AtomicInteger workerIds = new AtomicInteger();
        AtomicBoolean revoked = new AtomicBoolean();
        WorkerIdAssigner revokesTheFirst = layout -> new RecordingLease(workerIds.incrementAndGet(), 0) {
            @Override
            public void reserve(long tick) {
                if (isRevoked()) {
                    throw new WorkerLeaseLostException("worker id 1 is revoked");
                }
                super.reserve(tick);
            }

            @Override
            public boolean isRevoked() {
                return workerId() == 1 && revoked.get();
            }
        };
        try (UidGenerator generator = newGenerator(UidLayout.DEFAULT, revokesTheFirst)) {
            long last = generator.getUID();
            assertThat(generator.decode(last).workerId()).isEqualTo(1);

            revoked.set(true);
            while (generator.decode(last).workerId() == 1) { // until the generator has asked the lease
                last = generator.getUID();
            }

            for (int i = 0; i < 1_000; i++) {
                long uid = generator.getUID();
                assertThat(uid).isGreaterThan(last);
                assertThat(generator.decode(uid).workerId()).isEqualTo(2);
                last = uid;
            }
        }
    }

    @Test
    default void givesTheLeaseBackOnceWithTheLastTickItMayHaveUsed() {
        RecordingLease lease = new RecordingLease(3, 0);
        UidGenerator generator = newGenerator(UidLayout.DEFAULT, layout -> lease);
        long uid = generator.getUID();

        generator.close();
        generator.close();

        assertThat(lease.releases())
                .singleElement()
                .satisfies(lastTick ->
                        assertThat(lastTick).isBetween(UidLayout.DEFAULT.tickOf(uid), lease.reservedThrough()));
    }

    @Test
    default void closesEvenIfTheStoreCannotBeTold() {
        UidGenerator generator = newGenerator(UidLayout.DEFAULT, layout -> new RecordingLease(3, 0) {
            @Override
            public void release(long lastTick) {
                throw new UidGenerateException("the store is unavailable");
            }
        });
        try (LogRecorder log = new LogRecorder()) {
            generator.close();

            assertThat(log.lines()).containsExactly("WARNING the-generator could not give worker id 3 back");
            assertThat(log.causes()).singleElement().asString().contains("the store is unavailable");
        }
    }

    @Test
    default void givesNothingAfterClose() {
        UidGenerator generator = newGenerator(UidLayout.DEFAULT, layout -> WorkerLease.neverReused(7));
        generator.getUID();

        generator.close();

        assertThatThrownBy(generator::getUID)
                .isExactlyInstanceOf(UidGenerateException.class)
                .hasMessage("the-generator is closed");
        assertThatThrownBy(() -> generator.getUIDs(new long[1])).hasMessage("the-generator is closed");
        assertThatThrownBy(() -> generator.claim(1)).hasMessage("the-generator is closed");
        assertThatCode(() -> generator.getUIDs(new long[0])).doesNotThrowAnyException();
    }

    @Test
    default void tellsThoseThatWaitThatItIsSuspended() throws Exception {
        try (ManagedUidGenerator generator = newGenerator(UidLayout.of(31, 31, 1), layout -> new OneTick())) {
            useUp(generator);
            long waits = generator.status().waits();
            long rejected = generator.status().rejectedTakes();
            CompletableFuture<OptionalLong> call =
                    CompletableFuture.supplyAsync(() -> generator.tryGetUID(Duration.ofHours(1)));
            while (generator.status().waits() == waits && !call.isDone()) {
                Thread.onSpinWait();
            }

            generator.suspend();

            assertThatThrownBy(() -> Patience.get(call))
                    .hasRootCauseInstanceOf(UidGenerateException.class)
                    .hasRootCauseMessage("the-generator is suspended");
            assertThat(generator.status().rejectedTakes()).isEqualTo(rejected + 1);
        }
    }

    @Test
    default void closesWhileItIsResumedByAStoreThatHangs() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch answers = new CountDownLatch(1);
        List<RecordingLease> leases = new CopyOnWriteArrayList<>();
        ManagedUidGenerator generator = newGenerator(QUICK_TICKS, layout -> {
            RecordingLease lease = new RecordingLease(1 + leases.size(), 0);
            leases.add(lease);
            if (leases.size() == 2) {
                asked.countDown();
                Patience.awaitTest(answers);
            }
            return lease;
        });
        generator.suspend();
        CompletableFuture<Void> resuming = CompletableFuture.runAsync(generator::resume);
        Patience.await(asked);

        generator.close();

        answers.countDown();
        assertThatThrownBy(() -> Patience.get(resuming)).hasRootCauseMessage("the-generator is closed");
        assertThat(leases)
                .hasSize(2)
                .allSatisfy(lease -> assertThat(lease.releases()).hasSize(1));
    }

    @Test
    default void closesWhileManyThreadsTake() throws Exception {
        AtomicBoolean released = new AtomicBoolean();
        AtomicInteger reservedTooLate = new AtomicInteger();
        RecordingLease lease = new RecordingLease(3, 0) {
            @Override
            public void reserve(long tick) {
                reservedTooLate.addAndGet(released.get() ? 1 : 0);
                super.reserve(tick);
            }

            @Override
            public void release(long lastTick) {
                released.set(true);
                super.release(lastTick);
            }
        };
        UidGenerator generator = newGenerator(QUICK_TICKS, layout -> lease);
        AtomicInteger begun = new AtomicInteger();
        CompletableFuture<Void> closing = CompletableFuture.runAsync(() -> {
            while (begun.get() < 4) {
                Thread.onSpinWait();
            }
            generator.close();
        });

        List<long[]> taken = inParallel(4, () -> {
            LongStream.Builder uids = LongStream.builder();
            try {
                uids.add(generator.getUID());
                begun.incrementAndGet();
                while (true) {
                    uids.add(generator.getUID());
                }
            } catch (UidGenerateException closed) {
                return uids.build().toArray();
            }
        });
        closing.get();

        long[] all = taken.stream().flatMapToLong(Arrays::stream).sorted().toArray();
        assertStrictlyIncreasing(all);
        assertThat(reservedTooLate).hasValue(0);
        assertThat(QUICK_TICKS.tickOf(all[all.length - 1]))
                .isLessThanOrEqualTo(lease.releases().get(0));
    }

    @Test
    default void refusesAWorkerIdThatDoesNotFitTheLayout() {
        assertThatThrownBy(() -> newGenerator(UidLayout.DEFAULT, layout -> WorkerLease.neverReused(16_384)))
                .isExactlyInstanceOf(OptionException.class)
                .hasMessage("workerId must be in [0, 16383] (workerBits=14): workerId=16384");
        assertThatThrownBy(() -> newGenerator(UidLayout.DEFAULT, layout -> WorkerLease.neverReused(-1)))
                .hasMessage("workerId must be in [0, 16383] (workerBits=14): workerId=-1");
    }

    @Test
    default void refusesALayoutWhoseTimeBitsAreUsedUpBeforeItTakesAWorkerId() {
        UidLayout original = UidLayout.builder()
                .timeBits(28)
                .workerBits(22)
                .seqBits(13)
                .epochStr("2016-05-20")
                .build();
        AtomicInteger assigned = new AtomicInteger();

        assertThatThrownBy(() -> newGenerator(original, layout -> WorkerLease.neverReused(assigned.incrementAndGet())))
                .isExactlyInstanceOf(UidGenerateException.class)
                .hasMessageMatching(
                        "the time bits are used up: timeBits=28 hold ticks up to 268435455, wanted tick=\\d+\\. "
                                + "The layout 28/22/13 bits of PT1S from 2016-05-20T00:00:00Z ends at 2024-11-20T21:24:16Z\\. "
                                + "A layout with more timeBits or a later epoch may repeat its UIDs: docs/migration.md shows how to continue above them");
        assertThat(assigned).hasValue(0);
    }

    @Test
    default void refusesAnEpochInTheFuture() {
        UidLayout future =
                UidLayout.builder().epoch(Instant.parse("2090-01-01T00:00:00Z")).build();

        assertThatThrownBy(() -> newGenerator(future, layout -> WorkerLease.neverReused(7)))
                .isExactlyInstanceOf(OptionException.class)
                .hasMessageStartingWith("epoch must not be in the future: epoch=2090-01-01T00:00:00Z, now=");
    }

    @Test
    default void goesOnWithANewLeaseAfterItWasSuspended() {
        List<RecordingLease> leases = new ArrayList<>();
        WorkerIdAssigner assigner = layout -> {
            RecordingLease lease = new RecordingLease(1 + leases.size(), 0);
            leases.add(lease);
            return lease;
        };
        ManagedUidGenerator generator = newGenerator(QUICK_TICKS, assigner);
        long before = generator.getUID();

        generator.suspend();
        generator.suspend();

        assertThat(leases.get(0).releases()).hasSize(1);
        long lastTick = leases.get(0).releases().get(0);
        assertThat(lastTick).isGreaterThanOrEqualTo(QUICK_TICKS.tickOf(before));
        assertThatThrownBy(generator::getUID)
                .isExactlyInstanceOf(UidGenerateException.class)
                .hasMessage("the-generator is suspended");
        assertThatThrownBy(() -> generator.getUIDs(new long[1])).hasMessage("the-generator is suspended");

        try (LogRecorder log = new LogRecorder()) {
            generator.resume();
            generator.resume();
            assertThat(log.lines()).containsExactly("INFO the-generator continues with worker id 2");
        }

        DecodedUid after = generator.decode(generator.getUID());
        assertThat(after.workerId()).isEqualTo(2);
        assertThat(QUICK_TICKS.tickOf(after.uid())).isGreaterThan(lastTick);
        generator.close();
        generator.close();
        assertThat(leases)
                .hasSize(2)
                .allSatisfy(lease -> assertThat(lease.releases()).hasSize(1));
        assertThatThrownBy(generator::resume).hasMessage("the-generator is closed");
    }

    @Test
    default void givesItsLeaseBackOnceIfItIsClosedWhileSuspended() {
        RecordingLease lease = new RecordingLease(3, 0);
        ManagedUidGenerator generator = newGenerator(QUICK_TICKS, layout -> lease);

        generator.suspend();
        generator.close();
        generator.suspend();

        assertThat(lease.releases()).hasSize(1);
        assertThatThrownBy(generator::getUID).hasMessage("the-generator is closed");
    }

    @Test
    default void staysSuspendedWhenNoWorkerIdCanBeHadAndTriesAgain() {
        AtomicBoolean away = new AtomicBoolean();
        WorkerIdAssigner assigner = layout -> {
            if (away.get()) {
                throw new UidGenerateException("the store is unavailable");
            }
            return WorkerLease.neverReused(3);
        };
        try (ManagedUidGenerator generator = newGenerator(QUICK_TICKS, assigner)) {
            generator.suspend();
            away.set(true);
            assertThatThrownBy(generator::resume).hasMessage("the store is unavailable");
            assertThatThrownBy(generator::getUID).hasMessage("the-generator is suspended");

            away.set(false);
            generator.resume();

            assertThat(generator.getUID()).isPositive();
        }
    }

    @Test
    default void givesNothingTwiceWhileItIsSuspendedAndResumedUnderLoad() throws Exception {
        AtomicInteger workerIds = new AtomicInteger();
        ManagedUidGenerator generator =
                newGenerator(QUICK_TICKS, layout -> WorkerLease.neverReused(workerIds.incrementAndGet()));
        AtomicBoolean stopped = new AtomicBoolean();
        CompletableFuture<Void> switches = CompletableFuture.runAsync(() -> {
            for (int i = 0; i < 50; i++) {
                generator.suspend();
                generator.resume();
            }
            stopped.set(true);
        });
        List<long[]> taken = inParallel(3, () -> {
            LongStream.Builder uids = LongStream.builder();
            while (!stopped.get() && !switches.isDone()) {
                try {
                    uids.add(generator.getUID());
                } catch (UidGenerateException e) {
                    assertThat(e).hasMessage("the-generator is suspended");
                }
            }
            return uids.build().toArray();
        });
        switches.get();
        generator.close();

        assertThat(workerIds).hasValue(51);
        taken.forEach(UidGeneratorContract::assertStrictlyIncreasing);
        assertThat(taken.stream().flatMapToLong(Arrays::stream).distinct().count())
                .isEqualTo(taken.stream().mapToLong(uids -> uids.length).sum());
    }

    private static void assertStrictlyIncreasing(long[] uids) {
        for (int i = 1; i < uids.length; i++) {
            if (uids[i] <= uids[i - 1]) {
                throw new AssertionError(
                        String.format(Locale.ROOT, "uid %d after %d at index %d", uids[i], uids[i - 1], i));
            }
        }
    }

    private static <T> List<T> inParallel(int threads, java.util.function.Supplier<T> task) throws Exception {
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            List<CompletableFuture<T>> running = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                running.add(CompletableFuture.supplyAsync(task, executor));
            }
            List<T> results = new ArrayList<>();
            for (CompletableFuture<T> one : running) {
                results.add(one.get());
            }
            return results;
        } finally {
            executor.shutdown();
        }
    }
}
