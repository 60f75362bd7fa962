package org.uidgenerator.benchmarks;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.RunResult;

/** The forks of a run. Those that measured the same thing become one result, as if JMH had run them one after the other. */
final class Forks {
    private final Map<Fork, RunResult> results = new LinkedHashMap<>();

    void add(Fork fork, RunResult result) {
        results.merge(fork, result, Forks::together);
    }

    private static RunResult together(RunResult one, RunResult other) {
        List<BenchmarkResult> forks = new ArrayList<>(one.getBenchmarkResults());
        forks.addAll(other.getBenchmarkResults());
        return new RunResult(one.getParams(), forks);
    }

    Collection<RunResult> results() {
        return results.values();
    }
}
