package org.uidgenerator.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.uidgenerator.OptionException;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.contract.RecordingLease;
import org.uidgenerator.contract.VirtualClock;
import org.uidgenerator.internal.NanoClock;
import org.uidgenerator.test.internal.Callers;
import org.uidgenerator.test.internal.LogRecorder;
import org.uidgenerator.test.internal.Patience;
import org.uidgenerator.worker.LeaseState;
import org.uidgenerator.worker.WorkerLease;
import org.uidgenerator.worker.WorkerLeaseLostException;

class DefaultUidGeneratorTest {
    /** Ticks that are used up soon. */
    private static final UidLayout LAYOUT = UidLayout.of(31, 19, 13);

    private static final int UIDS_PER_TICK = 8_192;

    private final VirtualTime time = new VirtualTime();

    private DefaultUidGenerator.Builder inVirtualTime() {
        return inVirtualTime(WorkerLease.neverReused(7));
    }

    private DefaultUidGenerator.Builder inVirtualTime(WorkerLease lease) {
        return DefaultUidGenerator.builder(layout -> lease)
                .name("orders")
                .layout(LAYOUT)
                .clock(time.clock)
                .nanoClock(time)
                .threadFactory(time);
    }

    private long ahead(long uid) {
        return Duration.between(time.clock.instant(), LAYOUT.decode(uid).time()).toMillis();
    }

    @Test
    void usesTheTickOfNow() {
        DefaultUidGenerator generator = inVirtualTime().build();
        for (int i = 0; i < 100; i++) {
            assertThat(ahead(generator.getUID())).isBetween(-999L, 0L);
            time.pass(Duration.ofMillis(700));
        }
    }

    @Test
    void waitsForTheNextTickWhenThisOneIsUsedUp() {
        DefaultUidGenerator generator = inVirtualTime().build();
        long[] uids = new long[4 * UIDS_PER_TICK];

        generator.getUIDs(uids);

        assertThat(uids).isSorted().doesNotHaveDuplicates();
        assertThat(ahead(uids[uids.length - 1])).isBetween(-1_000L, 0L);
        long waited = Duration.between(VirtualTime.START, time.clock.instant()).toMillis();
        assertThat(waited).isBetween(2_600L, 4_000L);
    }

    @Test
    void servesTheCallThatWaitsBeforeOneThatComesLater() {
        AtomicReference<DefaultUidGenerator> generator = new AtomicReference<>();
        List<Long> uidsOfTheOther = new ArrayList<>();
        generator.set(inVirtualTime()
                .nanoClock(new NanoClock() {
                    @Override
                    public long nanoTime() {
                        return time.nanoTime();
                    }

                    @Override
                    public void park(long nanos) throws InterruptedException {
                        time.park(nanos);
                        if (generator.get().status().available() > 0) { // the line has been served
                            uidsOfTheOther.add(generator.get().getUID());
                        }
                    }
                })
                .build());
        long[] uids = new long[UIDS_PER_TICK]; // a part of it in the second tick

        generator.get().getUIDs(uids);

        assertThat(uidsOfTheOther).containsExactly(uids[uids.length - 1] + 1);
    }

    @Test
    void givesAllUidsOfATickWhenTheOneBeforeWasUsedUp() {
        DefaultUidGenerator generator = inVirtualTime().build();
        generator.getUIDs(new long[UIDS_PER_TICK]); // a part of it in the second tick
        generator.getUIDs(new long[UIDS_PER_TICK]);
        long[] uids = new long[2 * UIDS_PER_TICK];
        generator.getUIDs(uids);

        int count = 0;
        for (long uid : uids) {
            if (LAYOUT.tickOf(uid) == LAYOUT.tickOf(uids[0]) + 1) {
                count++;
            }
        }
        assertThat(count).isEqualTo(UIDS_PER_TICK);
    }

