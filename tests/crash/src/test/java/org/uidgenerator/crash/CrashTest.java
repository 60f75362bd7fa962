package org.uidgenerator.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Kills, freezes and misleads generators and stores: no UID and no number may be issued twice, and each generator must
 * continue.
 */
@Timeout(value = 1, unit = TimeUnit.DAYS) // for -Dcrash.seconds
class CrashTest {
    private static final CrashSettings SETTINGS = CrashSettings.ofSystemProperties();
    private static final long LEAST_UIDS_PER_SECOND = 100_000;
    private static final long LEAST_NUMBERS_PER_SECOND = 50_000;
    private static final Map<CrashStore, CrashReport> REPORTS = new ConcurrentSkipListMap<>();

    /** Several, because runs wait most of the time. */
    private static final ExecutorService THREADS = Executors.newFixedThreadPool(SETTINGS.parallel());

    /** Starts all runs, of which some have to wait for the end of others. */
    static List<Named<Future<CrashReport>>> runs() {
        return SETTINGS.stores().stream()
                .map(store -> Named.of(store.name(), THREADS.submit(() -> run(store))))
                .toList();
    }

    private static CrashReport run(CrashStore store) throws IOException {
        return new CrashRun(store, SETTINGS)
                .run((fleet, events) -> CrashReport.of(store, SETTINGS.seed(), fleet, events));
    }

    @ParameterizedTest
    @Tag("proof")
    @MethodSource("runs")
    void issuesNothingTwiceWhateverCrashes(Future<CrashReport> run) throws Exception {
        CrashReport report = run.get();
        REPORTS.put(report.store(), report);

        assertThat(report.duplicates().examples()).as(report.toString()).isEmpty();
        assertThat(report.duplicates().count()).isZero();
        assertThat(report.uids())
                .isGreaterThan(LEAST_UIDS_PER_SECOND * SETTINGS.time().toSeconds());
        if (!report.store().tags().isEmpty()) {
            assertThat(report.numbers())
                    .isGreaterThan(LEAST_NUMBERS_PER_SECOND * SETTINGS.time().toSeconds());
        }
        assertThat(report.faults())
                .allSatisfy((fault, count) -> assertThat(count).as(fault.name()).isPositive());
        assertThat(report.workerIds())
                .as(report.toString())
                .isLessThan(2L * StoreIdentity.MAX_WORKER_IDS * report.mostAlive());
    }

    @Test
    @Tag("proof")
    void findsDuplicatesOnceTheFenceIsTakenOut() throws IOException {
        Duplicates duplicates = TakeOver.duplicates(SETTINGS.stores().get(0), false);
        System.out.printf(Locale.ROOT, "%,d duplicates without the fence%n", duplicates.count());

        assertThat(duplicates.count()).isPositive();
    }

    // Slow: the smallest crash there is, which waits until a worker id may be taken over.
    @Test
    void findsNoneInTheSameSituationWithTheFence() throws IOException {
        assertThat(TakeOver.duplicates(SETTINGS.stores().get(0), true).examples())
                .isEmpty();
    }

    @Test
    @Tag("proof")
    void findsDuplicatesOnceARangeIsHandedOutThatTheStoreMayLose() throws IOException {
        Duplicates duplicates = LostRanges.duplicates();
        System.out.printf(Locale.ROOT, "%,d duplicates of numbers whose range was lost%n", duplicates.count());

        assertThat(duplicates.count()).isPositive();
    }

    /** One after the other, all of them in the long form only: each takes a quarter of a minute. */
    static List<CrashStore> storesWithAddresses() {
        List<CrashStore> stores =
                SETTINGS.stores().stream().filter(CrashStore::hasAddress).toList();
        return SETTINGS.isLong() ? stores : stores.subList(0, 1);
    }

    @ParameterizedTest
    @Tag("proof")
    @MethodSource("storesWithAddresses")
    void issuesNothingTwiceWhenTheAddressLeadsToAnotherStore(CrashStore store) throws IOException {
        assertThat(OtherStore.duplicates(store, true).examples()).isEmpty();
    }

    @Test
    @Tag("proof")
    void findsDuplicatesIfAStartDoesNotCompareStoreIdentities() throws IOException {
        Duplicates duplicates = OtherStore.duplicates(storesWithAddresses().get(0), false);
        System.out.printf(Locale.ROOT, "%,d duplicates in two stores taken for one%n", duplicates.count());

        assertThat(duplicates.count()).isPositive();
    }

    @AfterAll
    static void printReports() {
        THREADS.shutdownNow();
        REPORTS.values().forEach(System.out::println);
        System.out.printf(
                Locale.ROOT,
                "covered: %d stores, %,d processes, %,d faults, %,d UIDs, %,d numbers%n",
                REPORTS.size(),
                sum(CrashReport::processes),
                sum(report -> report.faults().values().stream()
                        .mapToInt(Integer::intValue)
                        .sum()),
                sum(CrashReport::uids),
                sum(CrashReport::numbers));
    }

    private static long sum(ToLongFunction<CrashReport> figure) {
        return REPORTS.values().stream().mapToLong(figure).sum();
    }
}
