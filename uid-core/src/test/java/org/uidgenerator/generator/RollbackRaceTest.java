package org.uidgenerator.generator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.uidgenerator.UidLayout;
import org.uidgenerator.contract.VirtualClock;
import org.uidgenerator.internal.NanoClock;
import org.uidgenerator.internal.background.BackgroundTask;
import org.uidgenerator.internal.background.BackgroundThreads;
import org.uidgenerator.test.internal.Callers;
import org.uidgenerator.worker.WorkerLease;

/** Threads take UIDs, and set the clock back and forth beneath each other. */
class RollbackRaceTest {
    private static final int THREADS = 3;
    private static final int EACH = 100_000;

    private final VirtualClock clock = new VirtualClock(VirtualTime.START);
    private final ReentrantLock looking = new ReentrantLock();
    private volatile BackgroundThreads looks;

    static Stream<ClockPolicy> policiesThatGoBack() {
        return Stream.of(
                ClockPolicy.unusedSequences(50),
                ClockPolicy.unusedSequences(1_000),
                ClockPolicy.extensionBits(1),
                ClockPolicy.extensionBits(3));
    }

    @ParameterizedTest
    @MethodSource("policiesThatGoBack")
    void givesNoUidTwice(ClockPolicy policy) throws Exception {
        UidLayout layout = UidLayout.builder()
                .timeBits(45)
                .workerBits(13)
                .seqBits(5)
                .tick(Duration.ofMillis(1))
                .build();
        DefaultUidGenerator generator = DefaultUidGenerator.builder(ignored -> WorkerLease.neverReused(7))
                .layout(layout)
                .clockPolicy(policy)
                .overflow(Overflow.BORROW)
                .maxBorrow(Duration.ofMillis(20)) // no further: ticks must be left for the generator to go back
                .clock(clock)
                .nanoClock(timeMachine())
                .threadFactory(work -> looks((BackgroundThreads) work))
                .build();
        long[] uids = new long[THREADS * EACH];
        AtomicInteger taken = new AtomicInteger();
        AtomicInteger goneBack = new AtomicInteger();

        Callers takers = Callers.start(THREADS, () -> {
            int from = taken.getAndAdd(EACH);
            SplittableRandom random = new SplittableRandom(from);
            for (int i = from; i < from + EACH; i++) {
                uids[i] = generator.getUID();
                if (i > from && uids[i] < uids[i - 1]) {
                    goneBack.incrementAndGet();
                }
                if (random.nextInt(16) == 0) {
                    setTheClock(random.nextInt(4) == 0 ? -random.nextInt(20) : random.nextInt(12));
                }
            }
        });

        assertThat(takers.failures()).isEmpty();
        assertThat(Arrays.stream(uids).distinct()).hasSize(uids.length);
        assertThat(goneBack).hasValueGreaterThan(100);
        assertThat(generator.status().issued()).isBetween((long) uids.length, uids.length * 1_010L / 1_000);
    }

    private Thread looks(BackgroundThreads looks) {
        this.looks = looks;
        return new NeverRuns(looks);
    }

    private void setTheClock(int byMillis) {
        clock.advance(Duration.ofMillis(byMillis));
        BackgroundThreads looks = this.looks;
        if (looks != null && looking.tryLock()) { // one at the same time, as the thread would
            looks.tasks().forEach(BackgroundTask::runOnce);
            looking.unlock();
        }
    }

    /** A waiting thread lets the clock advance. */
    private NanoClock timeMachine() {
        return new NanoClock() {
            @Override
            public long nanoTime() {
                return SYSTEM.nanoTime();
            }

            @Override
            public void park(long nanos) {
                setTheClock(1);
            }
        };
    }
}