    @Test
    void noticesWithin250MillisecondsThatTheClockWasSetForward() {
        DefaultUidGenerator generator = inVirtualTime()
                .layout(LAYOUT.toBuilder().tick(Duration.ofHours(1)).build())
                .build();
        time.pass(Duration.ofMinutes(1));
        long before = generator.getUID();
        time.pass(Duration.ofMinutes(1));

        time.clock.advance(Duration.ofHours(3));
        time.pass(Duration.ofMillis(250));

        assertThat(generator.layout().tickOf(generator.getUID()))
                .isEqualTo(generator.layout().tickOf(before) + 3);
    }

    @Test
    void looksAtTheClockEvery250MillisecondsAndWhenTheTickEnds() {
        List<Long> looks = new ArrayList<>();
        InstantSource clock = () -> {
            looks.add(Duration.between(VirtualTime.START, time.clock.instant()).toMillis());
            return time.clock.instant();
        };
        DefaultUidGenerator generator = inVirtualTime().clock(clock).build();
        generator.getUID();

        looks.clear();
        time.pass(Duration.ofMillis(599));
        assertThat(looks).containsOnly(0L, 250L, 500L);
        time.pass(Duration.ofMillis(1));
        assertThat(looks).containsOnly(0L, 250L, 500L, 600L);
        time.pass(Duration.ofHours(1));
        assertThat(looks).containsOnly(0L, 250L, 500L, 600L);
    }

    @Test
    void staysInItsTickHoweverFewSeqBitsThereAre() {
        UidLayout layout = UidLayout.of(31, 31, 1);
        DefaultUidGenerator generator = inVirtualTime().layout(layout).build();
        for (int i = 0; i < 10; i++) {
            long uid = generator.getUID();
            assertThat(layout.decode(uid).workerId()).isEqualTo(7);
            assertThat(layout.tickOf(uid)).isEqualTo(layout.tickAt(time.clock.millis()));
            time.pass(Duration.ofSeconds(1));
        }
    }

    @Test
    void givesUid0Too() {
        DefaultUidGenerator.Builder builder = inVirtualTime(WorkerLease.neverReused(0))
                .layout(LAYOUT.toBuilder().epoch(VirtualTime.START).build());

        assertThat(builder.build().getUID()).isZero();
        assertThat(builder.build().tryGetUID(Duration.ZERO)).hasValue(0);
    }

    @Test
    void saysAtStartWhenTheLayoutEnds() {
        try (LogRecorder log = new LogRecorder()) {
            assertThat(inVirtualTime().layout(UidLayout.DEFAULT).build())
                    .hasToString("orders (31/14/18 bits of PT1S from 2026-01-01T00:00:00Z)");

            assertThat(log.lines())
                    .containsExactly(
                            "INFO orders is ready: worker id 7, 31/14/18 bits of PT1S from 2026-01-01T00:00:00Z, ends at 2094-01-19T03:14:08Z");
        }
    }

    @Test
    void keepsItsOptionsWhenTheBuilderIsUsedForAnotherGenerator() {
        List<UidLayout> layouts = new ArrayList<>();
        DefaultUidGenerator.Builder builder = DefaultUidGenerator.builder(request -> {
                    layouts.add(request.layout());
                    return WorkerLease.neverReused(7);
                })
                .clock(time.clock)
                .nanoClock(time)
                .threadFactory(time)
                .sequenceStart(SequenceStart.ZERO);
        DefaultUidGenerator generator = builder.build();
        builder.layout(UidLayout.of(31, 16, 16)).sequenceStart(SequenceStart.ROTATING);

        generator.suspend();
        generator.resume();

        assertThat(layouts).containsExactly(UidLayout.DEFAULT, UidLayout.DEFAULT);
        for (int i = 0; i < 3; i++) {
            time.pass(Duration.ofSeconds(1));
            assertThat(generator.decode(generator.getUID()).sequence()).isZero();
        }
    }

    @Test
    void fallsSilentWhenItIsNotUsed() {
        DefaultUidGenerator generator = inVirtualTime().build();
        for (int i = 0; i < 5; i++) {
            generator.getUIDs(new long[UIDS_PER_TICK]);
        }
        assertThat(time.busyThreads()).isPositive();

        time.pass(Duration.ofSeconds(2));

        assertThat(time.busyThreads()).isZero();
    }

