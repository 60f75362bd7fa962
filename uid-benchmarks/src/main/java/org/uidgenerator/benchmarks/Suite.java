package org.uidgenerator.benchmarks;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.openjdk.jmh.results.RunResult;
import org.uidgenerator.benchmarks.OriginalTablesBenchmark.Whose;
import org.uidgenerator.benchmarks.contestants.Entrant;
import org.uidgenerator.benchmarks.contestants.Pace;
import org.uidgenerator.benchmarks.contestants.RangeService;
import org.uidgenerator.benchmarks.programs.Audit;
import org.uidgenerator.benchmarks.programs.ChildJvm;
import org.uidgenerator.benchmarks.programs.FirstUid;
import org.uidgenerator.benchmarks.programs.Footprint;
import org.uidgenerator.benchmarks.programs.ShortLivedThreads;
import org.uidgenerator.benchmarks.programs.Sustained;
import org.uidgenerator.benchmarks.programs.SustainedByWorkerIds;
import org.uidgenerator.benchmarks.programs.VirtualThreads;
import org.uidgenerator.benchmarks.report.Machine;
import org.uidgenerator.benchmarks.report.Report;
import org.uidgenerator.benchmarks.report.Results;

/**
 * All measurements, one step after the other. A failed step is reported at the end, and the run continues with the
 * next.
 */
final class Suite {
    private static final List<Entrant> LATENCY = List.of(
            Entrant.PLAIN_FIELD,
            Entrant.CACHED,
            Entrant.CACHED_STRICT,
            Entrant.UNBUFFERED,
            Entrant.SEGMENTS,
            Entrant.ATOMIC_LONG,
            Entrant.ORIGINAL,
            Entrant.COSID_CHAIN,
            Entrant.COSID_UNCAPPED);
    private static final List<Entrant> UNEVEN_IDS =
            List.of(Entrant.CACHED, Entrant.ATOMIC_STRIPES, Entrant.OWNED_STRIPES, Entrant.THREAD_LOCAL_BLOCK);
    private static final List<Entrant> FOOTPRINTS = List.of(
            Entrant.CACHED_DEFAULT_LAYOUT,
            Entrant.UNBUFFERED_DEFAULT_LAYOUT,
            Entrant.SEGMENTS,
            Entrant.ORIGINAL_WIDE,
            Entrant.COSID,
            Entrant.COSID_CHAIN,
            Entrant.TSID_CREATOR,
            Entrant.YITTER,
            Entrant.HUTOOL,
            Entrant.MYBATIS_PLUS,
            Entrant.SEATA,
            Entrant.UUID_V7);
    /** Those that also run in newer JVMs, on one and two threads. */
    private static final List<Entrant> IN_NEWER_JVMS = List.of(
            Entrant.CACHED,
            Entrant.CACHED_STRICT,
            Entrant.UNBUFFERED,
            Entrant.SEGMENTS,
            Entrant.THREAD_LOCAL,
            Entrant.ATOMIC_LONG);

    private static final List<String> PERMUTATIONS = List.of(
            "permuteAllBits", "restoreAllBits", "permuteWorkerAndSequence", "restoreWorkerAndSequence", "aesBlock");
    private static final int VIRTUAL_THREADS = 10_000;
    private static final int UIDS_PER_VIRTUAL_THREAD = 1_000;
    private static final int SHORT_LIVED_THREADS = 100_000;
    private static final int ALIVE_AT_THE_SAME_TIME = 8;
    private static final int UIDS_PER_SHORT_LIVED_THREAD = 100;

    /** Of programs that take ids on all cores. */
    private static final int THREADS = Math.max(2, Runtime.getRuntime().availableProcessors());

    private record Step(String what, Callable<?> work) {}

    private final Settings settings;
    private final RunMode mode;
    private final PrintStream out;
    private final Path javaHome = Path.of(System.getProperty("java.home"));
    private final List<Step> steps = new ArrayList<>();
    private final Map<Fork, RunResult> runs = new LinkedHashMap<>();
    private final Results results;

