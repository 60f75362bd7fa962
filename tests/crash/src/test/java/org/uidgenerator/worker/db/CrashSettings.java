package org.uidgenerator.worker.db;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * What can be set from the command line.
 *
 * @param time how long faults happen, per database: {@code -Dcrash.seconds}
 * @param seed decides on the schedule: {@code -Dcrash.seed}, random unless given
 * @param processes how many issue at a time: {@code -Dcrash.processes}
 * @param databases which to run on: {@code -Dcrash.databases=MYSQL,H2}
 */
record CrashSettings(Duration time, long seed, int processes, List<CrashDatabase> databases) {

    static CrashSettings ofSystemProperties() {
        long drawn = ThreadLocalRandom.current().nextLong(1_000_000);
        String databases = System.getProperty("crash.databases", "POSTGRESQL,MYSQL,MARIADB,H2");
        return new CrashSettings(
                Duration.ofSeconds(Long.getLong("crash.seconds", 8)),
                Long.getLong("crash.seed", drawn),
                Integer.getInteger("crash.processes", 6),
                Arrays.stream(databases.split(",", -1))
                        .map(CrashDatabase::valueOf)
                        .toList());
    }
}
