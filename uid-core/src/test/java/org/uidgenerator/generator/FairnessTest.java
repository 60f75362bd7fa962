package org.uidgenerator.generator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.UidLayout;
import org.uidgenerator.buffer.RejectedTakeBufferHandler;
import org.uidgenerator.internal.NanoClock;
import org.uidgenerator.internal.engine.EngineSeams;
import org.uidgenerator.test.internal.Patience;
import org.uidgenerator.worker.WorkerLease;

/**
 * No call starves above the sustained rate: the one that has waited longest is served first. In virtual ticks of four
 * UIDs.
 */
class FairnessTest {
    private static final int UIDS_PER_TICK = 4;
    private static final int BUSY = 10;
    private static final int CALLERS = BUSY + 2;
    private static final int TICKS = 120;
    private static final UidLayout LAYOUT = UidLayout.of(31, 30, 2);

    private final VirtualTime time = new VirtualTime();

    /** Callers wait until they are served: time does not pass by itself. */
    private final NanoClock untilServed = new NanoClock() {
        @Override
        public long nanoTime() {
            return time.nanoTime();
        }

        @Override
        public void park(long nanos) {
            LockSupport.park(this);
        }
    };

    private final AtomicLong ticks = new AtomicLong();
    private final List<Caller> callers = new ArrayList<>();
    private volatile boolean over;

    @Test
    void lastsAsLongAsThoseBeforeNeedWithACachedGenerator() {
        CachedUidGenerator generator = CachedUidGenerator.builder(layout -> WorkerLease.neverReused(7))
                .layout(LAYOUT)
                .clock(time.clock)
                .nanoClock(untilServed)
                .threadFactory(time)
                .maxBorrow(Duration.ZERO)
                .boostPower(0)
                .rejectedTakeBufferHandler(RejectedTakeBufferHandler.waitFor(Duration.ofHours(1)))
                .build();
        play(generator, () -> EngineSeams.waiting(generator.buffer));
    }

    @Test
    void lastsAsLongAsThoseBeforeNeedWithADefaultGenerator() {
        DefaultUidGenerator generator = DefaultUidGenerator.builder(layout -> WorkerLease.neverReused(7))
                .layout(LAYOUT)
                .clock(time.clock)
                .nanoClock(untilServed)
                .threadFactory(time)
                .maxWait(Duration.ofHours(1))
                .build();
        play(generator, () -> EngineSeams.waiting(generator.blocks));
    }

    private void play(UidGenerator generator, IntSupplier waiting) {
        for (int i = 0; i < CALLERS; i++) {
            callers.add(new Caller(generator, i < BUSY ? 0 : 7));
        }
        CompletableFuture<?>[] running = callers.stream().map(Caller::start).toArray(CompletableFuture<?>[]::new);
        for (int tick = 0; tick < TICKS; tick++) {
            Patience.spinUntil(() -> waiting.getAsInt()
                            + callers.stream().filter(Caller::isPausing).count()
                    == CALLERS);
            ticks.incrementAndGet();
            time.pass(Duration.ofSeconds(1));
        }
        over = true;
        generator.close();
        CompletableFuture.allOf(running).join();

        int longest = CALLERS / UIDS_PER_TICK + 1;
        assertThat(callers).allSatisfy(caller -> {
            assertThat(caller.longestWait).isLessThanOrEqualTo(longest);
            assertThat(caller.uids).isGreaterThan(TICKS / (longest + caller.pause) - 2);
        });
    }

    /** A thread that wants one UID after the other, with some ticks between. */
    private final class Caller {
        private final UidGenerator generator;
        private final int pause;
        private volatile long pausesUntil;
        private volatile boolean pausing;
        private long longestWait;
        private long uids;

        Caller(UidGenerator generator, int pause) {
            this.generator = generator;
            this.pause = pause;
        }

        CompletableFuture<Void> start() {
            return CompletableFuture.runAsync(this::run, work -> {
                Thread thread = new Thread(work);
                thread.setDaemon(true);
                thread.start();
            });
        }

        private void run() {
            try {
                while (!over) {
                    long asked = ticks.get();
                    generator.getUID();
                    uids++;
                    longestWait = Math.max(longestWait, ticks.get() - asked);
                    pauseUntil(ticks.get() + pause);
                }
            } catch (UidGenerateException closed) {
                assertThat(over).isTrue();
            }
        }

        private void pauseUntil(long tick) {
            pausesUntil = tick;
            pausing = true;
            while (ticks.get() < tick && !over) {
                Thread.onSpinWait();
            }
            pausing = false;
        }

        boolean isPausing() {
            return pausing && ticks.get() < pausesUntil;
        }
    }
}
