package org.uidgenerator.impl;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.uidgenerator.UidLayout;
import org.uidgenerator.contract.VirtualClock;
import org.uidgenerator.worker.WorkerLease;

/** Threads take UIDs while the clock is set back and forth beneath them. */
@Timeout(120)
class RollbackRaceTest {
    private static final int THREADS = 3;
    private static final int EACH = 100_000;

    private final VirtualClock clock = new VirtualClock(VirtualTime.START);
    private final Queue<Runnable> alarms = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean done = new AtomicBoolean();

    static Stream<ClockPolicy> policiesThatGoBack() {
        return Stream.of(
                ClockPolicy.leftOvers(5),
                ClockPolicy.leftOvers(1_000),
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
        DefaultUidGenerator generator = DefaultUidGenerator.builder(ignored -> WorkerLease.of(7))
                .layout(layout)
                .clockPolicy(policy)
                .overflow(Overflow.BORROW)
                .maxBorrow(Duration.ofMillis(20)) // no further: ticks must be left for the generator to go back
                .clock(clock)
                .alarm((nanos, task) -> alarms.add(task))
                .build();
        long[] uids = new long[THREADS * EACH];
        AtomicInteger taken = new AtomicInteger();
        AtomicInteger goneBack = new AtomicInteger();
        Callers timekeeper = Callers.start(1, this::setTheClockBackAndForth);

        Callers takers = Callers.start(THREADS, () -> {
            long highest = -1;
            int from = taken.getAndAdd(EACH);
            for (int i = from; i < from + EACH; i++) {
                uids[i] = generator.getUID();
                if (uids[i] < highest) {
                    goneBack.incrementAndGet();
                }
                highest = Math.max(highest, uids[i]);
            }
        });

        assertThat(takers.failures()).isEmpty();
        done.set(true);
        assertThat(timekeeper.failures()).isEmpty();
        assertThat(Arrays.stream(uids).distinct()).hasSize(uids.length);
        assertThat(goneBack).hasPositiveValue();
        assertThat(generator.status().issued()).isBetween((long) uids.length, uids.length * 1_001L / 1_000);
    }

    private void setTheClockBackAndForth() {
        SplittableRandom random = new SplittableRandom(1);
        while (!done.get()) {
            clock.advance(Duration.ofMillis(random.nextInt(4) == 0 ? -random.nextInt(20) : random.nextInt(12)));
            Runnable alarm = alarms.poll();
            if (alarm != null) {
                alarm.run();
            }
        }
    }
}
