package org.uidgenerator.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * A soak: all faults of {@link CrashTest} for as long as {@code -Dsoak.minutes} says, at a light load, on PostgreSQL
 * and Redis at the same time. All UIDs and numbers are compared, and the memory and the threads of the processes that
 * live as long as the run must not grow. Runs only if asked for, because it takes both processors of a small machine
 * from the tests beside it.
 */
@EnabledIfSystemProperty(named = "soak.minutes", matches = ".+")
@Timeout(value = 1, unit = TimeUnit.DAYS) // for -Dsoak.minutes
class SoakTest {
    private static final String MINUTES = System.getProperty("soak.minutes");
    private static final long SEED =
            Long.getLong("soak.seed", ThreadLocalRandom.current().nextLong(1_000_000));
    private static final List<CrashStore> STORES = List.of(CrashStore.POSTGRESQL, CrashStore.REDIS);
    private static final int PROCESSES = 4;

    /** By how much the median of the heap in the last quarter may exceed that of the second one, besides a tenth. */
    private static final long HEAP_MARGIN = 1 << 20;

    /** Likewise for threads: those that ask a store come and go. */
    private static final long THREAD_MARGIN = 4;

    private static CrashSettings settings(Duration time, boolean fenced) {
        return new CrashSettings(time, SEED, PROCESSES, STORES, STORES.size(), Load.LIGHT, fenced);
    }

    private static SoakReport soak(CrashStore store, CrashSettings settings) throws IOException {
        SoakReport report =
                new CrashRun(store, settings).run((fleet, events) -> SoakReport.of(store, settings, fleet, events));
        System.out.println(report);
        return report;
    }

    private static List<SoakReport> soakAll() throws Exception {
        CrashSettings settings = settings(Duration.ofSeconds((long) (Double.parseDouble(MINUTES) * 60)), true);
        ExecutorService threads = Executors.newFixedThreadPool(STORES.size());
        try {
            List<Future<SoakReport>> runs = STORES.stream()
                    .map(store -> threads.submit(() -> soak(store, settings)))
                    .toList();
            List<SoakReport> reports = new ArrayList<>();
            for (Future<SoakReport> run : runs) {
                reports.add(run.get());
            }
            return reports;
        } finally {
            threads.shutdown();
        }
    }

    @Test
    @Tag("proof")
    void issuesNothingTwiceAndGrowsInNothing() throws Exception {
        List<SoakReport> reports = soakAll();
        System.out.printf(
                Locale.ROOT,
                "covered: a soak of %s minutes, %,d faults, %,d UIDs, %,d numbers%n",
                MINUTES,
                reports.stream()
                        .flatMap(report -> report.crashes().faults().values().stream())
                        .mapToInt(Integer::intValue)
                        .sum(),
                reports.stream().mapToLong(report -> report.crashes().uids()).sum(),
                reports.stream().mapToLong(report -> report.crashes().numbers()).sum());

        for (SoakReport report : reports) {
            assertThat(report.crashes().duplicates().examples()).isEmpty();
            assertThat(report.crashes().duplicates().count()).isZero();
            assertThat(report.crashes().faults())
                    .allSatisfy(
                            (fault, count) -> assertThat(count).as(fault.name()).isPositive());
            assertThat(report.workerIds()).as("worker ids of a process").isGreaterThan(1);
            assertThat(report.periods()).isGreaterThan(1);
            assertThat(report.lives()).hasSizeGreaterThanOrEqualTo(2);
            report.lives().forEach(SoakTest::requireFlat);
        }
    }

    private static void requireFlat(SoakReport.Life life) {
        assertThat(life.median(3, Sample::threads))
                .as(life.toString())
                .isLessThanOrEqualTo(life.median(1, Sample::threads) + THREAD_MARGIN);
        assertThat(life.median(3, Sample::heap))
                .as(life.toString())
                .isLessThanOrEqualTo(life.median(1, Sample::heap) * 11 / 10 + HEAP_MARGIN);
    }

    @Test
    @Tag("proof")
    void findsDuplicatesOnceTheFenceIsTakenOut() throws IOException {
        SoakReport report = soak(CrashStore.REDIS, settings(Duration.ZERO, false));

        assertThat(report.crashes().duplicates().count()).isPositive();
    }
}
