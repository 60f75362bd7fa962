package org.uidgenerator.benchmarks;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import org.uidgenerator.benchmarks.contestants.Entrant;
import org.uidgenerator.benchmarks.contestants.Kind;

/**
 * The extent of a run.
 *
 * @param alternatives whether the designs that lost run as well
 * @param out the folder of the report
 * @param newestJdk the home of the JDK that runs virtual threads, and some contestants beside the JDK that builds
 */
record Settings(RunMode mode, boolean alternatives, Path out, Path newestJdk) {
    /**
     * The contestants that also run on more threads than there are cores: those that bars name, and some to compare
     * them with.
     */
    private static final Set<Entrant> SCALED = EnumSet.of(
            Entrant.CACHED,
            Entrant.CACHED_STRICT,
            Entrant.CACHED_UNLIMITED,
            Entrant.UNBUFFERED,
            Entrant.SEGMENTS,
            Entrant.PLAIN_FIELD,
            Entrant.THREAD_LOCAL,
            Entrant.ATOMIC_LONG,
            Entrant.ATOMIC_LONG_PADDED,
            Entrant.ORIGINAL,
            Entrant.ORIGINAL_WIDE,
            Entrant.COSID_CHAIN,
            Entrant.COSID_UNCAPPED,
            Entrant.TSID_CREATOR);

    static Settings of(Properties properties) {
        return new Settings(
                RunMode.named(properties.getProperty("benchmark.mode", "short")),
                Boolean.parseBoolean(properties.getProperty("benchmark.alternatives")),
                out(properties),
                newestJdk(properties));
    }

    static Path newestJdk(Properties properties) {
        return Path.of(properties.getProperty("benchmark.newestJdk", System.getProperty("java.home")));
    }

    static Path out(Properties properties) {
        return Path.of(properties.getProperty("benchmark.out", "uid-benchmarks/target/benchmarks"));
    }

    /** 1, 2, 4, 8, as many as cores, and two and four times as many; or only some of these, to see how rates scale. */
    Set<Integer> threadCounts() {
        int cores = Runtime.getRuntime().availableProcessors();
        return new TreeSet<>(
                mode.scalingOnly()
                        ? List.of(1, 4, cores, 4 * cores)
                        : List.of(1, 2, 4, 8, cores, 2 * cores, 4 * cores));
    }

    boolean runs(Entrant entrant, int threads) {
        if (entrant.kind() == Kind.ALTERNATIVE) {
            return alternatives;
        }
        boolean hasCores = threads <= Math.max(2, Runtime.getRuntime().availableProcessors());
        return (hasCores && !mode.scalingOnly()) || SCALED.contains(entrant);
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%s mode, forks: %d, each of %s for throughput and of %s for the rest, JMH gc profiler",
                mode.name(),
                mode.rounds(),
                mode.throughput(),
                mode.others());
    }
}
