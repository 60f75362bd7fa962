package org.uidgenerator.segment;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.uidgenerator.contract.InMemorySegmentStore;
import org.uidgenerator.test.internal.Callers;
import org.uidgenerator.test.internal.Patience;

/** As at midnight, when the day's counters of a thousand tenants begin. */
@Tag("proof")
class ManyFirstRangesTest {
    private static final int TAGS = 1_000;
    private static final long ANSWER_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final InMemorySegmentStore counters = new InMemorySegmentStore();
    private final SegmentStore store = (tag, length) -> {
        long start = System.nanoTime();
        for (long left = ANSWER_NANOS; left > 0; left = ANSWER_NANOS - (System.nanoTime() - start)) {
            LockSupport.parkNanos(left);
        }
        return counters.take(tag, length);
    };

    @ParameterizedTest
    @ValueSource(ints = {8, 16, 64})
    void failsNoCallWhereAThousandTagsBeginAtOnce(int storeThreads) throws Exception {
        counters.setCreatesUnknown(true);
        try (SegmentIdGenerator generator =
                SegmentIdGenerator.builder(store).storeThreads(storeThreads).build()) {
            report(generator, "not prepared, " + storeThreads + " store threads");

            assertThat(generator.status()).hasSize(TAGS).allMatch(tag -> tag.ranges() == 1);
        }
    }

    @Test
    void makesNoCallWaitForAPeriodThatWasPrepared() throws Exception {
        counters.setCreatesUnknown(true);
        try (SegmentIdGenerator generator = SegmentIdGenerator.builder(store).build()) {
            IntStream.range(0, TAGS).forEach(i -> generator.prepare("tenant" + i, "20261130", Duration.ZERO));
            Patience.spinUntil(() -> generator.status().size() == TAGS);
            long taken = counters.takes();

            report(generator, "prepared");

            assertThat(counters.takes()).isEqualTo(taken);
        }
    }

    private static void report(SegmentIdGenerator generator, String how) throws Exception {
        CountDownLatch allAreThere = new CountDownLatch(TAGS);
        List<Callable<Long>> callers = IntStream.range(0, TAGS)
                .mapToObj(i -> (Callable<Long>) () -> firstNumberNanos(generator, "tenant" + i, allAreThere))
                .toList();
        long[] micros = Callers.concurrently(callers).stream()
                .mapToLong(TimeUnit.NANOSECONDS::toMicros)
                .sorted()
                .toArray();
        System.out.printf(
                Locale.ROOT,
                "%d tags begin at once, %s: worst %.1f ms, median %.1f ms%n",
                TAGS,
                how,
                micros[TAGS - 1] / 1e3,
                micros[TAGS / 2] / 1e3);
    }

    private static long firstNumberNanos(SegmentIdGenerator generator, String tag, CountDownLatch allAreThere) {
        allAreThere.countDown();
        Patience.awaitTest(allAreThere);
        long start = System.nanoTime();
        assertThat(generator.next(tag, "20261130")).isEqualTo(1);
        return System.nanoTime() - start;
    }
}
