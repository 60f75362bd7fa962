package org.uidgenerator.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.uidgenerator.benchmarks.programs.ChildJvm;

/**
 * One JVM that measures one thing.
 *
 * @param benchmark its class and method, {@code "BatchBenchmark.getUIDs"} for example
 */
record Fork(Jvm jvm, String benchmark, Map<String, String> params, int threads, Timing timing) {

    /** Measures, in a JVM of its own or, for tests of what comes after, in this one. */
    RunResult run(boolean inItsOwnJvm) throws RunnerException {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include("\\." + benchmark.replace(".", "\\.") + "$")
                .forks(inItsOwnJvm ? 1 : 0)
                .jvm(ChildJvm.java(jvm.home()))
                .jvmArgsAppend(jvm.options().toArray(String[]::new))
                .threads(threads)
                .warmupIterations(timing.warmups())
                .warmupTime(TimeValue.milliseconds(timing.warmupMillis()))
                .measurementIterations(timing.measurements())
                .measurementTime(TimeValue.milliseconds(timing.measurementMillis()))
                .shouldFailOnError(true)
                .addProfiler(GCProfiler.class)
                .verbosity(VerboseMode.SILENT);
        params.forEach(options::param);
        return new Runner(options.build()).runSingle();
    }

    /** Joins two runs of the same fork into one result, as if JMH had run them one after the other. */
    static RunResult together(RunResult one, RunResult other) {
        List<BenchmarkResult> forks = new ArrayList<>(one.getBenchmarkResults());
        forks.addAll(other.getBenchmarkResults());
        return new RunResult(one.getParams(), forks);
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%s %s, threads=%d, %s", benchmark, params.values(), threads, jvm.name());
    }
}
