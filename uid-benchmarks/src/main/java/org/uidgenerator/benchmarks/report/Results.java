package org.uidgenerator.benchmarks.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.results.RunResult;
import org.uidgenerator.benchmarks.contestants.Entrant;
import org.uidgenerator.benchmarks.programs.Audit;
import org.uidgenerator.benchmarks.programs.FirstUid;
import org.uidgenerator.benchmarks.programs.Footprint;
import org.uidgenerator.benchmarks.programs.ShortLivedThreads;
import org.uidgenerator.benchmarks.programs.Sustained;
import org.uidgenerator.benchmarks.programs.SustainedByWorkerIds;
import org.uidgenerator.benchmarks.programs.VirtualThreads;

/** All figures of one run; what it did not measure is absent. */
public final class Results {
    public static final String THROUGHPUT = "ContestantBenchmark.throughput";
    public static final String IDS_EQUAL_MODULO_64 = "ContestantBenchmark.threadIdsEqualModulo64";
    public static final String IDS_EVEN = "ContestantBenchmark.threadIdsEven";
    public static final String LATENCY = "ContestantBenchmark.latency";
    public static final String TABLES = "OriginalTablesBenchmark.next";
    public static final String BATCH = "BatchBenchmark.getUIDs";
    public static final String PLAIN_FILL = "BatchBenchmark.plainFill";
    /** What the names of the measurements of permutations begin with. */
    public static final String PERMUTATION = "PermutationBenchmark.";

    public static final int LATENCY_THREADS = 2;

    /** A bar that a machine with one core cannot measure. */
    public static final String REMOTE_ON_ONE_CORE =
            "RemoteUidGenerator, its server on another core, against CachedUidGenerator, 1 thread on one core";

    /** A bar that an older JDK cannot measure. */
    public static final String VIRTUAL_THREADS = "10,000 virtual threads";

    public static final int LEAST_JDK_OF_VIRTUAL_THREADS = 21;

    /** How many threads have ids that are unevenly spread. */
    public static final int UNEVEN_IDS_THREADS = 8;

    final Machine machine;
    final String settings;
    final List<Measured> measured = new ArrayList<>();

    /** The throughput in newer JVMs, by their names. */
    final Map<String, List<Measured>> inNewerJvms = new LinkedHashMap<>();

    public final List<Audit> audits = new ArrayList<>();
    public final List<Sustained> sustained = new ArrayList<>();
    public final List<FirstUid> firstUids = new ArrayList<>();

    @Nullable
    public SustainedByWorkerIds sustainedByWorkerIds;

    @Nullable
    public VirtualThreads virtualThreads;

    @Nullable
    public ShortLivedThreads shortLivedThreads;

    public final List<Footprint> footprints = new ArrayList<>();

    /** A burst of {@link Entrant#CACHED} on one core. */
    @Nullable
    public Sustained onOneCore;

    /** A burst of {@link Entrant#REMOTE} on one core, with its server on another. */
    @Nullable
    public Sustained remoteOnOneCore;

    public final List<String> failures = new ArrayList<>();

    /** Why a bar is not measured, by what it is about, if the mode alone is not the reason. */
    public final Map<String, String> obstacles = new TreeMap<>();

    /** The libraries of the contestants, with their versions. */
    final List<String> peers;

    public Results(Machine machine, String settings) {
        this.machine = machine;
        this.settings = settings;
        peers = Peers.onClassPath();
    }

    public void add(RunResult run) {
        measured.add(Measured.of(run));
    }

    /** Adds throughput in a newer JVM with the given name. */
    public void add(RunResult run, String newerJvm) {
        inNewerJvms.computeIfAbsent(newerJvm, name -> new ArrayList<>()).add(Measured.of(run));
    }

    Optional<Measured> find(String benchmark, String subject, int threads) {
        return measured.stream()
                .filter(each -> each.benchmark().equals(benchmark)
                        && each.subject().equals(subject)
                        && each.threads() == threads)
                .findFirst();
    }

    /** Returns all results of benchmarks whose name begins so. */
    List<Measured> all(String benchmark) {
        return measured.stream()
                .filter(each -> each.benchmark().startsWith(benchmark))
                .toList();
    }

    /** Returns million ids a second; not a number if that was not measured. */
    double rate(Entrant contestant, int threads) {
        return rate(THROUGHPUT, contestant, threads);
    }

    /** Returns million ids a second in another benchmark; not a number if that was not measured. */
    double rate(String benchmark, Entrant contestant, int threads) {
        return find(benchmark, contestant.name(), threads).map(Measured::median).orElse(Double.NaN);
    }

    double ratio(Entrant contestant, Entrant to, int threads) {
        return rate(contestant, threads) / rate(to, threads);
    }

    /** Returns on how many threads throughput was measured, ascending. */
    Set<Integer> threadCounts() {
        return all(THROUGHPUT).stream().map(Measured::threads).collect(Collectors.toCollection(TreeSet::new));
    }

    Optional<Audit> audit(Entrant contestant) {
        return audits.stream().filter(audit -> audit.contestant() == contestant).findFirst();
    }

    Optional<Footprint> footprint(Entrant contestant) {
        return footprints.stream().filter(it -> it.contestant() == contestant).findFirst();
    }

    Optional<Sustained> sustained(Entrant contestant) {
        return sustained.stream().filter(run -> run.contestant() == contestant).findFirst();
    }
}
