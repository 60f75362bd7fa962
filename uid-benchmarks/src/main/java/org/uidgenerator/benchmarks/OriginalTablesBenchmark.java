package org.uidgenerator.benchmarks;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.uidgenerator.UidLayout;
import org.uidgenerator.benchmarks.contestants.Cached;
import org.uidgenerator.benchmarks.contestants.Contestant;
import org.uidgenerator.benchmarks.contestants.Original;

/**
 * The layouts of the three tables of figures that the original publishes, with both generators, which borrow without
 * bound.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@State(Scope.Benchmark)
public class OriginalTablesBenchmark {
    /** The owner of a generator. */
    public enum Whose {
        OURS,
        ORIGINAL
    }

    @Param
    Whose generator = Whose.OURS;

    @Param("31/23/9")
    String layout = "";

    @SuppressWarnings("NullAway.Init") // JMH calls start() first
    private Contestant running;

    @Setup(Level.Trial)
    public void start() {
        int[] bits =
                Arrays.stream(layout.split("/")).mapToInt(Integer::parseInt).toArray();
        running = generator == Whose.OURS
                ? Cached.unlimited(UidLayout.of(bits[0], bits[1], bits[2]))
                : new Original(bits[0], bits[1], bits[2]);
    }

    @TearDown(Level.Trial)
    public void close() {
        running.close();
    }

    @Benchmark
    public long next() {
        return running.next();
    }
}