    @Test
    void leavesATickAloneWhenTheAlarmOfTheOneBeforeComesLate() {
        DefaultUidGenerator generator = inVirtualTime().build();
        generator.getUID();
        time.clock.advance(Duration.ofSeconds(1)); // runs no alarm
        generator.getUIDs(new long[UIDS_PER_TICK]); // a part of it in the second tick
        long last = generator.getUID();

        time.pass(Duration.ofMillis(250));

        assertThat(generator.getUID()).isEqualTo(last + 1);
    }

    @Test
    void usesNoMoreOfATickWhoseLeaseIsRevoked() {
        AtomicLong workerIds = new AtomicLong();
        AtomicBoolean revoked = new AtomicBoolean();
        DefaultUidGenerator generator = DefaultUidGenerator.builder(
                        layout -> new RecordingLease(workerIds.incrementAndGet(), 0) {
                            @Override
                            public void reserve(long tick) {
                                if (isRevoked()) {
                                    throw new WorkerLeaseLostException("worker id 1 is revoked");
                                }
                            }

                            @Override
                            public boolean isRevoked() {
                                return workerId() == 1 && revoked.get();
                            }
                        })
                .clock(time.clock)
                .nanoClock(time)
                .threadFactory(time)
                .build();
        assertThat(generator.decode(generator.getUID()).workerId()).isEqualTo(1);

        revoked.set(true);
        time.pass(Duration.ofMillis(250));

        assertThat(generator.decode(generator.getUID()).workerId()).isEqualTo(2);
    }

    @Test
    void handsOutNoUidThatAgesBecauseNoThreadCanBeStarted() {
        AtomicInteger failuresToCome = new AtomicInteger(2);
        DefaultUidGenerator generator = inVirtualTime()
                .threadFactory(work -> {
                    if (failuresToCome.getAndDecrement() > 0) {
                        throw new OutOfMemoryError("unable to create native thread");
                    }
                    return time.newThread(work);
                })
                .build();

        int refused = 0;
        for (int i = 0; i < 10; i++) {
            try {
                assertThat(ahead(generator.getUID())).isBetween(-999L, 0L);
            } catch (UidGenerateException e) {
                refused++;
                assertThat(generator.status().available()).isZero();
            }
            time.pass(Duration.ofSeconds(30));
        }
        assertThat(refused).isEqualTo(2);
    }

    @Test
    void countsOnFromTheLastTickWhenTheClockIsSetBackByHours() {
        DefaultUidGenerator generator = inVirtualTime().build();
        long before = generator.getUID();

        time.clock.advance(Duration.ofHours(-3));

        assertThat(generator.getUID()).isEqualTo(before + 1);
    }

    @Tag("proof")
    @Test
    void keepsThePaceOfTimeWhileTheClockIsBehind() {
        DefaultUidGenerator generator = inVirtualTime().build();
        generator.getUID();
        time.clock.advance(Duration.ofHours(-3));
        long[] uids = new long[100 * UIDS_PER_TICK];

        generator.getUIDs(uids);

        assertThat(uids).isSorted().doesNotHaveDuplicates();
        assertThat(ahead(uids[uids.length - 1])).isBetween(3 * 3_600_000L - 2_000, 3 * 3_600_000L + 2_000);
    }

    @Test
    void failsWhenTheClockIsSetBackBeyondMaxBorrowAndRecoversWhenItCatchesUp() {
        DefaultUidGenerator generator = inVirtualTime()
                .maxBorrow(Duration.ofHours(1))
                .maxWait(Duration.ofMillis(2_500))
                .build();
        generator.getUIDs(new long[UIDS_PER_TICK]);
        time.clock.advance(Duration.ofHours(-3));

        assertThatThrownBy(() -> generator.getUIDs(new long[2 * UIDS_PER_TICK]))
                .isExactlyInstanceOf(UidGenerateException.class)
                .hasMessageMatching(
                        "orders has no UID after waiting for 2500 ms: "
                                + "at 2026-11-21T07:30:1\\dZ all ticks that may be used are used up, the layout sustains 8192 UIDs a second");

        time.clock.advance(Duration.ofHours(2));
        assertThat(generator.getUID()).isPositive();
    }

