package org.uidgenerator.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.buffer.RejectedTakeBufferHandler;
import org.uidgenerator.contract.LogRecorder;
import org.uidgenerator.contract.RecordingLease;
import org.uidgenerator.worker.LeaseState;
import org.uidgenerator.worker.WorkerLease;
import org.uidgenerator.worker.WorkerLeaseLostException;

@Timeout(600)
class CachedUidGeneratorTest {
    private static final int UIDS_PER_TICK = 8_192;

    private final VirtualTime time = new VirtualTime();

    /** A generator in virtual time whose padder runs when the test says so, and which fails rather than waits. */
    private CachedUidGenerator.Builder inVirtualTime(WorkerLease lease) {
        return CachedUidGenerator.builder(layout -> lease)
                .name("orders")
                .clock(time.clock)
                .waiting(time)
                .rejectedTakeBufferHandler(RejectedTakeBufferHandler.FAIL)
                .threadFactory(NeverRuns::new);
    }

    private CachedUidGenerator.Builder inVirtualTime() {
        return inVirtualTime(WorkerLease.of(7));
    }

    private void assertInWindow(long uid, Duration maxStaleness, Duration maxBorrow) {
        Instant now = time.clock.instant();
        assertThat(UidLayout.DEFAULT.decode(uid).time()).isBetween(now.minus(maxStaleness), now.plus(maxBorrow));
    }

    private static List<Long> takeUntilItFails(CachedUidGenerator generator) {
        List<Long> uids = new ArrayList<>();
        try {
            while (true) {
                uids.add(generator.getUID());
            }
        } catch (UidGenerateException empty) {
            return uids;
        }
    }

    // ---- time

    @Test
    void borrowsNoFurtherThanMaxBorrow() {
        CachedUidGenerator generator =
                inVirtualTime().maxBorrow(Duration.ofSeconds(10)).build();
        List<Long> uids = new ArrayList<>();
        for (int run = 0; run < 5; run++) {
            uids.addAll(takeUntilItFails(generator));
            generator.run.padder.thread.runOnce();
        }

        long ticks = uids.stream().map(UidLayout.DEFAULT::tickOf).distinct().count();
        assertThat(ticks).isEqualTo(11); // this one and ten to come
        assertInWindow(uids.get(uids.size() - 1), Duration.ZERO, Duration.ofSeconds(10));
        assertThatThrownBy(generator::getUID)
                .isExactlyInstanceOf(UidGenerateException.class)
                .hasMessage("orders has no UID: its ring is empty after waiting for 0 ms, "
                        + "maxBorrow allows no later tick now and the layout sustains 8192 UIDs a second")
                .hasNoCause();

        time.pass(Duration.ofSeconds(1));
        generator.run.padder.thread.runOnce();
        assertThat(takeUntilItFails(generator)).hasSize(UIDS_PER_TICK);
    }

    @Test
    void asksToBeWokenWhenTheNextTickMayBeClaimed() {
        CachedUidGenerator generator = inVirtualTime().maxBorrow(Duration.ZERO).build();
        takeUntilItFails(generator);

        assertThat(generator.run.padder.thread.runOnce())
                .isEqualTo(Duration.ofMillis(250).toNanos()); // the check comes first
        time.pass(Duration.ofMillis(500));
        assertThat(generator.run.padder.thread.runOnce())
                .isEqualTo(Duration.ofMillis(100).toNanos());
    }

    @Test
    void handsOutNoTickOlderThanMaxStaleness() {
        CachedUidGenerator generator = inVirtualTime().build();
        generator.getUID();
        for (int i = 0; i < 100; i++) {
            time.pass(Duration.ofMillis(250));
            generator.run.padder.thread.runOnce();
            assertInWindow(generator.getUID(), Duration.ofSeconds(2), Duration.ofSeconds(8));
        }
    }

    @Test
    void handsOutNoStaleTickEvenIfOneCheckIsMissed() {
        CachedUidGenerator generator = inVirtualTime().build();
        for (int i = 0; i < 100; i++) {
            generator.run.padder.thread.runOnce();
            generator.getUID();
            time.pass(Duration.ofMillis(499));
            assertInWindow(generator.getUID(), Duration.ofSeconds(2), Duration.ofSeconds(8));
        }
    }

    @Test
    void doesNotHandOutTheSecondItBootedInAfterAnIdleHour() {
        CachedUidGenerator generator = inVirtualTime().build();
        generator.getUID();

        time.pass(Duration.ofHours(1));
        generator.run.padder.thread.runOnce();
        assertThatThrownBy(generator::getUID) // all was stale
                .hasMessageStartingWith("orders has no UID: its ring is empty after waiting for 0 ms");
        generator.run.padder.thread.runOnce();

        assertInWindow(generator.getUID(), Duration.ZERO.plusSeconds(1), Duration.ZERO);
    }

