package org.uidgenerator.benchmarks.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.RunResult;
import org.uidgenerator.benchmarks.contestants.Entrant;
import org.uidgenerator.benchmarks.programs.Audited;
import org.uidgenerator.benchmarks.programs.FirstUid;
import org.uidgenerator.benchmarks.programs.IdleShare;
import org.uidgenerator.benchmarks.programs.VirtualThreadsRun;

/** All that one run has found out; what it did not look at is absent. */
public final class Results {
    public static final String THROUGHPUT = "ThroughputBenchmark.next";
    public static final String TABLES = "OriginalTablesBenchmark.next";
    public static final String BATCH = "BatchBenchmark.getUIDs";
    public static final String PLAIN_FILL = "BatchBenchmark.plainFill";

    /** What the names of the measurements of permutations begin with. */
    static final String PERMUTATION = "PermutationBenchmark.";

    final Machine machine;
    final String settings;
    final List<Rate> rates = new ArrayList<>();
    final List<Latency> latencies = new ArrayList<>();
    final List<Audited> audits = new ArrayList<>();
    final List<FirstUid> firstUids = new ArrayList<>();
    final List<String> failures = new ArrayList<>();

    @Nullable
    VirtualThreadsRun virtualThreads;

    @Nullable
    IdleShare idle;

    @Nullable
    IdleShare idleWithoutGenerator;

    public Results(Machine machine, String settings) {
        this.machine = machine;
        this.settings = settings;
    }

    /** Takes what JMH has found, the forks of one measurement already together. */
    public void add(Collection<RunResult> runs) {
        for (RunResult run : runs) {
            if (run.getParams().getMode() == Mode.SampleTime) {
                latencies.add(Latency.of(run));
            } else {
                rates.add(Rate.of(run));
            }
        }
    }

    public void add(Audited audited) {
        audits.add(audited);
    }

    public void add(VirtualThreadsRun run) {
        virtualThreads = run;
    }

    public void addIdle(IdleShare withGenerator, IdleShare without) {
        idle = withGenerator;
        idleWithoutGenerator = without;
    }

    public void add(FirstUid firstUid) {
        firstUids.add(firstUid);
    }

    public void addFailure(String what) {
        failures.add(what);
    }

    /** Whether all that was to be measured was. */
    public boolean isComplete() {
        return failures.isEmpty();
    }

    Optional<Rate> find(String benchmark, String subject, int threads) {
        return rates.stream()
                .filter(rate -> rate.benchmark().equals(benchmark)
                        && rate.subject().equals(subject)
                        && rate.threads() == threads)
                .findFirst();
    }

    /** Million ids a second; not a number if that was not measured. */
    double rate(Entrant contestant, int threads) {
        return find(THROUGHPUT, contestant.name(), threads).map(Rate::median).orElse(Double.NaN);
    }

    double ratio(Entrant contestant, Entrant to, int threads) {
        return rate(contestant, threads) / rate(to, threads);
    }

    /** The thread counts of a benchmark, ascending. */
    List<Integer> threadCounts(String benchmark) {
        return List.copyOf(new TreeSet<>(rates.stream()
                .filter(rate -> rate.benchmark().equals(benchmark))
                .map(Rate::threads)
                .toList()));
    }

    Optional<Latency> latency(Entrant contestant) {
        return latencies.stream()
                .filter(latency -> latency.subject().equals(contestant.name()))
                .findFirst();
    }

    Optional<Audited> audit(Entrant contestant) {
        return audits.stream()
                .filter(audited -> audited.contestant() == contestant)
                .findFirst();
    }
}
