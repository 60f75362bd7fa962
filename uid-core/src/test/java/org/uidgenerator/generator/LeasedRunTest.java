package org.uidgenerator.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.buffer.RejectedTakeBufferHandler;
import org.uidgenerator.contract.RecordingLease;
import org.uidgenerator.internal.NanoClock;
import org.uidgenerator.internal.engine.RunState;
import org.uidgenerator.internal.engine.UnbufferedBlocks;
import org.uidgenerator.internal.engine.UnbufferedSource;
import org.uidgenerator.test.internal.Patience;
import org.uidgenerator.worker.LeaseState;
import org.uidgenerator.worker.WorkerLease;

/** How a run ends whose store keeps it busy. */
class LeasedRunTest {
    private static final Duration LONG = Duration.ofHours(1);

    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch answers = new CountDownLatch(1);

    private volatile boolean busy;

    /** A lease that answers, once its store is busy, when the test says so. */
    private final OneByOneLease lease = new OneByOneLease(7) {
        @Override
        public void reserve(long tick) {
            if (busy) {
                asked.countDown();
                Patience.awaitTest(answers);
            }
            super.reserve(tick);
        }
    };

    private static LeasedRun<UnbufferedSource> run(WorkerLease lease) {
        UnbufferedBlocks blocks = new UnbufferedBlocks(
                "orders", "orders-blocks", 1, RejectedTakeBufferHandler.FAIL, NanoClock.SYSTEM, Thread::new);
        DefaultUidGenerator.Builder options =
                DefaultUidGenerator.builder(request -> lease).name("orders");
        WatchedClock watched = options.watchedClock();
        TickClock clock = new TickClock(UidLayout.DEFAULT, watched, Duration.ofHours(1));
        LeasedTicks leases = new LeasedTicks(
                options.leaseRequest(clock),
                options.workerIdAssigner,
                clock,
                NanoClock.SYSTEM,
                Thread::new,
                blocks,
                null,
                1,
                null);
        TickSource ticks =
                new TickSource(leases, TickRule.KEEP_COUNTING, 0, UidLayout.DEFAULT, clock, NanoClock.SYSTEM);
        UnbufferedTicks source = new UnbufferedTicks(ticks, UidLayout.DEFAULT, SequenceStart.ZERO);
        return new LeasedRun<>(blocks, watched, leases, ticks, source);
    }

    private LeasedRun<UnbufferedSource> busyRun() throws InterruptedException {
        LeasedRun<UnbufferedSource> run = run(lease);
        busy = true; // and not by the second reservation: the clock may tick while the run begins
        run.leases.tryReserve(lease.reservedThrough() + 1, run.leases.first());
        Patience.await(asked);
        return run;
    }

    @Test
    void waitsForItsStoreWhenItIsSuspendedSoThatItCanBeResumedAtOnce() throws Exception {
        LeasedRun<UnbufferedSource> run = busyRun();
        CompletableFuture<Boolean> stopped = CompletableFuture.supplyAsync(
                () -> run.stop(RunState.SUSPENDED, LONG), work -> new Thread(work).start());

        assertThatThrownBy(() -> stopped.get(500, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
        assertThat(run.isAlive()).isTrue();
        answers.countDown();

        assertThat(stopped.get()).isTrue();
        assertThat(run.isAlive()).isFalse();
    }

    @Test
    void doesNotWaitForItsStoreWhenItIsClosedAndSaysThatItIsStillBusy() throws Exception {
        LeasedRun<UnbufferedSource> run = busyRun();

        assertThat(run.stop(RunState.CLOSED, LONG)).isFalse();
        assertThat(run.isAlive()).isTrue();

        answers.countDown();
        assertThat(run.stop(RunState.SUSPENDED, LONG)).isTrue();
        assertThat(lease.releases()).hasSize(1);
    }

    @Test
    void saysWithWhichWorkerIdItWorksAndOfWhichStoreIdentity() {
        assertThat(run(new OneByOneLease(7))).hasToString("worker id 7");
        assertThat(run(new OneByOneLease(7) {
                    @Override
                    public LeaseState state() {
                        return new LeaseState(
                                OptionalLong.empty(), -1, -1, null, null, Optional.of("orders/482913057264"));
                    }
                }))
                .hasToString("worker id 7 of orders/482913057264");
    }

    /** Two runs would begin, of which one would never end. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 8, 13})
    void leavesNothingWhenItsClockSuspendsAndResumesItMeanwhile(int reading) {
        AtomicInteger untilThen = new AtomicInteger();
        AtomicReference<CachedUidGenerator> resumed = new AtomicReference<>();
        InstantSource clock = () -> {
            if (untilThen.getAndDecrement() == 1) {
                CachedUidGenerator generator = resumed.get();
                generator.suspend();
                assertThatThrownBy(generator::resume).isInstanceOf(UidGenerateException.class);
            }
            return Instant.now();
        };
        List<RecordingLease> leases = new ArrayList<>();
        CachedUidGenerator generator = CachedUidGenerator.builder(request -> {
                    leases.add(new RecordingLease(leases.size(), 0));
                    return leases.get(leases.size() - 1);
                })
                .name("resumed-" + reading)
                .clock(clock)
                .build();
        resumed.set(generator);
        generator.suspend();

        untilThen.set(reading);
        generator.resume();
        assertThat(generator.getUID()).isPositive();
        generator.close();

        assertThat(leases)
                .hasSize(2)
                .allSatisfy(lease -> assertThat(lease.releases()).hasSize(1));
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .noneMatch(name -> name.startsWith("resumed-" + reading + "-"));
    }
}
