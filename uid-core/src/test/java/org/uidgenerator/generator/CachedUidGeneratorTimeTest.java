package org.uidgenerator.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.buffer.RejectedTakeBufferHandler;
import org.uidgenerator.contract.RecordingLease;
import org.uidgenerator.test.internal.LogRecorder;
import org.uidgenerator.worker.WorkerLease;

/**
 * The time in the UIDs of a {@link CachedUidGenerator}: how it follows the clock, and how far it may be away from it.
 */
class CachedUidGeneratorTimeTest extends CachedInVirtualTime {
    @Test
    void borrowsNoFurtherThanMaxBorrow() {
        CachedUidGenerator generator =
                inVirtualTime().maxBorrow(Duration.ofSeconds(10)).build();
        List<Long> uids = new ArrayList<>();
        for (int run = 0; run < 5; run++) {
            uids.addAll(takeUntilItFails(generator));
            Padders.runOnce(generator);
        }

        long ticks = uids.stream().map(LAYOUT::tickOf).distinct().count();
        assertThat(ticks).isEqualTo(11); // this one and ten to come
        assertInWindow(uids.get(uids.size() - 1), Duration.ZERO, Duration.ofSeconds(10));
        assertThatThrownBy(generator::getUID)
                .isExactlyInstanceOf(UidGenerateException.class)
                .hasMessage("orders has no UID after waiting for 0 ms: "
                        + "maxBorrow allows no later tick now and the layout sustains 8192 UIDs a second per worker id")
                .hasNoCause();

        time.pass(Duration.ofSeconds(1));
        Padders.runOnce(generator);
        assertThat(takeUntilItFails(generator)).hasSize(UIDS_PER_TICK);
    }

    @Test
    void asksToBeWokenWhenTheNextTickMayBeClaimed() {
        CachedUidGenerator generator = inVirtualTime().maxBorrow(Duration.ZERO).build();
        takeUntilItFails(generator);

        assertThat(Padders.runOnce(generator)).isEqualTo(Duration.ofMillis(250).toNanos()); // the check comes first
        time.pass(Duration.ofMillis(500));
        assertThat(Padders.runOnce(generator)).isEqualTo(Duration.ofMillis(100).toNanos());
    }

    @Test
    void handsOutNoTickOlderThanMaxStaleness() {
        CachedUidGenerator generator = inVirtualTime().build();
        generator.getUID();
        for (int i = 0; i < 100; i++) {
            time.pass(Duration.ofMillis(250));
            Padders.runOnce(generator);
            assertInWindow(generator.getUID(), Duration.ofSeconds(2), Duration.ofSeconds(8));
        }
    }

