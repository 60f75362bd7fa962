package org.uidgenerator.benchmarks.report;

import java.util.Arrays;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/**
 * How fast something was.
 *
 * @param benchmark class and method
 * @param subject the values of the benchmark's parameters
 * @param median million ids a second of all threads together, the median of all iterations of all forks
 * @param iterations what it is the median of
 * @param bytesPerCall what a call allocates, by JMH's gc profiler; not a number if that did not run
 */
public record Rate(
        String benchmark, String subject, int threads, double median, double bytesPerCall, List<Double> iterations) {
    private static final String BYTES_PER_CALL = "gc.alloc.rate.norm";

    static Rate of(RunResult run) {
        double[] iterations = run.getBenchmarkResults().stream()
                .flatMap(fork -> fork.getIterationResults().stream())
                .mapToDouble(iteration -> iteration.getPrimaryResult().getScore())
                .toArray();
        Result<?> bytes = run.getSecondaryResults().get(BYTES_PER_CALL);
        BenchmarkParams params = run.getParams();
        return new Rate(
                nameOf(params),
                subjectOf(params),
                params.getThreads(),
                Median.of(iterations),
                bytes == null ? Double.NaN : bytes.getScore(),
                Arrays.stream(iterations).boxed().toList());
    }

    static String nameOf(BenchmarkParams params) {
        String name = params.getBenchmark();
        return name.substring(name.lastIndexOf('.', name.lastIndexOf('.') - 1) + 1);
    }

    static String subjectOf(BenchmarkParams params) {
        return String.join(
                " ",
                params.getParamsKeys().stream().sorted().map(params::getParam).toList());
    }
}