    Suite(Settings settings, PrintStream out) {
        this.settings = settings;
        mode = settings.mode();
        this.out = out;
        results = new Results(Machine.ofThisProcess(), settings.toString());
        for (int round = 0; round < mode.rounds(); round++) {
            addThroughput();
            if (!mode.scalingOnly()) {
                addUnevenIds();
                addOtherForks();
                addNewerJvms();
            }
        }
        if (!mode.scalingOnly()) {
            addTables();
            addPrograms();
        }
        addAudits();
    }

    /** Runs all steps and writes the report; returns whether all steps succeeded. */
    boolean run() throws IOException, InterruptedException {
        int number = 0;
        for (Step step : steps) {
            out.printf(Locale.ROOT, "[%d/%d] %s%n", ++number, steps.size(), step.what());
            try {
                step.work().call();
            } catch (InterruptedException e) {
                throw e;
            } catch (Exception e) {
                results.failures.add(step.what() + ": " + e);
                out.println("  failed: " + e);
            }
        }
        runs.forEach((fork, run) -> {
            if (fork.jvm().equals(Jvm.BUILDING)) {
                results.add(run);
            } else {
                results.add(run, fork.jvm().name());
            }
        });
        Report.write(results, settings.out());
        out.println("Report: " + settings.out().resolve(Report.TEXT));
        return results.failures.isEmpty();
    }

    private void addThroughput() {
        for (int threads : settings.threadCounts()) {
            for (Entrant entrant : Entrant.values()) {
                if (settings.runs(entrant, threads)) {
                    addThroughput(Results.THROUGHPUT, entrant, threads);
                }
            }
        }
    }

    private void addUnevenIds() {
        for (Entrant entrant : UNEVEN_IDS) {
            if (settings.runs(entrant, Results.UNEVEN_IDS_THREADS)) {
                addThroughput(Results.IDS_EQUAL_MODULO_64, entrant, Results.UNEVEN_IDS_THREADS);
                addThroughput(Results.IDS_EVEN, entrant, Results.UNEVEN_IDS_THREADS);
            }
        }
    }

    private void addThroughput(String benchmark, Entrant entrant, int threads) {
        addFork(Jvm.BUILDING, benchmark, Map.of("contestant", entrant.name()), threads, mode.throughput());
    }

    private void addNewerJvms() {
        for (Jvm jvm : Jvm.newer(settings.newestJdk())) {
            for (Entrant entrant : IN_NEWER_JVMS) {
                for (int threads = 1; threads <= 2; threads++) {
                    addFork(jvm, Results.THROUGHPUT, Map.of("contestant", entrant.name()), threads, mode.throughput());
                }
            }
        }
    }

    private void addOtherForks() {
        for (Entrant entrant : LATENCY) {
            addFork(Results.LATENCY, Map.of("contestant", entrant.name()), Results.LATENCY_THREADS, mode.others());
        }
        addFork(Results.BATCH, Map.of(), 1, mode.others());
        addFork(Results.PLAIN_FILL, Map.of(), 1, mode.others());
        for (String method : PERMUTATIONS) {
            addFork(Results.PERMUTATION + method, Map.of(), 1, mode.others());
        }
    }

    private void addTables() {
        picked(25, 32).forEach(timeBits -> addTableRow(timeBits, 20, 1));
        picked(20, 29).forEach(workerBits -> addTableRow(31, workerBits, 1));
        picked(1, 8).forEach(threads -> addTableRow(31, 23, threads));
    }

    private IntStream picked(int first, int last) {
        return mode.allTables() ? IntStream.rangeClosed(first, last) : IntStream.of(first, (first + last) / 2, last);
    }

    private void addTableRow(int timeBits, int workerBits, int threads) {
        String layout = String.format(Locale.ROOT, "%d/%d/%d", timeBits, workerBits, 63 - timeBits - workerBits);
        for (Whose whose : Whose.values()) {
            addFork(Results.TABLES, Map.of("generator", whose.name(), "layout", layout), threads, mode.others());
        }
    }

