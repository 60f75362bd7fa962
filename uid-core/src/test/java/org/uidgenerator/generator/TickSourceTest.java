package org.uidgenerator.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.contract.RecordingLease;
import org.uidgenerator.internal.NanoClock;
import org.uidgenerator.internal.engine.EngineStub;
import org.uidgenerator.worker.LeaseRequest;
import org.uidgenerator.worker.LeaseState;
import org.uidgenerator.worker.WorkerLease;

class TickSourceTest {
    private static final UidLayout LAYOUT = UidLayout.of(40, 19, 4);
    private static final long START =
            LAYOUT.tickAt(VirtualTime.START.toEpochMilli()); // 0.4 s of it have passed, as of each tick in these tests

    private final VirtualTime time = new VirtualTime();

    private TickSource source(Overflow overflow, Duration maxBorrow, WorkerLease lease) {
        return source(TickRule.KEEP_COUNTING, overflow, maxBorrow, lease, LAYOUT, time);
    }

    private TickSource source(
            TickRule rule,
            Overflow overflow,
            Duration maxBorrow,
            WorkerLease lease,
            UidLayout layout,
            NanoClock nanoClock) {
        TickClock clock = new TickClock(layout, time.clock, maxBorrow);
        LeasedTicks ticks = ticks(lease, layout, clock);
        return new TickSource(ticks, rule, overflow.paceNanos(layout), layout, clock, nanoClock);
    }

    private LeasedTicks ticks(WorkerLease lease, UidLayout layout, TickClock clock) {
        return new LeasedTicks(
                LeaseRequest.of(layout).withName("orders"),
                ignored -> lease,
                clock,
                time,
                time,
                new EngineStub(),
                null,
                1,
                null);
    }

    private static @Nullable TickRange claim(TickSource source) {
        TickSource.ClaimedTick claimed = source.claim(-1);
        return claimed == null ? null : claimed.range();
    }

    /** Claims as many ticks as there are now, ten at most. Returns them, counted from the start. */
    private static String claimAll(TickSource source) {
        StringBuilder claimed = new StringBuilder();
        for (int i = 0; i < 10; i++) {
            TickRange range = claim(source);
            if (range == null) {
                break;
            }
            claimed.append(claimed.isEmpty() ? "" : " ").append(range.tick() - START);
        }
        return claimed.toString();
    }

    @Test
    void claimsTheTickOfNowAndWaitsForTheNext() {
        TickSource source = source(Overflow.WAIT, Duration.ofHours(1), WorkerLease.neverReused(7));
        assertThat(source.lastTick()).isEqualTo(-1);
        assertThat(source.highestTick()).isEqualTo(-1);

        assertThat(claimAll(source)).isEqualTo("0");
        assertThat(Duration.ofNanos(source.nanosUntilNext())).isEqualTo(Duration.ofMillis(600));

        time.pass(Duration.ofMillis(599));
        assertThat(claimAll(source)).isEmpty();
        time.pass(Duration.ofMillis(1));
        assertThat(claimAll(source)).isEqualTo("1");
        assertThat(source.lastTick()).isEqualTo(START + 1);
        assertThat(source.highestTick()).isEqualTo(START + 1);
    }

    /** The holder of that worker id before may have used the ticks below. */
    @Test
    void claimsNoTickUnderAnotherWorkerIdBelowTheFirstOfItsLease() {
        TickSource source = source(Overflow.WAIT, Duration.ofHours(1), WorkerLease.neverReused(7));
        claim(source);

        assertThat(source.tryClaim(START, additional(START + 1))).isFalse();
        assertThat(source.tryClaim(START, additional(START))).isTrue();
    }

    private static HeldWorkerId additional(long firstTick) {
        return new HeldWorkerId(1, new RecordingLease(9, firstTick), 0, why -> {});
    }

    @Test
    void findsTheLowestTickWithUidsAboveAnother() {
        assertThat(TickSource.lowestTickAbove(-1, 7, LAYOUT)).isZero();
        assertThat(TickSource.lowestTickAbove(LAYOUT.encode(5, 7, LAYOUT.maxSequence() - 1), 7, LAYOUT))
                .isEqualTo(5);
        assertThat(TickSource.lowestTickAbove(LAYOUT.encode(5, 7, LAYOUT.maxSequence()), 7, LAYOUT))
                .isEqualTo(6);
        assertThat(TickSource.lowestTickAbove(LAYOUT.encode(5, 6, LAYOUT.maxSequence()), 7, LAYOUT))
                .isEqualTo(5);
        assertThat(TickSource.lowestTickAbove(LAYOUT.encode(5, 8, 0), 7, LAYOUT))
                .isEqualTo(6);
    }

    @Test
    void passesOverTicksThatHaveNoUidsAboveTheFloor() {
        TickSource source = source(Overflow.BORROW, Duration.ofHours(1), WorkerLease.neverReused(7));

        assertThat(source.claim(LAYOUT.encode(START + 4, 7, 3)).range().tick()).isEqualTo(START + 4);
        assertThat(source.claim(LAYOUT.encode(START + 9, 7, LAYOUT.maxSequence()))
                        .range()
                        .tick())
                .isEqualTo(START + 10);
    }

