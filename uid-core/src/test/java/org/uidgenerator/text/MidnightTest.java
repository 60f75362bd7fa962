package org.uidgenerator.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
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
import org.uidgenerator.contract.VirtualClock;
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.segment.SegmentStore;
import org.uidgenerator.test.internal.Callers;
import org.uidgenerator.test.internal.Patience;

/** The first numbers of a day of a thousand tenants, on a store that takes 20 ms to answer. */
@Tag("proof")
class MidnightTest {
    private static final int TENANTS = 1_000;
    private static final long ANSWER_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final Instant MIDNIGHT = Instant.parse("2026-11-30T00:00:00Z");

    private final InMemorySegmentStore counters = new InMemorySegmentStore();
    private final SegmentStore store = (tag, length) -> {
        long start = System.nanoTime();
        for (long left = ANSWER_NANOS; left > 0; left = ANSWER_NANOS - (System.nanoTime() - start)) {
            LockSupport.parkNanos(left);
        }
        return counters.take(tag, length);
    };
    private final VirtualClock clock = new VirtualClock(MIDNIGHT);

    /** A number, and for how long its caller has waited. */
    private record FirstNumber(String number, long nanos) {}

    @ParameterizedTest
    @ValueSource(ints = {8, 16, 64})
    void failsNoCallWhereAThousandDaysBeginAtOnceUnprepared(int storeThreads) throws Exception {
        counters.setCreatesUnknown(true);
        try (SegmentIdGenerator generator =
                SegmentIdGenerator.builder(store).storeThreads(storeThreads).build()) {
            List<FirstNumber> numbers = takeAtOnce(tenants(generator));

            assertThat(numbers).extracting(FirstNumber::number).containsOnly("20261130-00001");
            assertThat(generator.status()).hasSize(TENANTS).allMatch(tag -> tag.ranges() == 1);
            report(numbers, "not prepared, " + storeThreads + " store threads");
        }
    }

    /**
     * The clock stands still a second before midnight, while the ranges of the next day are taken in the background.
     */
    @Test
    void asksNoStoreForTheFirstNumberOfADayThatWasPreparedTheDayBefore() throws Exception {
        counters.setCreatesUnknown(true);
        try (SegmentIdGenerator generator = SegmentIdGenerator.builder(store).build()) {
            List<BusinessNumbers> tenants = tenants(generator);
            clock.advance(Duration.ofSeconds(-1));
            assertThat(takeAtOnce(tenants)).extracting(FirstNumber::number).containsOnly("20261129-00001");
            Patience.awaitUntil(() -> generator.status().size() == 2 * TENANTS);
            long taken = counters.takes();

            clock.advance(Duration.ofSeconds(1));
            List<FirstNumber> numbers = takeAtOnce(tenants);

            assertThat(numbers).extracting(FirstNumber::number).containsOnly("20261130-00001");
            assertThat(counters.takes()).isEqualTo(taken);
            report(numbers, "prepared");
        }
    }

    private List<BusinessNumbers> tenants(SegmentIdGenerator generator) {
        CounterFormat daily = CounterFormat.of("{yyyyMMdd}-{counter:5}");
        return IntStream.range(0, TENANTS)
                .mapToObj(i -> new BusinessNumbers("tenant" + i, daily, ZoneOffset.UTC, generator, clock))
                .toList();
    }

    private static List<FirstNumber> takeAtOnce(List<BusinessNumbers> tenants) throws Exception {
        CountDownLatch allAreThere = new CountDownLatch(tenants.size());
        return Callers.concurrently(tenants.stream()
                .map(tenant -> (Callable<FirstNumber>) () -> {
                    allAreThere.countDown();
                    Patience.awaitTest(allAreThere);
                    long start = System.nanoTime();
                    String number = tenant.next();
                    return new FirstNumber(number, System.nanoTime() - start);
                })
                .toList());
    }

    private static void report(List<FirstNumber> numbers, String how) {
        long[] micros = numbers.stream()
                .mapToLong(number -> TimeUnit.NANOSECONDS.toMicros(number.nanos()))
                .sorted()
                .toArray();
        System.out.printf(
                Locale.ROOT,
                "%d tenants at midnight, %s: worst %.1f ms, median %.1f ms%n",
                micros.length,
                how,
                micros[micros.length - 1] / 1e3,
                micros[micros.length / 2] / 1e3);
    }
}
