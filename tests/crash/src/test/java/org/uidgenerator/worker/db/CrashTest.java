package org.uidgenerator.worker.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Kills, freezes and misleads generators and databases: no UID may be issued twice, and each generator must go on. */
class CrashTest {
    private static final CrashSettings SETTINGS = CrashSettings.ofSystemProperties();
    private static final long LEAST_UIDS_PER_SECOND = 100_000;
    private static final Map<CrashDatabase, CrashReport> REPORTS = new ConcurrentSkipListMap<>();

    static Stream<CrashDatabase> databases() {
        return SETTINGS.databases().stream();
    }

    @ParameterizedTest
    @MethodSource("databases")
    void issuesNoUidTwiceWhateverCrashes(CrashDatabase database) throws IOException {
        CrashReport report = new CrashRun(database, SETTINGS).run();
        REPORTS.put(database, report);

        assertThat(report.duplicates().examples()).as(report.toString()).isEmpty();
        assertThat(report.duplicates().count()).isZero();
        assertThat(report.uids())
                .isGreaterThan(LEAST_UIDS_PER_SECOND * SETTINGS.time().toSeconds());
        assertThat(report.faults())
                .allSatisfy((fault, count) -> assertThat(count).as(fault.name()).isPositive());
        assertThat(report.workerIds()).as(report.toString()).isLessThan(2L * report.mostAlive());
    }

    @Test
    void findsDuplicatesOnceTheFenceIsTakenOut() throws IOException {
        Duplicates duplicates = TakeOver.duplicates(SETTINGS.databases().get(0), false);
        System.out.printf(Locale.ROOT, "%,d duplicates without the fence%n", duplicates.count());

        assertThat(duplicates.count()).isPositive();
    }

    @Test
    void findsNoneInTheSameSituationWithTheFence() throws IOException {
        assertThat(TakeOver.duplicates(SETTINGS.databases().get(0), true).examples())
                .isEmpty();
    }

    @AfterAll
    static void printReports() {
        REPORTS.values().forEach(System.out::println);
    }
}