    @Test
    void keepsThePaceOfTimeWhileTheClockIsBehind() {
        TickSource source = source(Overflow.WAIT, Duration.ofHours(1), WorkerLease.neverReused(7));
        claimAll(source);
        time.clock.advance(Duration.ofMillis(-60_100)); // 0.3 s of a tick have passed

        assertThat(claimAll(source)).isEmpty();
        time.pass(Duration.ofMillis(500));
        assertThat(Duration.ofNanos(source.nanosUntilNext())).isEqualTo(Duration.ofMillis(200)); // the clock is faster
        time.pass(Duration.ofMillis(499));
        assertThat(Duration.ofNanos(source.nanosUntilNext())).isEqualTo(Duration.ofMillis(1));
        assertThat(claimAll(source)).isEmpty();

        time.pass(Duration.ofMillis(1));
        assertThat(claimAll(source)).isEqualTo("1");
    }

    @Test
    void borrowsUpToMaxBorrowAtOnce() {
        TickSource source = source(Overflow.BORROW, Duration.ofSeconds(3), WorkerLease.neverReused(7));

        assertThat(claimAll(source)).isEqualTo("0 1 2 3");
        assertThat(source.clock.millisAhead(source.lastTick())).isEqualTo(2_600);
        assertThat(Duration.ofNanos(source.nanosUntilNext())).isEqualTo(Duration.ofMillis(600));
        time.pass(Duration.ofMillis(600));
        assertThat(claimAll(source)).isEqualTo("4");
        time.pass(Duration.ofMinutes(1));
        assertThat(source.clock.millisAhead(source.lastTick())).isEqualTo(-57_000);
        assertThat(claimAll(source)).isEqualTo("61 62 63 64");
    }

    @Test
    void asksToBeWokenWhenAClockThatWasSetBackHasComeNear() {
        TickSource source = source(Overflow.BORROW, Duration.ofSeconds(3), WorkerLease.neverReused(7));
        claimAll(source);
        time.clock.advance(Duration.ofHours(-2));

        assertThat(claimAll(source)).isEmpty();
        assertThat(Duration.ofNanos(source.nanosUntilNext()))
                .isEqualTo(Duration.ofHours(2).plusMillis(600));
    }

    @Test
    void claimsNothingBelowTheLeasesFirstTickNorAboveItsLatest() {
        RecordingLease lease = new RecordingLease(7, START + 2) {
            @Override
            public long latestTick(long currentTick) {
                return currentTick + 3;
            }
        };
        TickSource source = source(Overflow.BORROW, Duration.ofSeconds(5), lease);

        assertThat(claimAll(source)).isEqualTo("2 3");
        time.pass(Duration.ofSeconds(1));
        assertThat(claimAll(source)).isEqualTo("4");
        assertThat(lease.reservedThrough()).isEqualTo(START + 4);
    }

    @Test
    void claimsNothingThatIsNotReserved() {
        RecordingLease lease = new RecordingLease(7, 0) {
            @Override
            public LeaseState state() {
                return LeaseState.through(reservedThrough());
            }
        };
        TickSource source = source(Overflow.BORROW, Duration.ofSeconds(3), lease);

        assertThat(claimAll(source)).isEmpty();
        assertThat(source.lastTick()).isEqualTo(-1);
        time.pass(Duration.ZERO); // the store is asked
        assertThat(claimAll(source)).isEqualTo("0");
    }

    @Test
    void refusesATickBeyondTheTimeBits() {
        UidLayout layout = UidLayout.of(31, 19, 13);
        TickSource source = source(
                TickRule.KEEP_COUNTING, Overflow.BORROW, Duration.ofDays(3), WorkerLease.neverReused(7), layout, time);
        time.clock.advance(
                Duration.between(VirtualTime.START, layout.expiresAt()).minusSeconds(2));
        claim(source);
        claim(source);
        String message =
                "the time bits are used up: timeBits=31 hold ticks up to 2147483647, wanted tick=2147483648. The layout"
                        + " 31/19/13 bits of PT1S from 2026-01-01T00:00:00Z ends at 2094-01-19T03:14:08Z. A layout with"
                        + " more timeBits or a later epoch may repeat its UIDs: docs/migration.md shows how to continue"
                        + " above them";

        assertThat(source.lastTick()).isEqualTo(layout.maxTick());
        assertThat(source.refusal()).isNull();
        assertThat(claim(source)).isNull();
        assertThat(source.refusal())
                .isExactlyInstanceOf(UidGenerateException.class)
                .hasMessage(message);
        assertThatThrownBy(() -> source.requireNext(-1)).hasMessage(message);
        assertThat(source.lastTick()).isEqualTo(layout.maxTick());
    }

