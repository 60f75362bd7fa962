package org.uidgenerator.benchmarks;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.uidgenerator.UidLayout;
import org.uidgenerator.benchmarks.contestants.Cached;

/**
 * The cost per UID of many UIDs in one call, beside the same array filled with consecutive numbers, which shows the
 * speed of the memory.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@State(Scope.Benchmark)
public class BatchBenchmark {
    static final int BATCH = 1024;

    private static final UidLayout LAYOUT = UidLayout.of(31, 2, 30);

    private final Cached generator = Cached.unlimited(LAYOUT);

    @TearDown(Level.Trial)
    public void close() {
        generator.close();
    }

    /** An array of each thread's own. */
    @State(Scope.Thread)
    public static class Batch {
        private long[] uids = {};
        private long next;

        @Setup(Level.Trial)
        public void allocate() {
            uids = new long[BATCH];
        }
    }

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public long[] getUIDs(Batch batch) {
        generator.fill(batch.uids);
        return batch.uids;
    }

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public long[] plainFill(Batch batch) {
        long[] uids = batch.uids;
        long first = batch.next;
        for (int i = 0; i < uids.length; i++) {
            uids[i] = first + i;
        }
        batch.next = first + uids.length;
        return uids;
    }
}
