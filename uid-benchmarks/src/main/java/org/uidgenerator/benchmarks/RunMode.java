package org.uidgenerator.benchmarks;

import java.util.List;

/**
 * The thoroughness of a run.
 *
 * @param scalingOnly whether nothing is measured but how the contestants that bars name scale with threads
 * @param rounds how often each fork runs; a round runs all forks, so that a slow minute of the machine affects all of
 *     them
 * @param allTables whether all rows of the original's tables are measured, or of each the first, one in the middle and
 *     the last
 * @param throughput of the forks that measure throughput
 * @param others of all other forks
 * @param auditKept how many ids each thread of an audit keeps to compare
 * @param workerIds how many worker ids one generator is to hold
 */
record RunMode(
        String name,
        boolean scalingOnly,
        int rounds,
        boolean allTables,
        Timing throughput,
        Timing others,
        int auditMillis,
        int auditKept,
        int sustainedSeconds,
        int workerIds,
        int idleSeconds,
        int firstUidSamples) {
    private static final List<RunMode> MODES = List.of(
            new RunMode(
                    "smoke",
                    false,
                    1,
                    false,
                    new Timing(1, 20, 2, 20),
                    new Timing(1, 20, 2, 20),
                    50,
                    10_000,
                    1,
                    2,
                    1,
                    1),
            new RunMode(
                    "scaling",
                    true,
                    1,
                    false,
                    new Timing(2, 400, 5, 200),
                    new Timing(2, 400, 5, 200),
                    300,
                    1_000_000,
                    3,
                    64,
                    3,
                    5),
            new RunMode(
                    "brief",
                    false,
                    1,
                    false,
                    new Timing(2, 400, 5, 200),
                    new Timing(2, 200, 5, 100),
                    300,
                    1_000_000,
                    2,
                    64,
                    2,
                    5),
            new RunMode(
                    "short",
                    false,
                    1,
                    false,
                    new Timing(3, 500, 5, 300),
                    new Timing(2, 400, 5, 200),
                    300,
                    4_000_000,
                    3,
                    64,
                    3,
                    5),
            new RunMode(
                    "full",
                    false,
                    2,
                    true,
                    new Timing(3, 500, 5, 400),
                    new Timing(3, 500, 5, 300),
                    2_000,
                    16_000_000,
                    10,
                    64,
                    20,
                    11));

    static RunMode named(String name) {
        return MODES.stream()
                .filter(mode -> mode.name.equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "benchmark.mode must be one of smoke, scaling, brief, short, full, inserts, service, machine-code: benchmark.mode="
                                + name));
    }
}
