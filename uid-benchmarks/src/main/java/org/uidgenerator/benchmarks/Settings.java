package org.uidgenerator.benchmarks;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.TreeSet;
import org.uidgenerator.benchmarks.contestants.Entrant;
import org.uidgenerator.benchmarks.contestants.Kind;

/**
 * How much a run measures.
 *
 * @param rounds how often each fork is run; a round runs all, so that a slow minute of the machine hits everybody
 * @param allTables whether all rows of the original's tables are replayed, or the first, one in the middle and the last
 * @param throughput of the throughput forks, {@code others} of all other forks
 */
record Settings(
        String mode,
        int rounds,
        boolean allTables,
        boolean alternatives,
        Timing throughput,
        Timing others,
        int auditMillis,
        int auditKept,
        int idleSeconds,
        int firstUidSamples,
        Path out,
        Path newestJdk) {
    /** Contestants that bars and the chart of scaling name: the only ones that run on more threads than cores. */
    private static final List<Entrant> IN_BARS = List.of(
            Entrant.CACHED,
            Entrant.CACHED_STRICT,
            Entrant.CACHED_UNLIMITED,
            Entrant.ON_DEMAND,
            Entrant.PLAIN_FIELD,
            Entrant.ATOMIC_LONG,
            Entrant.ATOMIC_LONG_PADDED,
            Entrant.ORIGINAL,
            Entrant.ORIGINAL_WIDE,
            Entrant.COSID_CHAIN,
            Entrant.COSID_UNCAPPED,
            Entrant.TSID_CREATOR);

    static Settings of(Properties properties) {
        String mode = properties.getProperty("benchmark.mode", "short");
        boolean alternatives = Boolean.parseBoolean(properties.getProperty("benchmark.alternatives", "false"));
        Path out = Path.of(properties.getProperty("benchmark.out", "uid-benchmarks/target/benchmarks"));
        Path newestJdk = Path.of(properties.getProperty("benchmark.newestJdk", System.getProperty("java.home")));
        return switch (mode) {
            case "smoke" ->
                new Settings(
                        mode,
                        1,
                        false,
                        alternatives,
                        Timing.ofMillis(1, 20, 2, 20),
                        Timing.ofMillis(1, 20, 2, 20),
                        50,
                        10_000,
                        1,
                        1,
                        out,
                        newestJdk);
            case "short" ->
                new Settings(
                        mode,
                        1,
                        false,
                        alternatives,
                        Timing.ofMillis(2, 500, 5, 300),
                        Timing.ofMillis(2, 400, 5, 200),
                        300,
                        4_000_000,
                        20,
                        5,
                        out,
                        newestJdk);
            case "full" ->
                new Settings(
                        mode,
                        2,
                        true,
                        alternatives,
                        Timing.ofMillis(2, 500, 5, 400),
                        Timing.ofMillis(2, 500, 5, 300),
                        2_000,
                        16_000_000,
                        60,
                        11,
                        out,
                        newestJdk);
            default ->
                throw new IllegalArgumentException(
                        "benchmark.mode must be one of smoke, short, full: benchmark.mode=" + mode);
        };
    }

    /** 1, 2, 4, 8, as many as cores, and two and four times as many. */
    List<Integer> threadCounts() {
        int cores = Runtime.getRuntime().availableProcessors();
        return List.copyOf(new TreeSet<>(List.of(1, 2, 4, 8, cores, 2 * cores, 4 * cores)));
    }

    boolean runs(Entrant entrant, int threads) {
        if (entrant.kind() == Kind.ALTERNATIVE) {
            return alternatives;
        }
        return threads <= Math.max(2, Runtime.getRuntime().availableProcessors()) || IN_BARS.contains(entrant);
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%s mode, %d fork%s of %s for throughput and of %s for the rest, JMH gc profiler",
                mode,
                rounds,
                rounds == 1 ? "" : "s",
                throughput,
                others);
    }
}
