package org.uidgenerator.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.uidgenerator.FieldOrder;
import org.uidgenerator.OptionException;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.contract.RecordingLease;
import org.uidgenerator.test.internal.Callers;
import org.uidgenerator.test.internal.LogRecorder;
import org.uidgenerator.test.internal.Patience;
import org.uidgenerator.worker.StaticWorkerIdAssigner;
import org.uidgenerator.worker.WorkerLease;

/** Life cycle and options of a {@link CachedUidGenerator}. */
class CachedUidGeneratorTest extends CachedInVirtualTime {
    @Test
    void opensNoBlockForEachOfManyThreadsThatTakeFewUids() throws Exception {
        CachedUidGenerator generator = inVirtualTime().boostPower(10).build();
        int blocks = generator.buffer.ring().size();
        int stripes = Integer.highestOneBit(8 * Runtime.getRuntime().availableProcessors() - 1);

        for (int i = 0; i < 2_000; i++) {
            Thread thread = new Thread(generator::getUID);
            thread.start();
            thread.join();
        }

        assertThat(blocks - generator.buffer.ring().size()).isEqualTo(2 * stripes); // one is for the first thread
    }

    @Test
    void runsOneDaemonNamedAfterItUntilItIsClosed() {
        AtomicReference<Thread> padder = new AtomicReference<>();
        CachedUidGenerator generator = CachedUidGenerator.builder(layout -> WorkerLease.neverReused(7))
                .name("orders")
                .threadFactory(runnable -> {
                    padder.set(new Thread(runnable));
                    return padder.get();
                })
                .build();
        assertThat(padder.get().getName()).isEqualTo("orders-padder");
        assertThat(padder.get().isDaemon()).isTrue();
        assertThat(padder.get().isAlive()).isTrue();

        padder.get().interrupt(); // the application's mistake
        assertThat(generator.getUID()).isPositive();
        assertThat(padder.get().isAlive()).isTrue();

        try (LogRecorder log = new LogRecorder()) {
            generator.close();
            assertThat(log.lines()).isEmpty();
        }
        assertThat(padder.get().isAlive()).isFalse();
    }

    @Test
    void leavesTheTicksThatWereNotOpenedToTheNextHolder() {
        RecordingLease lease = new RecordingLease(7, 0);
        CachedUidGenerator generator = inVirtualTime(lease).build();
        long[] uids = new long[3 * UIDS_PER_TICK];
        generator.getUIDs(uids);
        long lastTick = LAYOUT.tickOf(uids[uids.length - 1]);
        assertThat(lease.reservedThrough()).isGreaterThan(lastTick + 1);

        generator.suspend();
        generator.close();

        assertThat(lease.releases())
                .singleElement()
                .satisfies(given -> assertThat(given).isBetween(lastTick, lastTick + 1)); // of a block opened or not
    }

    @Test
    void keepsItsOptionsWhenTheBuilderIsUsedForAnotherGenerator() {
        List<String> threads = new CopyOnWriteArrayList<>();
        CachedUidGenerator.Builder builder = CachedUidGenerator.builder(layout -> WorkerLease.neverReused(7))
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
        generator.set(CachedUidGenerator.builder(layout -> WorkerLease.neverReused(7))
                .name("orders")
                .layout(LAYOUT)
                .rejectedPutBufferHandler(ring -> {
                    CachedUidGenerator running = generator.get();
                    if (running != null && !refusal.isDone()) { // in the padder, which cannot wait for its own end
                        running.suspend();
                        refusal.complete(catchThrowable(running::resume));
                    }
                })
                .build());

        Callers.start(1, () -> generator.get().getUIDs(new long[40_000])); // which may find it suspended

        assertThat(Patience.get(refusal))
                .isExactlyInstanceOf(UidGenerateException.class)
                .hasMessage("orders is still busy with giving its worker id back");
        generator.get().close();
    }

    @Test
    void keepsTheInterruptOfWhoClosesIt() {
        CachedUidGenerator generator =
                CachedUidGenerator.builder(layout -> WorkerLease.neverReused(7)).build();
        Thread.currentThread().interrupt();

        generator.close();

        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void givesUid0Too() {
        CachedUidGenerator.Builder builder = inVirtualTime(WorkerLease.neverReused(0))
                .layout(LAYOUT.toBuilder().epoch(VirtualTime.START).build());

        assertThat(builder.build().getUID()).isZero();
        assertThat(builder.build().tryGetUID(Duration.ZERO)).hasValue(0);
    }

    @Test
    void keepsTheRingSmallForAnyLayout() {
        CachedUidGenerator huge =
                inVirtualTime().layout(UidLayout.of(31, 6, 26)).boostPower(10).build();
        assertThat(huge.buffer.ring().capacity()).isEqualTo(1_024);
        assertThat(huge).hasToString("orders (31/6/26 bits of PT1S from 2026-01-01T00:00:00Z, 1024 of 1024 blocks)");

        CachedUidGenerator tiny =
                inVirtualTime().layout(UidLayout.of(31, 31, 1)).boostPower(12).build();
        assertThat(tiny.buffer.ring().capacity()).isEqualTo(4_096);
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
                inVirtualTime().maxStaleness(Duration.ofMillis(1_999)),
                "maxStaleness must be in [PT2S, PT8760000H] (at least two ticks of PT1S and 100 ms): maxStaleness=PT1.999S");
    }

    @Test
    void refusesMoreWorkerIdsThanThereAre() {
        assertRefused(
                inVirtualTime().maxWorkerIds(0), "maxWorkerIds must be in [1, 1024] (workerBits=19): maxWorkerIds=0");
        assertRefused(
                inVirtualTime().maxWorkerIds(1_025),
                "maxWorkerIds must be in [1, 1024] (workerBits=19): maxWorkerIds=1025");
        assertRefused(
                inVirtualTime().layout(UidLayout.of(47, 3, 13)).maxWorkerIds(9),
                "maxWorkerIds must be in [1, 8] (workerBits=3): maxWorkerIds=9");
        assertRefused(
                inVirtualTime()
                        .layout(UidLayout.builder()
                                .fieldOrder(FieldOrder.TIME_SEQUENCE_WORKER)
                                .build())
                        .maxWorkerIds(2),
                "maxWorkerIds must be 1 where the worker id comes last (fieldOrder=TIME_SEQUENCE_WORKER): maxWorkerIds=2");
        assertRefused(
                CachedUidGenerator.builder(StaticWorkerIdAssigner.of(7, 8)).maxWorkerIds(3),
                "maxWorkerIds must be at most 2, as many worker ids as its assigner has for one generator: maxWorkerIds=3");
    }

    @Test
    void takesAsManyWorkerIdsAsThereAre() {
        for (CachedUidGenerator.Builder builder : List.of(
                CachedUidGenerator.builder(StaticWorkerIdAssigner.of(7, 8)).maxWorkerIds(2),
                CachedUidGenerator.builder(StaticWorkerIdAssigner.of(0, 1, 2, 3, 4, 5, 6, 7))
                        .layout(UidLayout.of(47, 3, 13))
                        .maxWorkerIds(8))) {
            try (CachedUidGenerator generator = builder.build()) {
                assertThat(generator.getUID()).isNotNegative();
            }
        }
    }

    private static void assertRefused(CachedUidGenerator.Builder builder, String message) {
        assertThatThrownBy(builder::build)
                .isExactlyInstanceOf(OptionException.class)
                .hasMessage(message);
    }
}
