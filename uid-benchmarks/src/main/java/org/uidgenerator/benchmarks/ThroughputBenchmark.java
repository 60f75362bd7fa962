package org.uidgenerator.benchmarks;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;

/** How many ids all threads together get in a microsecond: million ids a second. */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class ThroughputBenchmark {
    @Benchmark
    public long next(SharedContestant.OfThread thread) {
        return thread.next();
    }
}