    @Test
    void refusesATickBeyondTheTimeBitsAlsoWhereTheLeaseAllowsItLater() {
        UidLayout layout = UidLayout.of(31, 19, 13);
        RecordingLease lease = new RecordingLease(7, 0) {
            @Override
            public long latestTick(long currentTick) {
                return currentTick;
            }
        };
        TickSource source = source(TickRule.KEEP_COUNTING, Overflow.BORROW, Duration.ofDays(3), lease, layout, time);
        time.clock.advance(
                Duration.between(VirtualTime.START, layout.expiresAt()).minusSeconds(1));
        assertThat(claim(source)).isNotNull();

        assertThat(claim(source)).isNull();
        assertThat(source.refusal()).hasMessageStartingWith("the time bits are used up: ");
    }

    @Test
    void refusesNothingAnyMoreOnceTheClockIsRight() {
        UidLayout layout = UidLayout.of(31, 19, 13);
        TickSource source = source(
                TickRule.KEEP_COUNTING, Overflow.BORROW, Duration.ofDays(3), WorkerLease.neverReused(7), layout, time);
        time.clock.advance(Duration.ofDays(365 * 100));
        assertThat(claim(source)).isNull();
        assertThat(source.refusal()).isNotNull();

        time.clock.advance(Duration.ofDays(-365 * 100));

        assertThat(claim(source)).isNotNull();
        assertThat(source.refusal()).isNull();
    }

    @Test
    void saysWithoutClaimingWhetherItWouldRefuse() {
        TickClock clock = new TickClock(LAYOUT, time.clock, Duration.ofHours(1));
        TickRule rule = new TickRule.RefuseRollback(LAYOUT, clock, Duration.ZERO);
        TickSource source = source(rule, Overflow.WAIT, Duration.ofHours(1), WorkerLease.neverReused(7), LAYOUT, time);
        source.requireNext(-1);
        assertThat(source.lastTick()).isEqualTo(-1);
        claimAll(source);

        time.clock.advance(Duration.ofSeconds(-1));

        assertThatThrownBy(() -> source.requireNext(-1))
                .isExactlyInstanceOf(UidGenerateException.class)
                .hasMessageStartingWith("the clock was set back from ");
    }

    @Test
    void mustLeaveATickThatIsOverOrTooFarAheadOrThatTheRuleLeaves() {
        TickSource source = source(
                new TickRule.UnusedSequences(10),
                Overflow.BORROW,
                Duration.ofSeconds(3),
                WorkerLease.neverReused(7),
                LAYOUT,
                time);
        claimAll(source);
        assertThat(source.mustLeave()).isFalse();
        assertThat(Duration.ofNanos(source.nanosUntilOver())).isEqualTo(Duration.ofMillis(3_600));

        time.clock.advance(Duration.ofSeconds(-1));
        assertThat(source.mustLeave()).isTrue();
        time.clock.advance(Duration.ofSeconds(4));
        assertThat(source.mustLeave()).isFalse();
        time.clock.advance(Duration.ofMillis(600));
        assertThat(source.mustLeave()).isTrue();
        assertThat(Duration.ofNanos(source.nanosUntilOver())).isEqualTo(Duration.ofMillis(1));

        source.left(9);
        claim(source); // the tick after it
        time.clock.advance(Duration.ofMillis(-600));
        assertThat(source.mustLeave()).isTrue();
        assertThat(claim(source)).isEqualTo(new TickRange(START + 3, 0, 9, 15, true));
        assertThat(source.lastTick()).isEqualTo(START + 3);
        assertThat(source.highestTick()).isEqualTo(START + 4);
    }

    @Test
    void startsAboveAllTicksWhenItIsResumedUnderTheSameLease() {
        RecordingLease lease = new RecordingLease(7, 0);
        TickSource source =
                source(new TickRule.UnusedSequences(10), Overflow.BORROW, Duration.ofSeconds(3), lease, LAYOUT, time);
        claimAll(source);
        source.left(9);

        source.begin(ticks(lease, LAYOUT, new TickClock(LAYOUT, time.clock, Duration.ofHours(1))));

        assertThat(source.lastTick()).isEqualTo(START + 3);
        assertThat(claimAll(source)).isEmpty();
        time.pass(Duration.ofSeconds(1));
        assertThat(claimAll(source)).isEqualTo("4");
    }

    @Test
    void keepsNoPaceBeforeTheFirstTickWhateverTheTimeOfTheMachine() {
        NanoClock sinceTheFuture = new NanoClock() {
            @Override
            public long nanoTime() {
                return -1;
            }

            @Override
            public void park(long nanos) {}
        };
        TickSource source = source(
                TickRule.KEEP_COUNTING,
                Overflow.WAIT,
                Duration.ofHours(1),
                WorkerLease.neverReused(7),
                LAYOUT,
                sinceTheFuture);
        time.clock.advance(Duration.between(VirtualTime.START, LAYOUT.epoch()).minusSeconds(2));

        assertThat(claim(source)).isEqualTo(TickRange.whole(0, LAYOUT));
    }
}
