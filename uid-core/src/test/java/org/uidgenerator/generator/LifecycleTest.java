package org.uidgenerator.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.contract.RecordingLease;
import org.uidgenerator.internal.NanoClock;
import org.uidgenerator.internal.engine.BlockSource;
import org.uidgenerator.internal.engine.EngineStub;
import org.uidgenerator.internal.engine.RunState;
import org.uidgenerator.test.internal.LogRecorder;
import org.uidgenerator.test.internal.Patience;
import org.uidgenerator.worker.LeaseRequest;
import org.uidgenerator.worker.LeaseState;
import org.uidgenerator.worker.WorkerLease;

/** The fate of each run, and of the worker id that it holds: the first run has 1, the second has 2. */
class LifecycleTest {
    private final List<String> done = Collections.synchronizedList(new ArrayList<>());
    private boolean busy;
    private boolean ends = true;
    private Runnable whileStarting = () -> {};
    private Runnable whileTaking = () -> {};
    private Runnable whileStopping = () -> {};
    private int taken;

    private final class RecordingEngine extends EngineStub {
        @Override
        public void start(BlockSource source) {
            whileStarting.run();
            done.add("start");
            super.start(source);
        }

        @Override
        public boolean stop(RunState to, Duration longestWait) {
            whileStopping.run();
            done.add("stop");
            super.stop(to, longestWait);
            return ends;
        }

        @Override
        public boolean isEnding() {
            return busy;
        }
    }

    private WorkerLease take() {
        if (taken > 0) {
            whileTaking.run();
        }
        long workerId = ++taken;
        return new RecordingLease(workerId, 0) {
            @Override
            public void release(long lastTick) {
                done.add("give back " + workerId);
                super.release(lastTick);
            }
        };
    }

    private Lifecycle<BlockSource> lifecycle() {
        taken = 0;
        return lifecycle(this::take);
    }

    private Lifecycle<BlockSource> lifecycle(Supplier<WorkerLease> assigner) {
        RecordingEngine engine = new RecordingEngine();
        TickClock clock = new TickClock(UidLayout.DEFAULT, InstantSource.system(), Duration.ofHours(1));
        LeasedTicks leases = new LeasedTicks(
                LeaseRequest.of(UidLayout.DEFAULT).withName("orders"),
                request -> assigner.get(),
                clock,
                NanoClock.SYSTEM,
                Thread::new,
                engine,
                null,
                1,
                null);
        TickSource ticks =
                new TickSource(leases, TickRule.KEEP_COUNTING, 0, UidLayout.DEFAULT, clock, NanoClock.SYSTEM);
        return new Lifecycle<>(
                "orders", engine, ticks, new UnbufferedTicks(ticks, UidLayout.DEFAULT, SequenceStart.ZERO));
    }

    private static void fail() {
        throw new UidGenerateException("no thread");
    }

    @Test
    void givesBackWhatARunHoldsThatCannotStart() {
        whileStarting = LifecycleTest::fail;

        assertThatThrownBy(this::lifecycle).hasMessage("no thread");

        assertThat(done).containsExactly("give back 1");
    }

    @Test
    void continuesWithTheSuccessor() {
        Lifecycle<BlockSource> lifecycle = lifecycle();

        lifecycle.suspend();
        lifecycle.suspend();
        lifecycle.resume();
        lifecycle.resume();

        assertThat(done).containsExactly("start", "stop", "give back 1", "start");
        assertThat(lifecycle.leases()).hasToString("worker id 2");
    }

    @Test
    void givesBackWhatASuccessorHoldsThatCannotStartAndTriesAgain() {
        Lifecycle<BlockSource> lifecycle = lifecycle();
        lifecycle.suspend();
        whileStarting = LifecycleTest::fail;

        assertThatThrownBy(lifecycle::resume).hasMessage("no thread");
        assertThat(lifecycle.leases()).hasToString("worker id 1");
        whileStarting = () -> {};
        lifecycle.resume();

        assertThat(done).containsExactly("start", "stop", "give back 1", "give back 2", "start");
        assertThat(lifecycle.leases()).hasToString("worker id 3");
    }

    @Test
    void givesBackWhatASuccessorHoldsThatComesAfterTheEnd() {
        Lifecycle<BlockSource> lifecycle = lifecycle();
        lifecycle.suspend();
        whileTaking = lifecycle::close; // as slow as the store is

        assertThatThrownBy(lifecycle::resume)
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("orders is closed");

        assertThat(done).containsExactly("start", "stop", "give back 1", "stop", "give back 2");
    }

    /** By a clock or a store that is asked meanwhile. */
    @Test
    void isNotResumedFromWithinAResumption() {
        Lifecycle<BlockSource> lifecycle = lifecycle();
        lifecycle.suspend();
        List<String> refusals = new ArrayList<>();
        whileTaking = () -> {
            try {
                lifecycle.suspend();
                lifecycle.resume();
            } catch (UidGenerateException e) {
                refusals.add(e.getMessage());
            }
        };
        whileStarting = whileTaking;

        lifecycle.resume();
        lifecycle.close();

        assertThat(done).containsExactly("start", "stop", "give back 1", "start", "stop", "give back 2");
        assertThat(refusals)
                .hasSize(2)
                .containsOnly("orders is being resumed: its clock and its store must not resume it");
    }

    /** What the start has claimed until then may be handed out until it is stopped for good. */
    @Test
    void isClosedForGoodAlsoFromWithinItsStart() {
        Lifecycle<BlockSource> lifecycle = lifecycle();
        lifecycle.suspend();
        whileStarting = lifecycle::close;

        assertThatThrownBy(lifecycle::resume).hasMessage("orders is closed");

        assertThat(done).containsExactly("start", "stop", "give back 1", "stop", "start", "stop", "give back 2");
    }

