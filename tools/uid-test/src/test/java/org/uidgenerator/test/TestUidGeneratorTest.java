package org.uidgenerator.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.time.Instant;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.uidgenerator.FieldOrder;
import org.uidgenerator.LayoutPreset;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.UidRange;

class TestUidGeneratorTest {
    private static final UidLayout SMALL = UidLayout.parse("31/3/2");

    private final SettableClock clock = SettableClock.at("2026-11-22T10:30:00Z");

    @Test
    void countsFromOne() {
        TestUidGenerator uids = TestUidGenerator.numbered();

        assertThat(next(uids, 3)).containsExactly(1, 2, 3);
        assertThat(uids.layout()).isEqualTo(UidLayout.DEFAULT);
        assertThat(uids.parseUID(1))
                .isEqualTo(
                        "{\"UID\":\"1\",\"timestamp\":\"2026-01-01 00:00:00\",\"workerId\":\"0\",\"sequence\":\"1\"}");
        assertThat(uids).hasToString("TestUidGenerator (31/14/18 bits of PT1S from 2026-01-01T00:00:00Z)");
    }

    @Test
    void countsFromAnyNumberToTheGreatest() {
        TestUidGenerator uids = TestUidGenerator.numberedFrom(Long.MAX_VALUE - 1);

        assertThat(next(uids, 2)).containsExactly(Long.MAX_VALUE - 1, Long.MAX_VALUE);
        assertHasNoMore(uids, UidLayout.DEFAULT);
        assertThat(TestUidGenerator.numberedFrom(0).getUID()).isZero();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TestUidGenerator.numberedFrom(-1))
                .withMessage("first must not be negative: first=-1");
    }

    @Test
    void hasTheTimeOfTheClock() {
        TestUidGenerator uids = TestUidGenerator.timed(UidLayout.DEFAULT, 7, clock);

        assertThat(next(uids, 2))
                .containsExactly(
                        UidLayout.DEFAULT.encode(clock.instant(), 7, 0),
                        UidLayout.DEFAULT.encode(clock.instant(), 7, 1));
        clock.advance(Duration.ofSeconds(1));
        assertThat(uids.getUID()).isEqualTo(UidLayout.DEFAULT.encode(clock.instant(), 7, 0));
    }

    @Test
    void continuesWithTheNextTickWhenOneIsUsedUpOrTheClockIsSetBack() {
        TestUidGenerator uids = TestUidGenerator.timed(SMALL, 7, clock);
        Instant start = clock.instant();

        assertThat(next(uids, 5))
                .startsWith(SMALL.encode(start, 7, 0))
                .endsWith(SMALL.encode(start, 7, 3), SMALL.encode(start.plusSeconds(1), 7, 0));
        clock.advance(Duration.ofHours(-1));
        assertThat(uids.getUID()).isEqualTo(SMALL.encode(start.plusSeconds(1), 7, 1));
    }

    @Test
    void comesToTheEndOfTheLayout() {
        clock.set(SMALL.expiresAt().minusSeconds(1));
        TestUidGenerator uids = TestUidGenerator.timed(SMALL, 7, clock);

        assertThat(next(uids, 4)).endsWith(SMALL.maxUid(clock.instant()));
        assertHasNoMore(uids, SMALL);
    }

    @Test
    void refusesTimesWorkerIdsAndLayoutsThatItCannotHave() {
        TestUidGenerator uids = TestUidGenerator.timed(SMALL, 7, clock);
        clock.set(SMALL.expiresAt());
        assertHasNoMore(uids, SMALL);

        clock.set(Instant.parse("2025-12-31T23:59:59Z"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TestUidGenerator.timed(SMALL, 7, clock))
                .withMessage("time must be in [%s, %s): time=2025-12-31T23:59:59Z", SMALL.epoch(), SMALL.expiresAt());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TestUidGenerator.timed(SMALL, 8, SettableClock.at(SMALL.epoch())))
                .withMessage("workerId must be in [0, 7] (workerBits=3): workerId=8");
        UidLayout workerFirst = LayoutPreset.SEATA.layout();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TestUidGenerator.timed(workerFirst, 1, SettableClock.at("2026-11-22T10:30:00Z")))
                .withMessage(
                        "the time must be the first field for generators and ranges of time: layout=%s", workerFirst);
    }

    @Test
    void claimsRangesWithinATick() {
        TestUidGenerator numbered = TestUidGenerator.numbered();
        assertThat(numbered.claim(10)).isEqualTo(new UidRange(1, 10, 1));
        assertThat(numbered.claim(Integer.MAX_VALUE)).isEqualTo(new UidRange(11, (1 << 18) - 1, 1));
        assertThat(numbered.claim(1)).isEqualTo(new UidRange(1 << 18, 1 << 18, 1));

        TestUidGenerator timed = TestUidGenerator.timed(SMALL, 7, clock);
        assertThat(timed.claim(3).uids().toArray()).containsExactly(next(TestUidGenerator.timed(SMALL, 7, clock), 3));
        assertThat(timed.claim(3).size()).isEqualTo(1);

        long[] filled = new long[6];
        TestUidGenerator.timed(SMALL, 7, clock).getUIDs(filled);
        assertThat(filled).containsExactly(next(TestUidGenerator.timed(SMALL, 7, clock), 6));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> numbered.claim(0))
                .withMessage("atMost must be at least 1: atMost=0");
    }

    @Test
    void countsInStepsWhereTheWorkerIdIsLast() {
        UidLayout sonyflake = LayoutPreset.SONYFLAKE.layout();
        assertThat(sonyflake.fieldOrder()).isEqualTo(FieldOrder.TIME_SEQUENCE_WORKER);

        UidRange claimed = TestUidGenerator.timed(sonyflake, 7, clock).claim(3);

        assertThat(claimed.increment()).isEqualTo(1 << 16);
        assertThat(claimed.uids().map(uid -> sonyflake.decode(uid).sequence())).containsExactly(0L, 1L, 2L);
        assertThat(claimed.uids().map(uid -> sonyflake.decode(uid).workerId())).containsOnly(7L);
    }

    @Test
    void runsDryAndRecovers() {
        TestUidGenerator uids = TestUidGenerator.numbered();
        assertThat(uids.tryGetUID(Duration.ZERO)).hasValue(1);

        uids.runDry();
        assertThat(uids.tryGetUID(Duration.ofDays(1))).isEmpty();
        assertRefuses(uids, "TestUidGenerator has no UID: the test let it run dry");
        uids.recover();

        assertThat(uids.getUID()).isEqualTo(2);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> uids.tryGetUID(Duration.ofSeconds(-1)))
                .withMessage("timeout must not be negative: timeout=PT-1S");
    }

    @Test
    void isClosedForEverUnlessItIsReset() {
        TestUidGenerator uids = TestUidGenerator.numbered();
        uids.getUID();
        uids.runDry();

        uids.close();
        uids.close();
        uids.recover();
        assertRefuses(uids, "TestUidGenerator is closed");
        uids.runDry();
        assertThatExceptionOfType(UidGenerateException.class)
                .isThrownBy(() -> uids.tryGetUID(Duration.ZERO))
                .withMessage("TestUidGenerator is closed");
        assertThatExceptionOfType(UidGenerateException.class)
                .isThrownBy(() -> uids.advancePast(1))
                .withMessage("TestUidGenerator is closed");

        uids.reset();
        assertThat(uids.getUID()).isEqualTo(1);
    }

    @Test
    void advancesPastAUid() {
        TestUidGenerator numbered = TestUidGenerator.numbered();
        numbered.advancePast(41);
        assertThat(numbered.getUID()).isEqualTo(42);
        numbered.advancePast(7);
        assertThat(numbered.getUID()).isEqualTo(43);
        numbered.advancePast(Long.MAX_VALUE);
        assertHasNoMore(numbered, UidLayout.DEFAULT);

        TestUidGenerator timed = TestUidGenerator.timed(SMALL, 3, clock);
        Instant later = clock.instant().plusSeconds(60);
        timed.advancePast(SMALL.encode(later, 5, 1));
        assertThat(timed.getUID()).isEqualTo(SMALL.encode(later.plusSeconds(1), 3, 0));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> timed.advancePast(-1))
                .withMessage("uid must not be negative: uid=-1");
    }

    private static long[] next(TestUidGenerator uids, int count) {
        return LongStream.generate(uids::getUID).limit(count).toArray();
    }

    private static void assertHasNoMore(TestUidGenerator uids, UidLayout layout) {
        assertRefuses(uids, "TestUidGenerator has no more UIDs of the layout " + layout);
    }

    private static void assertRefuses(TestUidGenerator uids, String message) {
        assertThatExceptionOfType(UidGenerateException.class)
                .isThrownBy(uids::getUID)
                .withMessage(message);
        assertThatExceptionOfType(UidGenerateException.class)
                .isThrownBy(() -> uids.claim(1))
                .withMessage(message);
    }
}
