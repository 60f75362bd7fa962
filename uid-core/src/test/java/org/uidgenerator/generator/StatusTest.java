package org.uidgenerator.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.buffer.RejectedTakeBufferHandler;
import org.uidgenerator.contract.TestLease;
import org.uidgenerator.internal.engine.EngineSeams;
import org.uidgenerator.worker.LeaseState;
import org.uidgenerator.worker.WorkerLease;

class StatusTest {
    /** Ticks that are used up soon. */
    private static final UidLayout LAYOUT = UidLayout.of(31, 19, 13);

    private static final int UIDS_PER_TICK = 8_192;

    private final VirtualTime time = new VirtualTime();
    private final StoreLease lease = new StoreLease();

    private CachedUidGenerator cached() {
        return CachedUidGenerator.builder(layout -> lease)
                .layout(LAYOUT)
                .clock(time.clock)
                .nanoClock(time)
                .rejectedTakeBufferHandler(RejectedTakeBufferHandler.FAIL)
                .threadFactory(NeverRuns::new)
                .build();
    }

    private DefaultUidGenerator unbuffered() {
        return DefaultUidGenerator.builder(layout -> lease)
                .layout(LAYOUT)
                .clock(time.clock)
                .nanoClock(time)
                .threadFactory(time)
                .maxWait(Duration.ZERO)
                .build();
    }

    @Test
    void countsWhatACachedGeneratorHasIssuedAndHasLeft() {
        CachedUidGenerator generator = cached();
        long skipped = LAYOUT.decode(generator.getUID()).sequence();
        for (int i = 1; i < 3_000; i++) {
            generator.getUID();
        }
        generator.getUIDs(new long[700]);

        assertThat(generator.status().issued()).isEqualTo(3_700);
        assertThat(generator.status().available()).isEqualTo(8 * UIDS_PER_TICK - skipped - 3_700);
        assertThat(generator.status().blocks()).isEqualTo(64 - (int) ((skipped + 3_700 + 1_023) / 1_024));
        assertThat(generator.status().capacity()).isEqualTo(64);
    }

    @Test
    void countsNeitherStaleBlocksNorClaimsPastTheEnd() {
        CachedUidGenerator generator = cached();
        generator.getUID();
        time.pass(Duration.ofSeconds(10));
        Padders.runOnce(generator);
        assertThatThrownBy(generator::getUID).isInstanceOf(UidGenerateException.class); // all was stale
        assertThat(generator.status().issued()).isEqualTo(1);
        Padders.runOnce(generator);

        generator.getUID();
        generator.getUID();

        assertThat(generator.status().issued()).isEqualTo(3);
    }

    @Test
    void saysHowFarACachedGeneratorIsFromTheClock() {
        CachedUidGenerator generator = cached();
        assertThat(generator.status().staleness()).isZero();
        generator.getUID(); // 0.4 s of its tick have passed

        assertThat(generator.status().staleness()).isEqualTo(Duration.ofMillis(400));
        assertThat(generator.status().borrowed()).isEqualTo(Duration.ofMillis(7_600));
        time.pass(Duration.ofSeconds(9));
        assertThat(generator.status().borrowed()).isZero();
    }

    @Test
    void saysHowOldAUidOfTheVeryFirstTickIs() {
        time.clock.advance(Duration.between(VirtualTime.START, LAYOUT.timeOf(0).plusMillis(400)));
        try (DefaultUidGenerator generator = unbuffered()) {
            generator.getUID();

            assertThat(generator.status().staleness()).isEqualTo(Duration.ofMillis(400));
        }
    }

    @Test
    void countsRefillsWaitsAndRejectedTakesOfACachedGenerator() {
        CachedUidGenerator generator = cached();
        assertThat(generator.status().refills()).isEqualTo(1);
        generator.getUIDs(new long[7 * UIDS_PER_TICK]);
        assertThat(generator.status().waits()).isZero();

        assertThatThrownBy(() -> generator.getUIDs(new long[UIDS_PER_TICK])).isInstanceOf(UidGenerateException.class);
        assertThat(generator.status().waits()).isEqualTo(1);
        assertThat(generator.status().rejectedTakes()).isEqualTo(1);

        lease.reserveTime = Duration.ofMillis(3);
        Padders.runOnce(generator);
        EngineSeams.refill(generator.buffer); // into a full ring
        assertThat(generator.status().refills()).isEqualTo(2);
        assertThat(generator.status().refillTime()).isEqualTo(Duration.ofMillis(24));
    }

    @Test
    void saysWhyACachedGeneratorCannotFillItsRing() {
        CachedUidGenerator generator = cached();
        lease.outage.set(new UidGenerateException("the store is unavailable"));
        generator.getUIDs(new long[7 * UIDS_PER_TICK]);
        assertThat(generator.status().failure()).isNull();

        Padders.runOnce(generator); // puts what is left of a tick, then fails

        assertThat(generator.status().failure()).hasMessage("the store is unavailable");
        assertThat(generator.status().storeFailure()).hasMessage("the store is unavailable");
        lease.outage.set(null);
        Padders.runOnce(generator);
        assertThat(generator.status().failure()).isNull();
        assertThat(generator.status().storeFailure()).isNull();
    }

