package org.uidgenerator.benchmarks;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.uidgenerator.benchmarks.OriginalTablesBenchmark.Whose;
import org.uidgenerator.benchmarks.contestants.Entrant;
import org.uidgenerator.benchmarks.programs.AuditProgram;
import org.uidgenerator.benchmarks.programs.Audited;
import org.uidgenerator.benchmarks.programs.ChildJvm;
import org.uidgenerator.benchmarks.programs.FirstUid;
import org.uidgenerator.benchmarks.programs.FirstUidProgram;
import org.uidgenerator.benchmarks.programs.IdleProgram;
import org.uidgenerator.benchmarks.programs.IdleShare;
import org.uidgenerator.benchmarks.programs.VirtualThreadsProgram;
import org.uidgenerator.benchmarks.programs.VirtualThreadsRun;
import org.uidgenerator.benchmarks.report.Machine;
import org.uidgenerator.benchmarks.report.Report;
import org.uidgenerator.benchmarks.report.Results;

/** All that is measured, one step after the other. A step that fails is reported at the end; the others go on. */
final class Suite {
    private static final List<Entrant> LATENCY = List.of(
            Entrant.PLAIN_FIELD,
            Entrant.CACHED,
            Entrant.CACHED_STRICT,
            Entrant.ON_DEMAND,
            Entrant.ATOMIC_LONG,
            Entrant.ORIGINAL,
            Entrant.COSID_CHAIN,
            Entrant.COSID_UNCAPPED);
    private static final int LATENCY_THREADS = 2;
    private static final List<String> PERMUTATIONS = List.of(
            "permuteAllBits", "restoreAllBits", "permuteWorkerAndSequence", "restoreWorkerAndSequence", "aesBlock");
    private static final int VIRTUAL_THREADS = 10_000;
    private static final int UIDS_PER_VIRTUAL_THREAD = 1_000;
    private static final int CHILD_SECONDS = 2;

    private final Settings settings;
    private final PrintStream out;
    private final Forks forks = new Forks();
    private final Results results;

    Suite(Settings settings, PrintStream out) {
        this.settings = settings;
        this.out = out;
        results = new Results(Machine.ofThisProcess(), settings.toString());
    }

    /** Runs all steps, writes the report and prints it; tells whether no step failed. */
    boolean run() throws IOException, InterruptedException {
        List<Step> steps = steps();
        Progress progress = new Progress(out, System::nanoTime, steps);
        for (Step step : steps) {
            progress.begin(step);
            run(step);
        }
        results.add(forks.results());
        out.println();
        out.println(Report.write(results, forks.results(), settings.out()));
        out.println("Written to " + settings.out());
        return results.isComplete();
    }

    private void run(Step step) throws InterruptedException {
        try {
            step.work().run();
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            results.addFailure(step.what() + ": " + e);
            out.println("  failed: " + e);
        }
    }

    private List<Step> steps() {
        List<Step> steps = new ArrayList<>();
        for (int round = 0; round < settings.rounds(); round++) {
            addThroughput(steps);
            addLatency(steps);
            addBatch(steps);
            addPermutations(steps);
        }
        addTables(steps);
        addAudits(steps);
        addOthers(steps);
        return steps;
    }

    private void addThroughput(List<Step> steps) {
        for (int threads : settings.threadCounts()) {
            for (Entrant entrant : Entrant.values()) {
                if (settings.runs(entrant, threads)) {
                    steps.add(step(new Fork(
                            ThroughputBenchmark.class,
                            "next",
                            Map.of("contestant", entrant.name()),
                            threads,
                            settings.throughput())));
                }
            }
        }
    }

    private void addLatency(List<Step> steps) {
        for (Entrant entrant : LATENCY) {
            steps.add(step(new Fork(
                    LatencyBenchmark.class,
                    "next",
                    Map.of("contestant", entrant.name()),
                    LATENCY_THREADS,
                    settings.others())));
        }
    }

    private void addBatch(List<Step> steps) {
        for (String method : List.of("getUIDs", "plainFill")) {
            steps.add(step(new Fork(BatchBenchmark.class, method, Map.of(), 1, settings.others())));
        }
    }

    private void addPermutations(List<Step> steps) {
        for (String method : PERMUTATIONS) {
            steps.add(step(new Fork(PermutationBenchmark.class, method, Map.of(), 1, settings.others())));
        }
    }

    private void addTables(List<Step> steps) {
        for (OriginalTables.Row row : OriginalTables.rows(settings.allTables())) {
            for (Whose whose : Whose.values()) {
                steps.add(step(new Fork(
                        OriginalTablesBenchmark.class,
                        "next",
                        Map.of("generator", whose.name(), "layout", row.layout()),
                        row.threads(),
                        settings.others())));
            }
        }
    }

    private Step step(Fork fork) {
        return new Step(fork.toString(), fork.timing().forkSeconds(), () -> forks.add(fork, fork.run(true)));
    }

    private void addAudits(List<Step> steps) {
        int threads = Math.max(2, Runtime.getRuntime().availableProcessors());
        for (Entrant entrant : Entrant.values()) {
            if (settings.runs(entrant, 1)) {
                steps.add(new Step(
                        String.format(Locale.ROOT, "audit of %s, %d threads", entrant, threads),
                        CHILD_SECONDS + settings.auditMillis() / 1e3,
                        () -> results.add(ChildJvm.run(
                                Audited.class,
                                AuditProgram.class,
                                entrant,
                                threads,
                                settings.auditMillis(),
                                settings.auditKept()))));
            }
        }
    }

    private void addOthers(List<Step> steps) {
        for (int i = 0; i < settings.firstUidSamples(); i++) {
            steps.add(new Step(
                    "start to first UID",
                    CHILD_SECONDS,
                    () -> results.add(ChildJvm.run(FirstUid.class, FirstUidProgram.class))));
        }
        steps.add(new Step(
                "10,000 virtual threads",
                10,
                () -> results.add(ChildJvm.start(
                                settings.newestJdk(),
                                VirtualThreadsProgram.class,
                                VIRTUAL_THREADS,
                                UIDS_PER_VIRTUAL_THREAD)
                        .result(VirtualThreadsRun.class))));
        steps.add(new Step("idle generator", settings.idleSeconds() + 4, this::watchIdle));
    }

    /** Both at a time: two that do nothing do not disturb each other. */
    private void watchIdle() throws IOException, InterruptedException {
        Path javaHome = Path.of(System.getProperty("java.home"));
        ChildJvm with = ChildJvm.start(javaHome, IdleProgram.class, true, settings.idleSeconds());
        ChildJvm without = ChildJvm.start(javaHome, IdleProgram.class, false, settings.idleSeconds());
        results.addIdle(with.result(IdleShare.class), without.result(IdleShare.class));
    }
}
