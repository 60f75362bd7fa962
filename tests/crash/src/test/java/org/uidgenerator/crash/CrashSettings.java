package org.uidgenerator.crash;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * What can be set from the command line.
 *
 * @param time how long faults happen, per store: {@code -Dcrash.seconds}
 * @param seed decides on the schedule: {@code -Dcrash.seed}, random unless given
 * @param processes how many issue at the same time: {@code -Dcrash.processes}
 * @param stores which to run on: {@code -Dcrash.stores=MYSQL,REDIS}
 * @param parallel on how many of them at the same time: {@code -Dcrash.parallel}
 * @param load how fast processes issue
 * @param fenced whether the fence is in place
 */
record CrashSettings(
        Duration time, long seed, int processes, List<CrashStore> stores, int parallel, Load load, boolean fenced) {

    private static final long SHORT_SECONDS = 8;
    private static final long SAMPLES = 120;

    /** Whether there is time for everything on each store. */
    boolean isLong() {
        return time.toSeconds() > SHORT_SECONDS;
    }

    /** Returns by how much the times between faults are longer: under a light load, 30 times in an hour. */
    int rarity() {
        return load == Load.FULL ? 1 : (int) Math.max(1, Math.min(30, time.toMinutes() / 2));
    }

    /** Returns by how much faults last longer. */
    int length() {
        return Math.min(6, rarity());
    }

    /** Returns how often processes print how much memory and how many threads they have. */
    Duration sampling() {
        return load == Load.FULL ? Duration.ZERO : Duration.ofSeconds(Math.max(1, time.toSeconds() / SAMPLES));
    }

    static CrashSettings ofSystemProperties() {
        long drawn = ThreadLocalRandom.current().nextLong(1_000_000);
        String stores = System.getProperty("crash.stores");
        return new CrashSettings(
                Duration.ofSeconds(Long.getLong("crash.seconds", SHORT_SECONDS)),
                Long.getLong("crash.seed", drawn),
                Integer.getInteger("crash.processes", 4),
                stores == null
                        ? Arrays.stream(CrashStore.values())
                                .filter(store -> store != CrashStore.ID_SERVICE && store.isInstalled())
                                .toList()
                        : Arrays.stream(stores.split(",", -1))
                                .map(CrashStore::valueOf)
                                .toList(),
                Integer.getInteger("crash.parallel", 3),
                Load.FULL,
                true);
    }
}