    @Test
    void saysHowTheLeaseStands() {
        Instant tick = Instant.parse("2026-11-21T10:40:15Z");
        lease.reservedThrough = LAYOUT.tickAt(tick.toEpochMilli());
        lease.clockSkew = Duration.ofMillis(-70);
        try (DefaultUidGenerator generator = unbuffered()) {
            assertThat(generator.status().workerId()).isEqualTo(7);
            assertThat(generator.status().term()).hasValue(42);
            assertThat(generator.status().reservedUntil()).isEqualTo(tick.plusSeconds(1));
            assertThat(generator.status().clockSkew()).isEqualTo(Duration.ofMillis(-70));
        }
    }

    @Test
    void saysThatALeaseWithoutAStoreLastsAsLongAsTheLayout() {
        try (DefaultUidGenerator generator = DefaultUidGenerator.builder(layout -> WorkerLease.neverReused(3))
                .build()) {
            assertThat(generator.status().term()).isEmpty();
            assertThat(generator.status().reservedUntil()).isEqualTo(UidLayout.DEFAULT.expiresAt());
            assertThat(generator.status().clockSkew()).isNull();
            assertThat(generator.status().storeFailure()).isNull();
        }
    }

    @Test
    void countsWhatAnUnbufferedGeneratorHasIssuedAndHasLeft() {
        try (DefaultUidGenerator generator = unbuffered()) {
            assertThat(generator.status().issued()).isZero();
            assertThat(generator.status().available()).isZero();
            long first = LAYOUT.decode(generator.getUID()).sequence();
            generator.getUIDs(new long[99]);

            assertThat(generator.status().issued()).isEqualTo(100);
            assertThat(generator.status().available()).isEqualTo(UIDS_PER_TICK - first - 100);
            assertThat(generator.status().staleness()).isEqualTo(Duration.ofMillis(400));
            assertThat(generator.status().borrowed()).isZero();
            assertThat(generator.status().refills()).isEqualTo(1);
            assertThat(generator.status().capacity()).isZero();
        }
    }

    @Test
    void countsWaitsRejectedTakesAndFailuresOfAnUnbufferedGenerator() {
        try (DefaultUidGenerator generator = unbuffered()) {
            assertThatThrownBy(() -> generator.getUIDs(new long[2 * UIDS_PER_TICK]))
                    .isInstanceOf(UidGenerateException.class);
            assertThat(generator.status().waits()).isEqualTo(1);
            assertThat(generator.status().rejectedTakes()).isEqualTo(1);

            time.pass(Duration.ofSeconds(1));
            lease.outage.set(new UidGenerateException("the store is unavailable"));
            lease.reservedThrough = -1;
            assertThat(generator.tryGetUID(Duration.ofMillis(1))).isEmpty();
            assertThat(generator.status().failure()).hasMessage("the store is unavailable");

            lease.outage.set(null);
            time.pass(Duration.ofSeconds(1)); // and no caller asks
            assertThat(generator.status().failure()).isNull();
            lease.reservedThrough = Long.MAX_VALUE;
            assertThat(generator.getUID()).isPositive();
        }
    }

    @Test
    void saysThatAnUnbufferedGeneratorRefusesOnlyAsLongAsItWould() {
        try (DefaultUidGenerator generator = DefaultUidGenerator.builder(layout -> lease)
                .clock(time.clock)
                .nanoClock(time)
                .threadFactory(time)
                .clockPolicy(ClockPolicy.refuse())
                .build()) {
            generator.getUID();
            time.clock.advance(Duration.ofSeconds(-30));
            time.pass(Duration.ofMillis(250));
            assertThat(generator.status().failure()).hasMessageStartingWith("the clock was set back from ");

            time.pass(Duration.ofSeconds(30));
            assertThat(generator.status().failure()).isNull();
        }
    }

    @Test
    void saysHowFarAnUnbufferedGeneratorIsAheadOfAClockThatWasSetBack() {
        try (DefaultUidGenerator generator = unbuffered()) {
            generator.getUID();
            time.clock.advance(Duration.ofHours(-1));

            assertThat(generator.status().borrowed()).isEqualTo(Duration.ofMillis(3_599_600));
            assertThat(generator.status().staleness()).isZero();
        }
    }

    /** A lease that takes its time, or whose store is unavailable. */
    private final class StoreLease extends TestLease {
        final AtomicReference<@Nullable RuntimeException> outage = new AtomicReference<>();
        Duration reserveTime = Duration.ZERO;
        long reservedThrough = Long.MAX_VALUE;

        @Nullable
        Duration clockSkew;

        @Override
        public long workerId() {
            return 7;
        }

        @Override
        public void reserve(long tick) {
            RuntimeException failure = outage.get();
            if (failure != null) {
                throw failure;
            }
            if (!reserveTime.isZero()) { // or threads would work in the middle of the call
                time.pass(reserveTime);
            }
        }

        @Override
        public LeaseState state() {
            return new LeaseState(
                    OptionalLong.of(42), reservedThrough, reservedThrough, clockSkew, outage.get(), Optional.empty());
        }
    }
}
