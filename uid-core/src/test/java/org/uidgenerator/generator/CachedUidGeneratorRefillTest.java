package org.uidgenerator.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.buffer.RejectedTakeBufferHandler;
import org.uidgenerator.contract.RecordingLease;
import org.uidgenerator.test.internal.LogRecorder;
import org.uidgenerator.worker.WorkerLease;
import org.uidgenerator.worker.WorkerLeaseLostException;

/** How a {@link CachedUidGenerator} keeps its ring full, and what it does when it cannot. */
class CachedUidGeneratorRefillTest extends CachedInVirtualTime {
    @Test
    void padsWhenTheRingFallsBelowThePaddingFactor() {
        CachedUidGenerator generator = inVirtualTime().paddingFactor(25).build();
        takeBlocks(generator, 48);
        Padders.runOnce(generator);
        assertThat(generator.buffer.ring().size()).isEqualTo(16); // a quarter is left: not below

        takeBlocks(generator, 1);
        Padders.runOnce(generator);
        assertThat(generator.buffer.ring().size()).isEqualTo(64);
    }

    @Test
    void padsByScheduleWithoutBeingAsked() {
        CachedUidGenerator generator =
                inVirtualTime().scheduleInterval(Duration.ofMillis(700)).build();
        takeBlocks(generator, 1);

        time.pass(Duration.ofMillis(699));
        Padders.runOnce(generator);
        assertThat(generator.buffer.ring().size()).isEqualTo(63);
        time.pass(Duration.ofMillis(1));
        Padders.runOnce(generator);
        assertThat(generator.buffer.ring().size()).isEqualTo(64);
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
        assertThat(generator.buffer.ring().size()).isLessThan(512);
        try (LogRecorder log = new LogRecorder()) {
            for (int i = 0; i < 1_000_000; i++) {
                generator.getUID();
            }
            Padders.runOnce(generator);
            Padders.runOnce(generator);

            assertThat(log.lines()).isEmpty();
        }
        assertThat(generator.buffer.ring().size()).isEqualTo(1_024);
        assertThat(paddings).hasValue(2); // when it was made, and now
        assertThat(threads).hasValue(1);
    }

    private static void takeBlocks(CachedUidGenerator generator, int blocks) {
        for (int block = 0; block < blocks; ) {
            int size = generator.buffer.ring().size();
            generator.getUID();
            block += size - generator.buffer.ring().size();
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
            Padders.runOnce(generator);
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
            outage.set(new UidGenerateException("the store is unavailable"));

            assertThat(takeUntilItFails(generator)).hasSizeGreaterThan(7 * UIDS_PER_TICK);
            assertThat(Padders.runOnce(generator)) // what is left of the tick
                    .isEqualTo(Duration.ofMillis(50).toNanos());
            assertThat(takeUntilItFails(generator)).isNotEmpty();
            assertThat(Padders.runOnce(generator))
                    .isEqualTo(Duration.ofMillis(100).toNanos());
            assertThat(Padders.runOnce(generator))
                    .isEqualTo(Duration.ofMillis(200).toNanos());
            assertThatThrownBy(generator::getUID)
                    .hasMessage(
                            "orders has no UID after waiting for 0 ms: its ring is not refilled: the store is unavailable")
                    .hasCause(outage.get());

            outage.set(null);
            Padders.runOnce(generator);
            Padders.runOnce(generator);
            assertThat(generator.buffer.failure()).isNull();
            assertThat(generator.getUID()).isPositive();
            assertThat(log.lines().subList(1, log.lines().size()))
                    .containsExactly(
                            "SEVERE orders could not refill its ring, trying again with back-off",
                            "INFO orders refills its ring again after 3 failed runs");
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
            Padders.runOnce(generator);
            error.set(null);
            Padders.runOnce(generator);

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
                .layout(LAYOUT)
                .clock(time.clock)
                .nanoClock(time)
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
    void dropsAllItHasBufferedWhenItsLeaseIsRevokedEvenIfThereIsNoOther() {
        AtomicLong workerIds = new AtomicLong();
        AtomicBoolean storeHasGoneBack = new AtomicBoolean();
        CachedUidGenerator generator = CachedUidGenerator.builder(layout -> {
                    if (storeHasGoneBack.get()) {
                        throw new UidGenerateException("the store is unavailable");
                    }
                    return new RevokedLease(workerIds.incrementAndGet(), storeHasGoneBack, false);
                })
                .layout(LAYOUT)
                .clock(time.clock)
                .nanoClock(time)
                .rejectedTakeBufferHandler(RejectedTakeBufferHandler.FAIL)
                .threadFactory(time)
                .build();
        takeBlocks(generator, 40);
        storeHasGoneBack.set(true);

        try (LogRecorder log = new LogRecorder()) {
            time.pass(Duration.ofMillis(250));
            assertThat(log.causes())
                    .extracting(Throwable::getMessage)
                    .contains("worker id 1 is revoked: its store has gone back");
        }

        assertThat(takeUntilItFails(generator)).isEmpty();
        assertThat(generator.status().available()).isZero();
    }

    @Test
    void givesTheLeaseBackIfItCannotFillTheRing() {
        RecordingLease lease = new RecordingLease(7, 42) {
            @Override
            public void reserve(long tick) {
                throw new UidGenerateException("the store is unavailable");
            }
        };

        assertThatThrownBy(() -> inVirtualTime(lease).build()).hasMessage("the store is unavailable");
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
}