    @Test
    void countsOnWhenTheClockIsSetBackByHours() {
        CachedUidGenerator generator = inVirtualTime().build();
        long before = generator.getUID();

        time.clock.advance(Duration.ofHours(-3));
        generator.run.padder.thread.runOnce();

        assertThat(generator.getUID()).isEqualTo(before + 1);
        assertInWindow(before, Duration.ZERO, Duration.ofHours(4));
    }

    @Test
    void failsWhenTheClockIsSetBackBeyondMaxBorrowAndRecoversWhenItCatchesUp() {
        CachedUidGenerator generator =
                inVirtualTime().maxBorrow(Duration.ofHours(1)).build();
        long before = generator.getUID();

        time.clock.advance(Duration.ofHours(-3));
        generator.run.padder.thread.runOnce();
        assertThatThrownBy(generator::getUID).hasMessageStartingWith("orders has no UID"); // all was too far ahead
        generator.run.padder.thread.runOnce();
        assertThatThrownBy(generator::getUID).hasMessageContaining("maxBorrow allows no later tick now");

        time.clock.advance(Duration.ofHours(2).plusSeconds(10));
        generator.run.padder.thread.runOnce();
        long after = generator.getUID();
        assertThat(after).isGreaterThan(before);
        assertInWindow(after, Duration.ZERO, Duration.ofHours(1));
    }

