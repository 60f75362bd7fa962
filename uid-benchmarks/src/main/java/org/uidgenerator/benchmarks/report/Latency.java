package org.uidgenerator.benchmarks.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.util.Statistics;

/**
 * How long single calls took.
 *
 * @param nanos by percentile, {@code "99.9"} for example
 */
public record Latency(String subject, int threads, long samples, Map<String, Double> nanos) {
    public static final List<String> PERCENTILES = List.of("50", "90", "99", "99.9", "99.99");

    static Latency of(RunResult run) {
        Statistics statistics = run.getPrimaryResult().getStatistics();
        Map<String, Double> nanos = new LinkedHashMap<>();
        for (String percentile : PERCENTILES) {
            nanos.put(percentile, statistics.getPercentile(Double.parseDouble(percentile)));
        }
        return new Latency(Rate.subjectOf(run.getParams()), run.getParams().getThreads(), statistics.getN(), nanos);
    }

    double at(String percentile) {
        return nanos.getOrDefault(percentile, Double.NaN);
    }
}
