package org.uidgenerator.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.uidgenerator.FieldOrder;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.buffer.RejectedTakeBufferHandler;
import org.uidgenerator.contract.RecordingLease;
import org.uidgenerator.internal.NanoClock;
import org.uidgenerator.test.internal.Callers;
import org.uidgenerator.test.internal.Patience;
import org.uidgenerator.worker.LeaseState;
import org.uidgenerator.worker.WorkerLease;

/** What the callers of a {@link CachedUidGenerator} get, and how they wait. */
class CachedUidGeneratorTakeTest extends CachedInVirtualTime {
    @Test
    void lookAgainAsLongAsTheTakeHandlerSays() {
        AtomicReference<CachedUidGenerator> generator = new AtomicReference<>();
        List<Long> waits = new ArrayList<>();
        generator.set(inVirtualTime()
                .rejectedTakeBufferHandler((ring, waitedNanos) -> {
                    waits.add(waitedNanos);
                    time.pass(Duration.ofMillis(3));
                    if (waits.size() == 3) {
                        Padders.runOnce(generator.get());
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
                    Padders.runOnce(generator.get());
                    uidsOfTheOther.add(generator.get().getUID()); // the same stripe
                    return true;
                })
                .build());
        long[] uids = new long[8 * UIDS_PER_TICK]; // all that is buffered, and those skipped at the start

        generator.get().getUIDs(uids);

        assertThat(uidsOfTheOther).containsExactly(uids[uids.length - 1] + 1);
    }

    @ParameterizedTest
    @EnumSource(value = FieldOrder.class, mode = EnumSource.Mode.EXCLUDE, names = "WORKER_TIME_SEQUENCE")
    void handsOutEachUidOfATickInOrder(FieldOrder order) {
        UidLayout layout = LAYOUT.toBuilder().fieldOrder(order).build();
        CachedUidGenerator generator = inVirtualTime().layout(layout).build();
        Padders.runOnce(generator);

        List<Long> uids = takeUntilItFails(generator);

        long first = layout.tickOf(uids.get(0)) + 1; // of the one before, some are skipped at the start
        long last = layout.tickOf(uids.get(uids.size() - 1));
        assertThat(last).isGreaterThan(first);
        assertThat(uids.subList(uids.indexOf(layout.encode(first, 7, 0)), uids.size()))
                .containsExactlyElementsOf(LongStream.rangeClosed(first, last)
                        .boxed()
                        .flatMap(tick -> LongStream.range(0, UIDS_PER_TICK)
                                .mapToObj(sequence -> layout.encode(tick, 7, sequence)))
                        .toList());
    }

    @Test
    void waitsForThePadderByDefault() {
        try (CachedUidGenerator generator = CachedUidGenerator.builder(layout -> WorkerLease.neverReused(7))
                .layout(LAYOUT)
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
        CachedUidGenerator generator = CachedUidGenerator.builder(layout -> WorkerLease.neverReused(7))
                .maxBorrow(Duration.ZERO)
                .maxStaleness(Duration.ofHours(3))
                .layout(LAYOUT.toBuilder().tick(Duration.ofHours(1)).build())
                .rejectedTakeBufferHandler(RejectedTakeBufferHandler.waitFor(Duration.ofMillis(20)))
                .build();
        try (generator) {
            assertThatThrownBy(() -> generator.getUIDs(new long[2 * UIDS_PER_TICK]))
                    .isExactlyInstanceOf(UidGenerateException.class)
                    .hasMessageMatching(
                            "uid-generator has no UID after waiting for \\d\\d+ ms: maxBorrow allows no later tick now.*");
        }
    }

    @Test
    void letsNoCallerQueueBehindAnotherWhileTheStoreIsSlow() throws Exception {
        CountDownLatch allWait = new CountDownLatch(21); // the callers, and the request to the store
        AtomicReference<CountDownLatch> answers = new AtomicReference<>(new CountDownLatch(0));
        CachedUidGenerator generator = CachedUidGenerator.builder(layout -> new RecordingLease(7, 0) {
                    @Override
                    public void reserve(long tick) {
                        if (answers.get().getCount() > 0) {
                            allWait.countDown();
                            Patience.awaitTest(answers.get());
                        }
                    }

                    @Override
                    public LeaseState state() {
                        return LeaseState.through(-1);
                    }
                })
                .layout(LAYOUT)
                .boostPower(0)
                .ordering(Ordering.STRICT)
                .rejectedTakeBufferHandler((ring, waitedNanos) -> {
                    if (answers.get().getCount() == 0) {
                        return ring.awaitNotEmpty(Duration.ofMinutes(1).toNanos());
                    }
                    allWait.countDown();
                    Patience.awaitTest(allWait);
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
        CachedUidGenerator generator = CachedUidGenerator.builder(layout -> WorkerLease.neverReused(7))
                .layout(LAYOUT)
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
                .hasMessage("orders was interrupted while waiting for a UID")
                .hasCauseInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void endsTheWaitsWhenItIsClosed() {
        CachedUidGenerator generator = inVirtualTime()
                .nanoClock(NanoClock.SYSTEM)
                .rejectedTakeBufferHandler(RejectedTakeBufferHandler.waitFor(Duration.ofMinutes(1)))
                .build();
        CompletableFuture<Void> waits =
                CompletableFuture.runAsync(() -> generator.getUIDs(new long[10 * UIDS_PER_TICK]));
        while (generator.buffer.ring().size() > 0) {
            Thread.onSpinWait();
        }

        generator.close();

        assertThatThrownBy(waits::join).hasRootCauseMessage("orders is closed");
    }

    @Test
    void ordersStrictlyWhatManyThreadsTakeIfAskedTo() {
        assertThat(strictInversions()).isZero();
    }

    @Test
    void doesNotOrderAcrossThreadsUnlessAskedTo() {
        try (CachedUidGenerator generator = ordered(Ordering.PER_THREAD)) {
            boolean inverted = false;
            for (int i = 0; i < 64 && !inverted; i++) { // some of them have another open block than this one
                long before = inAnotherThread(generator::getUID);
                inverted = generator.getUID() < before;
            }
            assertThat(inverted).isTrue();
        }
    }

    private static long inAnotherThread(Supplier<Long> call) {
        return CompletableFuture.supplyAsync(call, task -> new Thread(task).start())
                .join();
    }

    private static CachedUidGenerator ordered(Ordering ordering) {
        return CachedUidGenerator.builder(layout -> WorkerLease.neverReused(7))
                .layout(UidLayout.of(31, 10, 22))
                .ordering(ordering)
                .build();
    }

    /** How many calls got a UID below one that another thread had been given before the call began. */
    private static long strictInversions() {
        try (CachedUidGenerator generator = ordered(Ordering.STRICT)) {
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
}