    @Test
    void handsOutNoStaleTickEvenIfOneCheckIsMissed() {
        CachedUidGenerator generator = inVirtualTime().build();
        for (int i = 0; i < 100; i++) {
            Padders.runOnce(generator);
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
        Padders.runOnce(generator);
        assertThatThrownBy(generator::getUID) // all was stale
                .hasMessageStartingWith("orders has no UID after waiting for 0 ms");
        Padders.runOnce(generator);

        assertInWindow(generator.getUID(), Duration.ZERO.plusSeconds(1), Duration.ZERO);
    }

    @Test
    void countsOnWhenTheClockIsSetBackByHours() {
        CachedUidGenerator generator = inVirtualTime().build();
        long before = generator.getUID();

        time.clock.advance(Duration.ofHours(-3));
        Padders.runOnce(generator);

        assertThat(generator.getUID()).isEqualTo(before + 1);
        assertInWindow(before, Duration.ZERO, Duration.ofHours(4));
    }

    @Test
    void failsWhenTheClockIsSetBackBeyondMaxBorrowAndRecoversWhenItCatchesUp() {
        CachedUidGenerator generator =
                inVirtualTime().maxBorrow(Duration.ofHours(1)).build();
        long before = generator.getUID();

        time.clock.advance(Duration.ofHours(-3));
        Padders.runOnce(generator);
        assertThatThrownBy(generator::getUID).hasMessageStartingWith("orders has no UID"); // all was too far ahead
        Padders.runOnce(generator);
        assertThatThrownBy(generator::getUID).hasMessageContaining("maxBorrow allows no later tick now");

        time.clock.advance(Duration.ofHours(2).plusSeconds(10));
        Padders.runOnce(generator);
        long after = generator.getUID();
        assertThat(after).isGreaterThan(before);
        assertInWindow(after, Duration.ZERO, Duration.ofHours(1));
    }

    @Test
    void followsTheClockWhenItJumpsAheadByHours() {
        CachedUidGenerator generator = inVirtualTime().build();
        generator.getUID();

        time.clock.advance(Duration.ofHours(5));
        Padders.runOnce(generator);
        takeUntilItFails(generator);
        Padders.runOnce(generator);

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
            Padders.runOnce(generator);
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
                Padders.runOnce(generator);
            }
        }
        assertThat(given).isPositive();
    }

    @Test
    void stopsWithPositiveUidsWhenTheTimeBitsAreUsedUp() {
        UidLayout ending = LAYOUT.toBuilder()
                .epoch(VirtualTime.START.minusSeconds((1L << 31) - 30))
                .build();
        CachedUidGenerator generator =
                inVirtualTime(WorkerLease.neverReused(524_287)).layout(ending).build();
        List<Long> uids = new ArrayList<>();
        for (int run = 0; run < 5; run++) {
            uids.addAll(takeUntilItFails(generator));
            Padders.runOnce(generator);
        }

        assertThat(uids).allMatch(uid -> uid >= 0).doesNotHaveDuplicates();
        assertThat(uids.get(uids.size() - 1)).isEqualTo(Long.MAX_VALUE);
        assertThatThrownBy(generator::getUID)
                .hasMessageStartingWith(
                        "orders has no UID after waiting for 0 ms: the time bits are used up: timeBits=31")
                .cause()
                .hasMessageContaining("hold ticks up to 2147483647, wanted tick=2147483648");
    }

    /** The ring is 8 ticks long. */
    @Test
    void handsOutTheLastTicksOfALayoutAndRefusesCallsAtOnceAfterThem() {
        UidLayout ending = LAYOUT.toBuilder()
                .epoch(VirtualTime.START.minusSeconds((1L << 31) - 3))
                .build();
        CachedUidGenerator.Builder options = inVirtualTime(WorkerLease.neverReused(524_287))
                .layout(ending)
                .rejectedTakeBufferHandler(RejectedTakeBufferHandler.waitFor(Duration.ofSeconds(5)))
                .threadFactory(time);
        try (CachedUidGenerator generator = options.build()) {
            List<Long> uids = takeUntilItFails(generator);
            assertThat(uids).hasSizeGreaterThan(2 * UIDS_PER_TICK).endsWith(Long.MAX_VALUE);
            long start = time.nanoTime();

            assertThatThrownBy(generator::getUID)
                    .isExactlyInstanceOf(UidGenerateException.class)
                    .hasMessageStartingWith("the time bits are used up: timeBits=31");
            assertThatThrownBy(() -> generator.claim(7))
                    .hasMessageStartingWith("the time bits are used up: timeBits=31");
            assertThat(time.nanoTime()).isEqualTo(start);
            assertThat(generator.status().failure()).hasMessageStartingWith("the time bits are used up: timeBits=31");
        }
    }

    @Test
    void saysHowFarItIsAheadOfAClockThatWasAYearAhead() {
        try (CachedUidGenerator generator = inVirtualTime(new RecordingLease(7, 0))
                .rejectedTakeBufferHandler(RejectedTakeBufferHandler.waitFor(Duration.ofSeconds(5)))
                .threadFactory(time)
                .build()) {
            time.clock.advance(Duration.ofDays(365));
            time.pass(Duration.ofSeconds(1));
            long ahead = generator.getUID();
            time.clock.advance(Duration.ofDays(-365));
            time.pass(Duration.ofSeconds(1));

            assertThatThrownBy(generator::getUID)
                    .isExactlyInstanceOf(UidGenerateException.class)
                    .hasMessageMatching(
                            "orders has no UID after waiting for 5\\d+ ms: maxBorrow allows no later tick now: the clock"
                                    + " shows 2026-11-21T10:30:..Z, and ticks until 2027-11-21T10:3.:..Z were claimed before it"
                                    + " was set back; if it is right now, make the generator anew, with another worker id");

            time.clock.advance(Duration.ofDays(365));
            assertThat(generator.getUID()).isGreaterThan(ahead);
        }
    }

    @Test
    void spreadsTheLowBitsAtOneUidASecond() {
        CachedUidGenerator generator = inVirtualTime().build();

        LowBitsAssert.assertSpread(() -> {
            for (int check = 0; check < 4; check++) {
                time.pass(Duration.ofMillis(250));
                Padders.runOnce(generator);
            }
            return generator.getUID();
        });
    }

    @Test
    void warnsOnceOfBorrowingMoreThanAMinuteAndNamesTheLayoutThatWouldSustainTheRate() {
        try (LogRecorder log = new LogRecorder()) {
            CachedUidGenerator generator = inVirtualTime().build();
            for (int run = 0; run < 30; run++) {
                takeUntilItFails(generator);
                time.pass(Duration.ofSeconds(1));
                Padders.runOnce(generator);
            }

            assertThat(log.lines())
                    .filteredOn(line -> line.startsWith("WARNING"))
                    .containsExactly(
                            "WARNING orders has borrowed more than a minute from the future: its layout sustains 8192 UIDs a second per worker id, and it claims 71680; maxWorkerIds of at least 9 would sustain that; bits of 31/15/17 for all generators of this namespace would sustain that");
        }
    }

    /** Ten ticks in ten seconds are exactly what one worker id sustains. */
    @ParameterizedTest
    @ValueSource(ints = {10, 60})
    void namesNoLayoutWhenTheClockWasSetBack(int seconds) {
        try (LogRecorder log = new LogRecorder()) {
            CachedUidGenerator generator = inVirtualTime().build();
            time.pass(Duration.ofSeconds(seconds));
            time.clock.advance(Duration.ofMinutes(-5));

            takeUntilItFails(generator);
            Padders.runOnce(generator);

            assertThat(log.lines())
                    .filteredOn(line -> line.contains("borrowed"))
                    .containsExactly(
                            "WARNING orders has borrowed more than a minute from the future: its layout sustains 8192 UIDs a second per worker id");
        }
    }

    /** As {@code maxWorkerIds}, the sustained rate is a multiple of what one worker id sustains. */
    @Test
    void namesNoLayoutForADemandThatItsWorkerIdsSustain() {
        AtomicLong workerIds = new AtomicLong(7);
        try (LogRecorder log = new LogRecorder()) {
            CachedUidGenerator generator = CachedUidGenerator.builder(
                            request -> new RecordingLease(workerIds.getAndIncrement(), 0))
                    .name("orders")
                    .layout(LAYOUT)
                    .clock(time.clock)
                    .nanoClock(time)
                    .threadFactory(time)
                    .maxWorkerIds(2)
                    .workerIdPolicy(reading -> 2)
                    .build();
            for (int tenth = 0; tenth < 600; tenth++) { // 1.5 times what one sustains
                generator.getUIDs(new long[UIDS_PER_TICK * 3 / 20]);
                time.pass(Duration.ofMillis(100));
            }
            assertThat(generator.status().workerIds()).containsExactly(7L, 8L);
            time.clock.advance(Duration.ofMinutes(-5));
            generator.getUIDs(new long[20 * UIDS_PER_TICK]);
            time.pass(Duration.ofSeconds(1));

            assertThat(log.lines())
                    .filteredOn(line -> line.contains("borrowed"))
                    .containsExactly(
                            "WARNING orders has borrowed more than a minute from the future: its layout sustains 8192 UIDs a second per worker id");
        }
    }

    /** Ten ticks are claimed: two worker ids sustain them in 5 s, and it takes three in 3.4 s. */
    @ParameterizedTest
    @CsvSource(textBlock = """
                    1, 0, 5000, ; maxWorkerIds of at least 2 would sustain that
                    1, 0, 3400, ''
                    2, 0, 5000, ; maxWorkerIds of at least 2 would sustain that; bits of 48/1/14 for all generators of this namespace would sustain that
                    2, 1, 5000, ; maxWorkerIds of at least 2 would sustain that; bits of 48/1/14 for all generators of this namespace would sustain that
                    2, 2, 5000, ; maxWorkerIds of at least 2 would sustain that
                    """)
    void namesTheWorkerIdsAndTheLayoutThatWouldSustainTheRateIfThereAreSuch(
            int workerBits, int dataCenterBits, long millis, String remedies) {
        try (LogRecorder log = new LogRecorder()) {
            CachedUidGenerator generator = inVirtualTime(WorkerLease.neverReused(1))
                    .layout(UidLayout.builder()
                            .timeBits(50 - workerBits)
                            .workerBits(workerBits)
                            .seqBits(13)
                            .dataCenterBits(dataCenterBits)
                            .build())
                    .build();
            time.pass(Duration.ofMillis(millis));
            time.clock.advance(Duration.ofMinutes(-5));

            takeUntilItFails(generator);
            Padders.runOnce(generator);

            assertThat(log.lines())
                    .filteredOn(line -> line.contains("borrowed"))
                    .singleElement()
                    .asString()
                    .endsWith(
                            remedies.isEmpty()
                                    ? "8192 UIDs a second per worker id"
                                    : ", and it claims " + 10 * UIDS_PER_TICK * 1_000L / millis + remedies);
        }
    }

    @Test
    void saysAtStartWhenTheLayoutEnds() {
        try (LogRecorder log = new LogRecorder()) {
            inVirtualTime().layout(UidLayout.DEFAULT).build();

            assertThat(log.lines())
                    .containsExactly(
                            "INFO orders is ready: worker id 7, 31/14/18 bits of PT1S from 2026-01-01T00:00:00Z, ends at 2094-01-19T03:14:08Z, ring of 1024 blocks of 2048 UIDs");
        }
    }
}