    private void addFork(String benchmark, Map<String, String> params, int threads, Timing timing) {
        addFork(Jvm.BUILDING, benchmark, params, threads, timing);
    }

    private void addFork(Jvm jvm, String benchmark, Map<String, String> params, int threads, Timing timing) {
        Fork fork = new Fork(jvm, benchmark, params, threads, timing);
        steps.add(new Step(fork.toString(), () -> runs.merge(fork, fork.run(true), Fork::together)));
    }

    /** In JVMs of their own, on as many threads as cores. */
    private void addAudits() {
        for (Entrant entrant : Entrant.values()) {
            if ((entrant.pace() == Pace.BORROWING || entrant.pace() == Pace.SUPPLIED) && settings.runs(entrant, 1)) {
                steps.add(new Step(
                        "sustained rate of " + entrant,
                        () -> results.sustained.add(ChildJvm.run(
                                javaHome, Sustained.class, entrant, THREADS, mode.sustainedSeconds(), false))));
            }
            if (settings.runs(entrant, 1)) {
                steps.add(new Step(
                        "audit of " + entrant,
                        () -> results.audits.add(ChildJvm.run(
                                javaHome, Audit.class, entrant, THREADS, mode.auditMillis(), mode.auditKept()))));
            }
        }
    }

    private void addPrograms() {
        steps.add(new Step(
                "sustained rate of " + mode.workerIds() + " worker ids",
                () -> results.sustainedByWorkerIds = ChildJvm.run(
                        javaHome, SustainedByWorkerIds.class, mode.workerIds(), THREADS, mode.sustainedSeconds())));
        for (int i = 0; i < mode.firstUidSamples(); i++) {
            steps.add(new Step(
                    "start to first UID", () -> results.firstUids.add(ChildJvm.run(javaHome, FirstUid.class))));
        }
        addVirtualThreads();
        steps.add(new Step(
                "short-lived threads",
                () -> results.shortLivedThreads = ChildJvm.run(
                        javaHome,
                        ShortLivedThreads.class,
                        SHORT_LIVED_THREADS,
                        ALIVE_AT_THE_SAME_TIME,
                        UIDS_PER_SHORT_LIVED_THREAD)));
        for (Entrant entrant : FOOTPRINTS) {
            steps.add(new Step(
                    "footprint of " + entrant,
                    () -> results.footprints.add(
                            ChildJvm.run(javaHome, Footprint.class, entrant, mode.idleSeconds()))));
        }
        addRemote();
    }

    private void addVirtualThreads() {
        int jdk = ChildJvm.featureOf(settings.newestJdk());
        if (jdk < Results.LEAST_JDK_OF_VIRTUAL_THREADS) {
            results.obstacles.put(
                    Results.VIRTUAL_THREADS,
                    "needs a JDK from " + Results.LEAST_JDK_OF_VIRTUAL_THREADS + " on, not " + jdk);
            return;
        }
        steps.add(new Step(
                "virtual threads",
                () -> results.virtualThreads = ChildJvm.run(
                        settings.newestJdk(), VirtualThreads.class, VIRTUAL_THREADS, UIDS_PER_VIRTUAL_THREAD)));
    }

    /** Client and server share a core otherwise, or the padder of what it is compared with has more than one. */
    private void addRemote() {
        if (Runtime.getRuntime().availableProcessors() < 2) {
            results.obstacles.put(Results.REMOTE_ON_ONE_CORE, "needs two cores");
            return;
        }
        steps.add(new Step(
                "a generator on one core",
                () -> results.onOneCore =
                        ChildJvm.runOnCore(1, "", Sustained.class, Entrant.CACHED, 1, mode.sustainedSeconds(), true)));
        steps.add(new Step("a remote generator on one core", () -> {
            Process service = ChildJvm.startOnCore(0, RangeService.class);
            try {
                String address = service.inputReader().readLine();
                results.remoteOnOneCore = ChildJvm.runOnCore(
                        1, address, Sustained.class, Entrant.REMOTE, 1, mode.sustainedSeconds(), true);
                return results;
            } finally {
                service.destroy();
            }
        }));
    }
}
