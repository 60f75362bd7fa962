package org.uidgenerator.benchmarks;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.uidgenerator.benchmarks.contestants.Contestant;
import org.uidgenerator.benchmarks.contestants.Entrant;

/**
 * One contestant that all threads of a fork call. A fork has one, so that the JIT compiler sees one class behind its
 * calls.
 */
@State(Scope.Benchmark)
public class ContestantBenchmark {
    @Param
    Entrant contestant = Entrant.ATOMIC_LONG;

    @SuppressWarnings("NullAway.Init") // JMH calls start() first
    private Contestant running;

    @Setup(Level.Trial)
    public void start() {
        running = contestant.start();
    }

    @TearDown(Level.Trial)
    public void close() {
        running.close();
    }

    /** The contestant that a thread calls, read once, so that no shared state is touched while measuring. */
    @State(Scope.Thread)
    public static class Caller {
        @SuppressWarnings("NullAway.Init") // JMH calls take() first
        private Contestant contestant;

        @Setup(Level.Trial)
        public void take(ContestantBenchmark shared) {
            contestant = shared.running.ofThisThread();
        }
    }

    /** Million ids a second that all threads together take. */
    @Benchmark
    @BenchmarkMode(Mode.Throughput)
    @OutputTimeUnit(TimeUnit.MICROSECONDS)
    public long throughput(Caller caller) {
        return caller.contestant.next();
    }

    /** The same if the ids of all calling threads leave the same remainder when divided by 64. */
    @Benchmark
    @BenchmarkMode(Mode.Throughput)
    @OutputTimeUnit(TimeUnit.MICROSECONDS)
    @Fork(jvmArgsAppend = {StridedThreads.EXECUTOR, StridedThreads.EXECUTOR_CLASS, StridedThreads.STRIDE + 64})
    public long threadIdsEqualModulo64(Caller caller) {
        return caller.contestant.next();
    }

    /** The same if the ids of all calling threads are even, as those of executors that make two threads each time. */
    @Benchmark
    @BenchmarkMode(Mode.Throughput)
    @OutputTimeUnit(TimeUnit.MICROSECONDS)
    @Fork(jvmArgsAppend = {StridedThreads.EXECUTOR, StridedThreads.EXECUTOR_CLASS, StridedThreads.STRIDE + 2})
    public long threadIdsEven(Caller caller) {
        return caller.contestant.next();
    }

    /** How long single calls take, sampled. Each sample includes reading the clock, so compare with the limits. */
    @Benchmark
    @BenchmarkMode(Mode.SampleTime)
    @OutputTimeUnit(TimeUnit.NANOSECONDS)
    public long latency(Caller caller) {
        return caller.contestant.next();
    }
}
