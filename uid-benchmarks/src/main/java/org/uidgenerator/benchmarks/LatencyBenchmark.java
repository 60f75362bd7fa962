package org.uidgenerator.benchmarks;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;

/** How long single calls take, sampled; reading the clock is in each sample, so compare with the limits. */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class LatencyBenchmark {
    @Benchmark
    public long next(SharedContestant.OfThread thread) {
        return thread.next();
    }
}