    @Test
    void endsTheWaitsOfAllCallersWhenTheClockIsSetBackMeanwhile() throws Exception {
        Set<Thread> waiting = ConcurrentHashMap.newKeySet();
        DefaultUidGenerator generator = inVirtualTime()
                .maxBorrow(Duration.ZERO)
                .maxWait(Duration.ofMillis(200))
                .nanoClock(new NanoClock() {
                    @Override
                    public long nanoTime() {
                        return SYSTEM.nanoTime();
                    }

                    @Override
                    public void park(long nanos) throws InterruptedException {
                        waiting.add(Thread.currentThread());
                        SYSTEM.park(nanos);
                    }
                })
                .layout(LAYOUT.toBuilder().tick(Duration.ofHours(1)).build())
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
                        .hasMessageContaining("all ticks that may be used are used up"));
    }

    @Test
    void letsNoCallerQueueBehindAnotherWhileTheStoreIsSlow() throws Exception {
        VirtualClock clock = new VirtualClock(VirtualTime.START);
        AtomicReference<CountDownLatch> answers = new AtomicReference<>(new CountDownLatch(0));
        DefaultUidGenerator generator = DefaultUidGenerator.builder(layout -> new RecordingLease(7, 0) {
                    @Override
                    public void reserve(long tick) {
                        Patience.awaitTest(answers.get());
                    }

                    @Override
                    public LeaseState state() {
                        return LeaseState.through(-1);
                    }
                })
                .name("orders")
                .clock(clock)
                .maxWait(Duration.ofMillis(200))
                .build();
        answers.set(new CountDownLatch(1));
        clock.advance(Duration.ofSeconds(1)); // the tick is no longer that for which the store has been asked
        Set<Long> uids = ConcurrentHashMap.newKeySet();

        assertThat(generator.tryGetUID(Duration.ZERO)).isEmpty();
        assertThat(Callers.start(20, generator::getUID).failures())
                .hasSize(20)
                .allSatisfy(
                        failure -> assertThat(failure)
                                .isExactlyInstanceOf(UidGenerateException.class)
                                .hasMessageMatching(
                                        "orders has no UID after waiting for \\d+ ms: no ticks of worker id 7 are reserved: no answer yet"));
        answers.get().countDown();
        while (generator.tryGetUID(Duration.ofSeconds(1)).isEmpty()) {}
        assertThat(Callers.start(20, () -> uids.add(generator.getUID())).failures())
                .isEmpty();
        assertThat(uids).hasSize(20);
        generator.close();
    }

    @Test
    void failsNoCallBecauseALeaseIsLostWhileTheStoreIsSlow() throws Exception {
        AtomicInteger assigned = new AtomicInteger();
        AtomicBoolean lost = new AtomicBoolean();
        CountDownLatch answers = new CountDownLatch(1);
        DefaultUidGenerator generator = DefaultUidGenerator.builder(layout -> {
                    if (assigned.getAndIncrement() > 0) {
                        Patience.awaitTest(answers);
                    }
                    return new RecordingLease(assigned.get(), 0) {
                        @Override
                        public void reserve(long tick) {
                            if (workerId() == 1 && lost.get()) {
                                throw new WorkerLeaseLostException("gone");
                            }
                        }
                    };
                })
                .name("orders")
                .layout(UidLayout.of(31, 31, 1))
                .overflow(Overflow.BORROW)
                .build();
        generator.getUIDs(new long[2]);
        lost.set(true);

        assertThat(generator.tryGetUID(Duration.ZERO)).isEmpty();
        assertThat(generator.tryGetUID(Duration.ofMillis(20))).isEmpty();
        Thread.currentThread().interrupt();
        assertThatThrownBy(generator::getUID).hasMessage("orders was interrupted while waiting for a UID");
        assertThat(Thread.interrupted()).isTrue();
        Set<Long> workerIds = ConcurrentHashMap.newKeySet();
        Callers callers = Callers.start(
                20, () -> workerIds.add(generator.decode(generator.getUID()).workerId()));
        answers.countDown();

        assertThat(callers.failures()).isEmpty();
        assertThat(workerIds).containsExactly(2L);
        assertThat(assigned).hasValue(2);
        generator.close();
    }

    @Test
    void leavesTheRestOfATickThatTheClockHasLeftTooFarAhead() {
        DefaultUidGenerator generator =
                inVirtualTime().maxBorrow(Duration.ofHours(1)).build();
        generator.getUID();

        time.clock.advance(Duration.ofHours(-3));
        time.pass(Duration.ofMillis(250));

        assertThatThrownBy(generator::getUID)
                .isExactlyInstanceOf(UidGenerateException.class)
                .hasMessageContaining("all ticks that may be used are used up");
    }

    @Test
    void stopsWithPositiveUidsWhenTheTimeBitsAreUsedUp() {
        UidLayout ending = LAYOUT.toBuilder()
                .epoch(VirtualTime.START.minusSeconds((1L << 31) - 2))
                .build();
        DefaultUidGenerator generator = DefaultUidGenerator.builder(layout -> WorkerLease.neverReused(524_287))
                .layout(ending)
                .clock(time.clock)
                .nanoClock(time)
                .threadFactory(time)
                .build();
        long last = -1;
        try {
            while (true) {
                long uid = generator.getUID();
                assertThat(uid).isGreaterThan(last);
                last = uid;
            }
        } catch (UidGenerateException end) {
            assertThat(end)
                    .hasMessageContaining(
                            "the time bits are used up: timeBits=31 hold ticks up to 2147483647, wanted tick=2147483648");
        }
        assertThat(last).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void spreadsTheLowBitsAtOneUidASecond() {
        DefaultUidGenerator generator = inVirtualTime().build();

        LowBitsAssert.assertSpread(() -> {
            time.pass(Duration.ofSeconds(1));
            return generator.getUID();
        });
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void keepsUniquenessAndOrderWhateverTheClockDoes(long seed) {
        Random random = new Random(seed);
        DefaultUidGenerator generator =
                inVirtualTime().maxBorrow(Duration.ofHours(6)).build();
        long previous = -1;
        for (int step = 0; step < 2_000; step++) {
            if (random.nextInt(5) == 0) {
                time.clock.advance(Duration.ofMillis(random.nextInt(4 * 3_600_000) - 2 * 3_600_000));
                time.pass(Duration.ofMillis(250)); // until it is noticed
            } else {
                time.pass(Duration.ofMillis(random.nextInt(2_000)));
            }
            try {
                long[] uids = new long[random.nextInt(3) == 0 ? random.nextInt(20_000) : 1];
                generator.getUIDs(uids);
                for (long uid : uids) {
                    assertThat(uid).isGreaterThan(previous);
                    previous = uid;
                }
                assertThat(uids.length == 0 ? 0 : ahead(previous)).isLessThanOrEqualTo(6 * 3_600_000);
            } catch (UidGenerateException tooFarAhead) {
                time.clock.advance(Duration.ofHours(1));
            }
        }
    }

    @Test
    void keepsTheInterruptOfACallerThatWaits() {
        DefaultUidGenerator generator = DefaultUidGenerator.builder(layout -> WorkerLease.neverReused(7))
                .name("orders")
                .layout(LAYOUT.toBuilder().tick(Duration.ofHours(1)).build())
                .build();
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> generator.getUIDs(new long[2 * UIDS_PER_TICK]))
                .isExactlyInstanceOf(UidGenerateException.class)
                .hasMessage("orders was interrupted while waiting for a UID")
                .hasCauseInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void refusesANegativeMaxWait() {
        assertThatThrownBy(() -> inVirtualTime().maxWait(Duration.ofMillis(-1)).build())
                .isExactlyInstanceOf(OptionException.class)
                .hasMessage("maxWait must not be negative: maxWait=PT-0.001S");
    }
}
