package org.uidgenerator.benchmarks;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** One JVM that measures one thing. */
record Fork(Class<?> benchmark, String method, Map<String, String> params, int threads, Timing timing) {

    /** Measures, in a JVM of its own or, for tests of what comes after, in this one. */
    RunResult run(boolean inItsOwnJvm) throws RunnerException {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include("^" + benchmark.getName().replace(".", "\\.") + "\\." + method + "$")
                .forks(inItsOwnJvm ? 1 : 0)
                .threads(threads)
                .warmupIterations(timing.warmups())
                .warmupTime(jmhTime(timing.warmup()))
                .measurementIterations(timing.measurements())
                .measurementTime(jmhTime(timing.measurement()))
                .shouldFailOnError(true)
                .addProfiler(GCProfiler.class)
                .verbosity(VerboseMode.SILENT);
        params.forEach(options::param);
        return new Runner(options.build()).runSingle();
    }

    private static TimeValue jmhTime(Duration duration) {
        return TimeValue.milliseconds(duration.toMillis());
    }

    @Override
    public String toString() {
        String what = String.join(
                " ",
                params.entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .map(Map.Entry::getValue)
                        .toList());
        return String.format(
                Locale.ROOT,
                "%s.%s%s, %d thread%s",
                benchmark.getSimpleName(),
                method,
                what.isEmpty() ? "" : " " + what,
                threads,
                threads == 1 ? "" : "s");
    }
}