    @Test
    void takesNothingAfterTheEnd() {
        Lifecycle<BlockSource> lifecycle = lifecycle();
        lifecycle.close();
        whileTaking = () -> done.add("take");

        assertThatThrownBy(lifecycle::resume).hasMessage("orders is closed");

        assertThat(done).containsExactly("start", "stop", "give back 1");
    }

    @Test
    void letsOthersInAfterWhateverWasRefused() {
        Lifecycle<BlockSource> lifecycle = lifecycle();
        lifecycle.suspend();
        whileStarting = LifecycleTest::fail;
        assertThatThrownBy(lifecycle::resume).hasMessage("no thread");
        whileStarting = () -> {};

        assertOthersCan(lifecycle::resume, lifecycle::suspend, lifecycle::resume, lifecycle::close, lifecycle::close);
        assertThat(done)
                .containsExactly(
                        "start",
                        "stop",
                        "give back 1",
                        "give back 2",
                        "start",
                        "stop",
                        "give back 3",
                        "start",
                        "stop",
                        "give back 4",
                        "stop");
    }

    private static void assertOthersCan(Runnable... changes) {
        for (Runnable change : changes) {
            assertThat(CompletableFuture.runAsync(change, work -> new Thread(work).start()))
                    .succeedsWithin(Patience.LONGEST);
        }
    }

    @Test
    void letsOthersInAfterAStopThatHasFailed() {
        for (boolean closes : new boolean[] {false, true}) {
            Lifecycle<BlockSource> lifecycle = lifecycle();
            whileStopping = LifecycleTest::fail;
            assertThatThrownBy(closes ? lifecycle::close : lifecycle::suspend).hasMessage("no thread");
            whileStopping = () -> {};

            assertOthersCan(lifecycle::suspend);
        }
    }

    @Test
    void saysWithWhatItContinuesAndThatItIsStillBusy() {
        Lifecycle<BlockSource> lifecycle = lifecycle();
        ends = false;
        try (LogRecorder log = new LogRecorder()) {
            lifecycle.suspend();
            lifecycle.resume();
            Thread.currentThread().interrupt(); // a caller that does that does not want it to wait
            lifecycle.suspend();
            assertThat(Thread.interrupted()).isTrue();
            ends = true;
            lifecycle.close();

            assertThat(log.lines())
                    .containsExactly(
                            "WARNING orders is still busy, its worker id goes back when it ends",
                            "INFO orders continues with worker id 2");
        }
    }

    @Test
    void saysOfWhichStoreIdentityTheWorkerIdIs() {
        Lifecycle<BlockSource> lifecycle = lifecycle(() -> new RecordingLease(7, 0) {
            @Override
            public LeaseState state() {
                return new LeaseState(OptionalLong.empty(), -1, -1, null, null, Optional.of("orders/482913057264"));
            }
        });

        assertThat(lifecycle.leases()).hasToString("worker id 7 of orders/482913057264");
    }

    @Test
    void takesNothingWhileItIsBusyWithItsEnd() {
        Lifecycle<BlockSource> lifecycle = lifecycle();
        lifecycle.suspend();
        busy = true;

        assertThatThrownBy(lifecycle::resume)
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("orders is still busy with giving its worker id back");

        assertThat(done).containsExactly("start", "stop", "give back 1");
    }

    /** A lease that answers, once its store is busy, when the test says so. */
    private static final class BusyLease extends OneByOneLease {
        final CountDownLatch asked = new CountDownLatch(1);
        final CountDownLatch answers = new CountDownLatch(1);
        volatile boolean busy;

        BusyLease() {
            super(7);
        }

        @Override
        public void reserve(long tick) {
            if (busy) {
                asked.countDown();
                Patience.awaitTest(answers);
            }
            super.reserve(tick);
        }
    }

    private Lifecycle<BlockSource> busy(BusyLease lease) throws InterruptedException {
        Lifecycle<BlockSource> lifecycle = lifecycle(() -> lease);
        lease.busy = true; // and not by the second reservation: the clock may tick while the run begins
        lifecycle
                .leases()
                .tryReserve(lease.reservedThrough() + 1, lifecycle.leases().first());
        Patience.await(lease.asked);
        return lifecycle;
    }

    @Test
    void waitsForItsStoreWhenItIsSuspendedSoThatItCanBeResumedAtOnce() throws Exception {
        BusyLease lease = new BusyLease();
        Lifecycle<BlockSource> lifecycle = busy(lease);
        CompletableFuture<Void> suspended =
                CompletableFuture.runAsync(lifecycle::suspend, work -> new Thread(work).start());

        assertThatThrownBy(() -> suspended.get(500, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
        assertThat(lifecycle.leases().isEnding()).isTrue();
        lease.answers.countDown();

        suspended.get();
        lifecycle.resume();
        assertThat(done).containsExactly("start", "stop", "start");
    }

    @Test
    void doesNotWaitForItsStoreWhenItIsClosedAndSaysThatItIsStillBusy() throws Exception {
        BusyLease lease = new BusyLease();
        Lifecycle<BlockSource> lifecycle = busy(lease);
        try (LogRecorder log = new LogRecorder()) {
            lifecycle.close();
            assertThat(log.lines())
                    .containsExactly("WARNING orders is still busy, its worker id goes back when it ends");
        }
        assertThat(lifecycle.leases().isEnding()).isTrue();

        lease.answers.countDown();
        assertThat(lifecycle.leases().awaitEnd(Patience.LONGEST)).isTrue();
        assertThat(lease.releases()).hasSize(1);
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
