package org.uidgenerator.benchmarks.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.util.Statistics;

/**
 * A result of JMH for one thing: million ids a second of all threads together, or the nanoseconds of a sampled call.
 *
 * @param benchmark class and method
 * @param subject the values of the benchmark's parameters
 * @param median of all iterations of all forks, or of all sampled calls
 * @param bytesPerCall what a call allocates, by JMH's gc profiler; not a number if that did not run
 * @param iterations the score of each iteration
 * @param percentiles of all sampled calls, {@code "99.9"} for example; empty if calls were not sampled
 */
record Measured(
        String benchmark,
        String subject,
        int threads,
        double median,
        double bytesPerCall,
        List<Double> iterations,
        Map<String, Double> percentiles) {
    static final List<String> PERCENTILES = List.of("50", "90", "99", "99.9", "99.99");

    static Measured of(RunResult run) {
        BenchmarkParams params = run.getParams();
        String name = params.getBenchmark();
        Statistics statistics = run.getPrimaryResult().getStatistics();
        Map<String, Double> percentiles = new LinkedHashMap<>();
        if (params.getMode() == Mode.SampleTime) {
            PERCENTILES.forEach(each -> percentiles.put(each, statistics.getPercentile(Double.parseDouble(each))));
        }
        Result<?> bytes = run.getSecondaryResults().get("gc.alloc.rate.norm");
        return new Measured(
                name.substring(name.lastIndexOf('.', name.lastIndexOf('.') - 1) + 1),
                String.join(
                        " ",
                        params.getParamsKeys().stream()
                                .sorted()
                                .map(params::getParam)
                                .toList()),
                params.getThreads(),
                statistics.getPercentile(50),
                bytes == null ? Double.NaN : bytes.getScore(),
                run.getBenchmarkResults().stream()
                        .flatMap(fork -> fork.getIterationResults().stream())
                        .map(iteration -> iteration.getPrimaryResult().getScore())
                        .toList(),
                percentiles);
    }
}