    @Test
    void followsTheClockWhenItJumpsAheadByHours() {
        CachedUidGenerator generator = inVirtualTime().build();
        generator.getUID();

        time.clock.advance(Duration.ofHours(5));
        generator.run.padder.thread.runOnce();
        takeUntilItFails(generator);
        generator.run.padder.thread.runOnce();

        assertInWindow(generator.getUID(), Duration.ofSeconds(1), Duration.ZERO);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void keepsUniquenessOrderAndWindowWhateverTheClockDoes(long seed) {
        Random random = new Random(seed);
        Duration maxStaleness = Duration.ofSeconds(4);
        Duration maxBorrow = Duration.ofHours(2);
        CachedUidGenerator generator = inVirtualTime()
                .maxStaleness(maxStaleness)
                .maxBorrow(maxBorrow)
                .boostPower(random.nextInt(4))
                .build();
        long previous = -1;
        int given = 0;
        for (int step = 0; step < 2_000; step++) {
            switch (random.nextInt(10)) {
                case 0 -> time.clock.advance(Duration.ofMillis(random.nextInt(8 * 3_600_000) - 4 * 3_600_000));
                case 1 -> time.clock.advance(Duration.ofMillis(random.nextInt(20_000) - 10_000));
                default -> time.pass(Duration.ofMillis(random.nextInt(1_000)));
            }
            generator.run.padder.thread.runOnce();
            try {
                long[] uids = new long[random.nextInt(3) == 0 ? random.nextInt(20_000) : 1];
                generator.getUIDs(uids);
                for (long uid : uids) {
                    assertThat(uid).isGreaterThan(previous);
                    previous = uid;
                    given++;
                }
                if (uids.length > 0) {
                    assertInWindow(uids[uids.length - 1], maxStaleness, maxBorrow);
                }
            } catch (UidGenerateException emptyOrTooFarAhead) {
                generator.run.padder.thread.runOnce();
            }
        }
        assertThat(given).isPositive();
    }

    @Test
    void stopsWithPositiveUidsWhenTheTimeBitsAreUsedUp() {
        UidLayout ending = UidLayout.builder()
                .epoch(VirtualTime.START.minusSeconds((1L << 31) - 30))
                .build();
        CachedUidGenerator generator =
                inVirtualTime(WorkerLease.of(524_287)).layout(ending).build();
        List<Long> uids = new ArrayList<>();
        for (int run = 0; run < 5; run++) {
            uids.addAll(takeUntilItFails(generator));
            generator.run.padder.thread.runOnce();
        }

        assertThat(uids).allMatch(uid -> uid >= 0).doesNotHaveDuplicates();
        assertThat(uids.get(uids.size() - 1)).isEqualTo(Long.MAX_VALUE);
        assertThatThrownBy(generator::getUID)
                .hasMessageStartingWith(
                        "orders has no UID: its ring is empty after waiting for 0 ms, padding fails: the time bits are used up: timeBits=31")
                .cause()
                .hasMessageContaining("hold ticks up to 2147483647, wanted tick=2147483648");
    }

    @Test
    void spreadsTheLowBitsAtOneUidASecond() {
        CachedUidGenerator generator = inVirtualTime().build();

        LowBitsAssert.assertSpread(() -> {
            for (int check = 0; check < 4; check++) {
                time.pass(Duration.ofMillis(250));
                generator.run.padder.thread.runOnce();
            }
            return generator.getUID();
        });
    }

    @Test
    void warnsOnceOfBorrowingMoreThanAMinute() {
        try (LogRecorder log = new LogRecorder()) {
            CachedUidGenerator generator = inVirtualTime().build();
            for (int run = 0; run < 30; run++) {
                takeUntilItFails(generator);
                generator.run.padder.thread.runOnce();
            }

            assertThat(log.lines())
                    .filteredOn(line -> line.startsWith("WARNING"))
                    .containsExactly(
                            "WARNING orders has borrowed more than a minute from the future; its layout sustains 8192 UIDs a second");
        }
    }

    @Test
    void saysAtStartWhenTheLayoutEnds() {
        try (LogRecorder log = new LogRecorder()) {
            inVirtualTime().build();

            assertThat(log.lines())
                    .containsExactly(
                            "INFO orders is ready: worker id 7, 31/19/13 bits of PT1S from 2026-01-01T00:00:00Z, ends at 2094-01-19T03:14:08Z, ring of 64 blocks of 1024 UIDs");
        }
    }

    // ---- padding

    @Test
    void padsWhenTheRingFallsBelowThePaddingFactor() {
        CachedUidGenerator generator = inVirtualTime().paddingFactor(25).build();
        takeBlocks(generator, 48);
        generator.run.padder.thread.runOnce();
        assertThat(generator.ring.size()).isEqualTo(16); // a quarter is left: not below

        takeBlocks(generator, 1);
        generator.run.padder.thread.runOnce();
        assertThat(generator.ring.size()).isEqualTo(64);
    }

    @Test
    void padsByScheduleWithoutBeingAsked() {
        CachedUidGenerator generator =
                inVirtualTime().scheduleInterval(Duration.ofMillis(700)).build();
        takeBlocks(generator, 1);

        time.pass(Duration.ofMillis(699));
        generator.run.padder.thread.runOnce();
        assertThat(generator.ring.size()).isEqualTo(63);
        time.pass(Duration.ofMillis(1));
        generator.run.padder.thread.runOnce();
        assertThat(generator.ring.size()).isEqualTo(64);
    }

    @Test
    void asksForPaddingOnceAndSaysNothingInAMillionCallsBelowTheThreshold() {
        AtomicInteger threads = new AtomicInteger();
        AtomicInteger paddings = new AtomicInteger();
        CachedUidGenerator generator = inVirtualTime()
                .layout(UidLayout.of(31, 10, 22))
                .boostPower(0)
                .rejectedPutBufferHandler(ring -> paddings.incrementAndGet())
                .threadFactory(padder -> {
                    threads.incrementAndGet();
                    return new NeverRuns(padder);
                })
                .build();
        takeBlocks(generator, 600);
        assertThat(generator.ring.size()).isLessThan(512);
        try (LogRecorder log = new LogRecorder()) {
            for (int i = 0; i < 1_000_000; i++) {
                generator.getUID();
            }
            generator.run.padder.thread.runOnce();
            generator.run.padder.thread.runOnce();

            assertThat(log.lines()).isEmpty();
        }
        assertThat(generator.ring.size()).isEqualTo(1_024);
        assertThat(paddings).hasValue(2); // when it was made, and now
        assertThat(threads).hasValue(1);
    }

    private static void takeBlocks(CachedUidGenerator generator, int blocks) {
        for (int block = 0; block < blocks; ) {
            int size = generator.ring.size();
            generator.getUID();
            block += size - generator.ring.size();
        }
    }

    @Test
    void losesNothingBetweenPaddings() {
        List<Integer> rejected = new ArrayList<>();
        CachedUidGenerator generator = inVirtualTime()
                .rejectedPutBufferHandler(ring -> rejected.add(ring.size()))
                .build();
        List<Long> uids = new ArrayList<>();
        for (int run = 0; run < 4; run++) {
            uids.addAll(takeUntilItFails(generator));
            generator.run.padder.thread.runOnce();
        }

        for (int i = 1; i < uids.size(); i++) {
            boolean nextInTick = uids.get(i) == uids.get(i - 1) + 1;
            boolean nextTick = uids.get(i) == uids.get(i - 1) + (1L << 32) - (UIDS_PER_TICK - 1);
            assertThat(nextInTick || nextTick).as("uid %d", i).isTrue();
        }
        assertThat(rejected).hasSize(5).containsOnly(64);
    }

    @Test
    void reportsAnOutageOnceGoesOnWithTheRingAndHeals() {
        AtomicReference<RuntimeException> outage = new AtomicReference<>();
        WorkerLease lease = new RecordingLease(7, 0) {
            @Override
            public void reserve(long tick) {
                if (outage.get() != null) {
                    throw outage.get();
                }
            }
        };
        try (LogRecorder log = new LogRecorder()) {
            CachedUidGenerator generator = inVirtualTime(lease).build();
            outage.set(new UidGenerateException("the store is away"));

            assertThat(takeUntilItFails(generator)).hasSizeGreaterThan(7 * UIDS_PER_TICK);
            assertThat(generator.run.padder.thread.runOnce()) // what is left of the tick
                    .isEqualTo(Duration.ofMillis(50).toNanos());
            assertThat(takeUntilItFails(generator)).isNotEmpty();
            assertThat(generator.run.padder.thread.runOnce())
                    .isEqualTo(Duration.ofMillis(100).toNanos());
            assertThat(generator.run.padder.thread.runOnce())
                    .isEqualTo(Duration.ofMillis(200).toNanos());
            assertThatThrownBy(generator::getUID)
                    .hasMessage(
                            "orders has no UID: its ring is empty after waiting for 0 ms, padding fails: the store is away")
                    .hasCause(outage.get());

            outage.set(null);
            generator.run.padder.thread.runOnce();
            generator.run.padder.thread.runOnce();
            assertThat(generator.run.padder.failure()).isNull();
            assertThat(generator.getUID()).isPositive();
            assertThat(log.lines().subList(1, log.lines().size()))
                    .containsExactly(
                            "SEVERE orders could not pad its ring, trying again with back-off",
                            "INFO orders pads again after 3 failed runs");
            assertThat(log.causes()).hasSize(1);
        }
    }

    @Test
    void healsAfterAnErrorInAHandler() {
        AtomicReference<Error> error = new AtomicReference<>();
        CachedUidGenerator generator = inVirtualTime()
                .rejectedPutBufferHandler(ring -> {
                    if (error.get() != null) {
                        throw error.get();
                    }
                })
                .build();
        error.set(new StackOverflowError("handler"));
        try (LogRecorder log = new LogRecorder()) {
            takeUntilItFails(generator);
            generator.run.padder.thread.runOnce();
            error.set(null);
            generator.run.padder.thread.runOnce();

            assertThat(log.lines()).hasSize(2);
            assertThat(generator.getUID()).isPositive();
        }
    }

    /** Lease 1 is revoked, and says so when it is asked, or only when it is to reserve a tick. */
    private static final class RevokedLease extends RecordingLease {
        private final AtomicBoolean storeHasGoneBack;
        private final boolean noticesInReservations;
        private boolean noticed;

        RevokedLease(long workerId, AtomicBoolean storeHasGoneBack, boolean noticesInReservations) {
            super(workerId, 0);
            this.storeHasGoneBack = storeHasGoneBack;
            this.noticesInReservations = noticesInReservations;
        }

        @Override
        public void reserve(long tick) {
            noticed |= workerId() == 1 && storeHasGoneBack.get();
            if (noticed) {
                throw new WorkerLeaseLostException("worker id 1 is revoked");
            }
            super.reserve(tick);
        }

        @Override
        public boolean isRevoked() {
            return noticed || (!noticesInReservations && workerId() == 1 && storeHasGoneBack.get());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void dropsAllItHasBufferedWhenItsLeaseIsRevoked(boolean noticedInAReservation) {
        AtomicLong workerIds = new AtomicLong();
        AtomicBoolean storeHasGoneBack = new AtomicBoolean();
        CachedUidGenerator generator = CachedUidGenerator.builder(layout ->
                        new RevokedLease(workerIds.incrementAndGet(), storeHasGoneBack, noticedInAReservation))
                .clock(time.clock)
                .waiting(time)
                .rejectedTakeBufferHandler(RejectedTakeBufferHandler.FAIL)
                .threadFactory(time)
                .build();
        takeBlocks(generator, 40);
        storeHasGoneBack.set(true);

        time.pass(Duration.ofMillis(250)); // finds out, takes another lease and fills the ring

        assertThat(takeUntilItFails(generator))
                .isNotEmpty()
                .allMatch(uid -> generator.decode(uid).workerId() == 2);
    }

    @Test
    void givesTheLeaseBackIfItCannotFillTheRing() {
        RecordingLease lease = new RecordingLease(7, 42) {
            @Override
            public void reserve(long tick) {
                throw new UidGenerateException("the store is away");
            }
        };

        assertThatThrownBy(() -> inVirtualTime(lease).build()).hasMessage("the store is away");
        assertThat(lease.releases()).containsExactly(41L);
    }

    @Test
    void givesTheLeaseBackIfItsThreadCannotBeMadeOrAHandlerFailsAtTheStart() {
        RecordingLease lease = new RecordingLease(7, 0);

        assertThatThrownBy(() -> inVirtualTime(lease)
                        .threadFactory(padder -> {
                            throw new IllegalStateException("no more threads");
                        })
                        .build())
                .hasMessage("no more threads");
        assertThat(lease.releases()).containsExactly(lease.reservedThrough());

        assertThatThrownBy(() -> inVirtualTime(lease)
                        .rejectedPutBufferHandler(ring -> {
                            throw new StackOverflowError("handler");
                        })
                        .build())
                .isInstanceOf(StackOverflowError.class);
        assertThat(lease.releases()).hasSize(2);
    }

    @Test
    void handsOutNothingStaleWhileALostLeaseIsReplacedByAStoreThatHangs() {
        AtomicBoolean lost = new AtomicBoolean();
        AtomicInteger threads = new AtomicInteger();
        RecordingLease lease = new RecordingLease(7, 0) {
            @Override
            public void reserve(long tick) {
                if (lost.get()) {
                    throw new WorkerLeaseLostException("gone");
                }
            }
        };
        CachedUidGenerator generator = inVirtualTime(lease)
                .threadFactory(work -> threads.getAndIncrement() == 0 ? time.newThread(work) : new NeverRuns(work))
                .build();
        lost.set(true);
        int served = 0;
        for (int i = 0; i < 120; i++) {
            time.pass(Duration.ofMillis(250));
            try {
                assertInWindow(generator.getUID(), Duration.ofSeconds(2), Duration.ofSeconds(8));
                served++;
            } catch (UidGenerateException none) {
                assertThat(none).hasMessageContaining("worker id 7 is lost and no other is there yet: no answer yet");
            }
        }
        assertThat(served).isBetween(30, 60); // as long as what is buffered is fresh
        assertThat(threads).hasValue(2);
    }

    @Test
    void opensNoBlockWhileItIsBeingClosed() throws Exception {
        CachedUidGenerator generator = inVirtualTime().build();
        Stripe[] stripes = generator.openBlocks.stripes;
        Stripe last = stripes[stripes.length - 1];
        CompletableFuture<Void> closing;
        last.lock.lock(); // so that the close stops after it has retired the first
        try {
            closing = CompletableFuture.runAsync(generator::close);
            while (!last.lock.hasQueuedThreads()) {
                Thread.onSpinWait();
            }
            assertThatThrownBy(() -> generator.openBlocks.open(stripes[0])).hasMessage("orders is closed");
            assertThatThrownBy(() -> generator.openBlocks.join(stripes[0], 1)).hasMessage("orders is closed");
        } finally {
            last.lock.unlock();
        }
        closing.get(120, TimeUnit.SECONDS);
    }

    // ---- taking

    @Test
    void lookAgainAsLongAsTheTakeHandlerSays() {
        AtomicReference<CachedUidGenerator> generator = new AtomicReference<>();
        List<Long> waits = new ArrayList<>();
        generator.set(inVirtualTime()
                .rejectedTakeBufferHandler((ring, waitedNanos) -> {
                    waits.add(waitedNanos);
                    time.pass(Duration.ofMillis(3));
                    if (waits.size() == 3) {
                        generator.get().run.padder.thread.runOnce();
                    }
                    return true;
                })
                .build());

        for (int i = 0; i < 9 * UIDS_PER_TICK; i++) {
            generator.get().getUID();
        }

        assertThat(waits).containsExactly(0L, 3_000_000L, 6_000_000L);
    }

    @Test
    void servesTheCallThatWaitsBeforeOneThatComesLater() {
        AtomicReference<CachedUidGenerator> generator = new AtomicReference<>();
        List<Long> uidsOfTheOther = new ArrayList<>();
        generator.set(inVirtualTime()
                .rejectedTakeBufferHandler((ring, waitedNanos) -> {
                    generator.get().run.padder.thread.runOnce();
                    uidsOfTheOther.add(generator.get().getUID()); // the same stripe
                    return true;
                })
                .build());
        long[] uids = new long[8 * UIDS_PER_TICK]; // all that is in store, and those skipped at the start

        generator.get().getUIDs(uids);

        assertThat(uidsOfTheOther).containsExactly(uids[uids.length - 1] + 1);
    }

    @Test
    void waitsForThePadderByDefault() {
        try (CachedUidGenerator generator = CachedUidGenerator.builder(layout -> WorkerLease.of(7))
                .boostPower(0)
                .build()) {
            Set<Long> uids = new HashSet<>();
            for (int i = 0; i < 20 * UIDS_PER_TICK; i++) {
                uids.add(generator.getUID());
            }
            assertThat(uids).hasSize(20 * UIDS_PER_TICK);
        }
    }

    @Test
    void failsAtTheDeadlineOfItsWait() {
        CachedUidGenerator generator = CachedUidGenerator.builder(layout -> WorkerLease.of(7))
                .maxBorrow(Duration.ZERO)
                .maxStaleness(Duration.ofHours(3))
                .layout(UidLayout.builder().tick(Duration.ofHours(1)).build())
                .rejectedTakeBufferHandler(RejectedTakeBufferHandler.waitFor(Duration.ofMillis(20)))
                .build();
        try (generator) {
            assertThatThrownBy(() -> generator.getUIDs(new long[2 * UIDS_PER_TICK]))
                    .isExactlyInstanceOf(UidGenerateException.class)
                    .hasMessageMatching(
                            "uid-generator has no UID: its ring is empty after waiting for \\d\\d+ ms, maxBorrow allows no later tick now.*");
        }
    }

    @Test
    void letsNoCallerQueueBehindAnotherWhileTheStoreIsSlow() throws Exception {
        CountDownLatch allWait = new CountDownLatch(20);
        AtomicReference<CountDownLatch> answers = new AtomicReference<>(new CountDownLatch(0));
        CachedUidGenerator generator = CachedUidGenerator.builder(layout -> new RecordingLease(7, 0) {
                    @Override
                    public void reserve(long tick) {
                        Callers.await(answers.get());
                    }

                    @Override
                    public LeaseState state() {
                        return new LeaseState(OptionalLong.empty(), -1, null);
                    }
                })
                .boostPower(0)
                .ordering(Ordering.STRICT)
                .rejectedTakeBufferHandler((ring, waitedNanos) -> {
                    if (answers.get().getCount() == 0) {
                        return ring.awaitNotEmpty(Duration.ofMinutes(1).toNanos());
                    }
                    allWait.countDown();
                    Callers.await(allWait);
                    return false;
                })
                .build();
        answers.set(new CountDownLatch(1));
        Set<Long> uids = ConcurrentHashMap.newKeySet();

        List<Throwable> failures = Callers.start(20, () -> generator.getUIDs(new long[4 * UIDS_PER_TICK]))
                .failures();
        assertThat(failures)
                .hasSize(20)
                .allSatisfy(failure -> assertThat(failure)
                        .isExactlyInstanceOf(UidGenerateException.class)
                        .hasMessageContaining("no ticks of worker id 7 are reserved: no answer yet"));
        answers.get().countDown();
        assertThat(Callers.start(20, () -> uids.add(generator.getUID())).failures())
                .isEmpty();
        assertThat(uids).hasSize(20);
        generator.close();
    }

    @Test
    void endsTheWaitsOfAllCallersWhenTheClockIsSetBackMeanwhile() throws Exception {
        Set<Thread> waiting = ConcurrentHashMap.newKeySet();
        RejectedTakeBufferHandler waitFor = RejectedTakeBufferHandler.waitFor(Duration.ofMillis(200));
        CachedUidGenerator generator = CachedUidGenerator.builder(layout -> WorkerLease.of(7))
                .clock(time.clock)
                .maxBorrow(Duration.ZERO)
                .rejectedTakeBufferHandler((ring, waitedNanos) -> {
                    waiting.add(Thread.currentThread());
                    return waitFor.rejectTakeBuffer(ring, waitedNanos);
                })
                .build();
        Callers callers = Callers.start(20, () -> generator.getUIDs(new long[2 * UIDS_PER_TICK]));
        while (waiting.size() < 20) {
            Thread.onSpinWait();
        }

        time.clock.advance(Duration.ofHours(-3));

        assertThat(callers.failures())
                .hasSize(20)
                .allSatisfy(failure -> assertThat(failure)
                        .isExactlyInstanceOf(UidGenerateException.class)
                        .hasMessageContaining("maxBorrow allows no later tick now"));
        generator.close();
    }

    @Test
    void keepsTheInterruptOfACallerThatWaits() {
        CachedUidGenerator generator = inVirtualTime()
                .rejectedTakeBufferHandler(RejectedTakeBufferHandler.waitFor(Duration.ofMinutes(1)))
                .build();
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> generator.getUIDs(new long[10 * UIDS_PER_TICK]))
                .isExactlyInstanceOf(UidGenerateException.class)
                .hasMessage("orders was interrupted while waiting for its padder")
                .hasCauseInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void endsTheWaitsWhenItIsClosed() {
        CachedUidGenerator generator = inVirtualTime()
                .rejectedTakeBufferHandler(RejectedTakeBufferHandler.waitFor(Duration.ofMinutes(1)))
                .build();
        CompletableFuture<Void> waits =
                CompletableFuture.runAsync(() -> generator.getUIDs(new long[10 * UIDS_PER_TICK]));
        while (generator.ring.size() > 0) {
            Thread.onSpinWait();
        }

        generator.close();

        assertThatThrownBy(waits::join).hasRootCauseMessage("orders is closed");
    }

    @Test
    void ordersStrictlyWhatManyThreadsTakeIfAskedTo() {
        assertThat(inversions(Ordering.STRICT)).isZero();
    }

    @Test
    void doesNotOrderAcrossThreadsUnlessAskedTo() {
        assertThat(inversions(Ordering.PER_THREAD)).isPositive();
    }

    /** How many calls got a UID below one that another thread had been given before the call began. */
    private static long inversions(Ordering ordering) {
        try (CachedUidGenerator generator = CachedUidGenerator.builder(layout -> WorkerLease.of(7))
                .layout(UidLayout.of(31, 10, 22))
                .ordering(ordering)
                .build()) {
            AtomicLong greatest = new AtomicLong();
            AtomicLong inversions = new AtomicLong();
            CompletableFuture<?>[] takers = Stream.generate(() -> CompletableFuture.runAsync(
                            () -> {
                                for (int i = 0; i < 200_000; i++) {
                                    long before = greatest.get();
                                    long uid = generator.getUID();
                                    if (uid <= before) {
                                        inversions.incrementAndGet();
                                    }
                                    greatest.accumulateAndGet(uid, Math::max);
                                }
                            },
                            taker -> new Thread(taker).start()))
                    .limit(4)
                    .toArray(CompletableFuture<?>[]::new);
            CompletableFuture.allOf(takers).join();
            return inversions.get();
        }
    }

    // ---- life cycle and options

    @Test
    void opensNoBlockForEachOfManyThreadsThatTakeFewUids() throws Exception {
        CachedUidGenerator generator = inVirtualTime().boostPower(10).build();
        int blocks = generator.ring.size();
        int stripes = Integer.highestOneBit(8 * Runtime.getRuntime().availableProcessors() - 1);

        for (int i = 0; i < 2_000; i++) {
            Thread thread = new Thread(generator::getUID);
            thread.start();
            thread.join();
        }

        assertThat(blocks - generator.ring.size()).isEqualTo(stripes);
    }

    @Test
    void runsOneDaemonNamedAfterItUntilItIsClosed() {
        AtomicReference<Thread> padder = new AtomicReference<>();
        CachedUidGenerator generator = CachedUidGenerator.builder(layout -> WorkerLease.of(7))
                .name("orders")
                .threadFactory(runnable -> {
                    padder.set(new Thread(runnable));
                    return padder.get();
                })
                .build();
        assertThat(padder.get().getName()).isEqualTo("orders-padder");
        assertThat(padder.get().isDaemon()).isTrue();
        assertThat(padder.get().isAlive()).isTrue();

        padder.get().interrupt(); // somebody else's mistake
        assertThat(generator.getUID()).isPositive();
        assertThat(padder.get().isAlive()).isTrue();

        try (LogRecorder log = new LogRecorder()) {
            generator.close();
            assertThat(log.lines()).isEmpty();
        }
        assertThat(padder.get().isAlive()).isFalse();
    }

    @Test
    void canBeClosedAgainByAnotherThread() throws Exception {
        CachedUidGenerator generator =
                CachedUidGenerator.builder(layout -> WorkerLease.of(7)).build();
        generator.close();

        CompletableFuture.runAsync(generator::close).get(120, TimeUnit.SECONDS);
    }

    @Test
    void keepsItsOptionsWhenTheBuilderIsUsedForAnotherGenerator() {
        List<String> threads = new CopyOnWriteArrayList<>();
        CachedUidGenerator.Builder builder = CachedUidGenerator.builder(layout -> WorkerLease.of(7))
                .name("orders")
                .threadFactory(work -> new Thread(() -> {
                    threads.add(Thread.currentThread().getName());
                    work.run();
                }));
        CachedUidGenerator generator = builder.build();
        builder.name("invoices").threadFactory(NeverRuns::new);

        generator.suspend();
        generator.resume();
        generator.close();

        assertThat(threads).containsExactly("orders-padder", "orders-padder");
    }

    @Test
    void isNotResumedWhileItsPadderHasNotEnded() throws Exception {
        AtomicReference<CachedUidGenerator> generator = new AtomicReference<>();
        CompletableFuture<Throwable> refusal = new CompletableFuture<>();
        generator.set(CachedUidGenerator.builder(layout -> WorkerLease.of(7))
                .name("orders")
                .rejectedPutBufferHandler(ring -> {
                    CachedUidGenerator running = generator.get();
                    if (running != null && !refusal.isDone()) { // in the padder, which cannot wait for its own end
                        running.suspend();
                        refusal.complete(catchThrowable(running::resume));
                    }
                })
                .build());

        Callers.start(1, () -> generator.get().getUIDs(new long[40_000])); // which may find it suspended

        assertThat(refusal.get(120, TimeUnit.SECONDS))
                .isExactlyInstanceOf(UidGenerateException.class)
                .hasMessage("orders is still busy with giving its worker id back");
        generator.get().close();
    }

    @Test
    void keepsTheInterruptOfWhoClosesIt() {
        CachedUidGenerator generator =
                CachedUidGenerator.builder(layout -> WorkerLease.of(7)).build();
        Thread.currentThread().interrupt();

        generator.close();

        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void givesUid0Too() {
        CachedUidGenerator.Builder builder = inVirtualTime(WorkerLease.of(0))
                .layout(UidLayout.builder().epoch(VirtualTime.START).build());

        assertThat(builder.build().getUID()).isZero();
        assertThat(builder.build().tryGetUID(Duration.ZERO)).hasValue(0);
    }

    @Test
    void keepsTheRingSmallForAnyLayout() {
        CachedUidGenerator huge =
                inVirtualTime().layout(UidLayout.of(31, 6, 26)).boostPower(10).build();
        assertThat(huge.ring.capacity()).isEqualTo(1_024);
        assertThat(huge).hasToString("orders (31/6/26 bits of PT1S from 2026-01-01T00:00:00Z, 1024 of 1024 blocks)");

        CachedUidGenerator tiny =
                inVirtualTime().layout(UidLayout.of(31, 31, 1)).boostPower(12).build();
        assertThat(tiny.ring.capacity()).isEqualTo(4_096);
    }

    @Test
    void takesOptionsAtTheEndsOfTheirRanges() {
        for (Duration shortestOrLongest : List.of(Duration.ofSeconds(2), Duration.ofDays(365_000))) {
            CachedUidGenerator generator = inVirtualTime()
                    .maxStaleness(shortestOrLongest)
                    .maxBorrow(shortestOrLongest)
                    .build();
            assertThat(generator.getUID()).isPositive();
        }
        assertThat(inVirtualTime().paddingFactor(1).build().getUID()).isPositive();
        assertThat(inVirtualTime().paddingFactor(99).build().getUID()).isPositive();
    }

    @Test
    void refusesOptionsOutOfRange() {
        assertRefused(inVirtualTime().boostPower(-1), "boostPower must be in [0, 12]: boostPower=-1");
        assertRefused(inVirtualTime().boostPower(13), "boostPower must be in [0, 12]: boostPower=13");
        assertRefused(inVirtualTime().paddingFactor(0), "paddingFactor must be in [1, 99] (percent): paddingFactor=0");
        assertRefused(
                inVirtualTime().paddingFactor(100), "paddingFactor must be in [1, 99] (percent): paddingFactor=100");
        assertRefused(
                inVirtualTime().scheduleInterval(Duration.ZERO),
                "scheduleInterval must be positive: scheduleInterval=PT0S");
        assertRefused(
                inVirtualTime().scheduleInterval(Duration.ofSeconds(-1)),
                "scheduleInterval must be positive: scheduleInterval=PT-1S");
        assertRefused(
                inVirtualTime().maxBorrow(Duration.ofMillis(-1)),
                "maxBorrow must be in [PT0S, PT8760000H]: maxBorrow=PT-0.001S");
        assertRefused(
                inVirtualTime().maxBorrow(Duration.ofDays(365_001)),
                "maxBorrow must be in [PT0S, PT8760000H]: maxBorrow=PT8760024H");
        assertRefused(
                inVirtualTime().maxStaleness(Duration.ofMillis(1_999)),
                "maxStaleness must be in [PT2S, PT8760000H] (at least two ticks of PT1S and 100 ms): maxStaleness=PT1.999S");
        assertRefused(inVirtualTime().name(" "), "name must not be blank: name=\" \"");
        assertThatThrownBy(() -> CachedUidGenerator.builder(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("workerIdAssigner");
        assertThatThrownBy(() -> inVirtualTime().layout(null)).hasMessage("layout");
    }

    private static void assertRefused(CachedUidGenerator.Builder builder, String message) {
        assertThatThrownBy(builder::build)
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }
}
