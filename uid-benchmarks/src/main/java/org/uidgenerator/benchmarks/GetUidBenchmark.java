package org.uidgenerator.benchmarks;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.uidgenerator.UidLayout;
import org.uidgenerator.impl.CachedUidGenerator;
import org.uidgenerator.impl.DefaultUidGenerator;
import org.uidgenerator.impl.Ordering;
import org.uidgenerator.worker.WorkerIdAssigner;
import org.uidgenerator.worker.WorkerLease;

/**
 * {@code getUID()} of each generator, and the counter that everybody compares with. All threads share one generator. The layout
 * has so many UIDs a second that none of them ever waits for the clock.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@State(Scope.Benchmark)
public class GetUidBenchmark {
    private static final UidLayout LAYOUT = UidLayout.of(31, 4, 28);
    private static final WorkerIdAssigner WORKER_ID = layout -> WorkerLease.of(7);

    private final AtomicLong atomicLong = new AtomicLong();
    private final CachedUidGenerator cached =
            CachedUidGenerator.builder(WORKER_ID).layout(LAYOUT).build();
    private final CachedUidGenerator cachedStrict = CachedUidGenerator.builder(WORKER_ID)
            .layout(LAYOUT)
            .ordering(Ordering.STRICT)
            .build();
    private final DefaultUidGenerator onDemand =
            DefaultUidGenerator.builder(WORKER_ID).layout(LAYOUT).build();

    @TearDown
    public void close() {
        cached.close();
        cachedStrict.close();
        onDemand.close();
    }

    @Benchmark
    public long atomicLong() {
        return atomicLong.getAndIncrement();
    }

    @Benchmark
    public long cached() {
        return cached.getUID();
    }

    @Benchmark
    public long cachedStrict() {
        return cachedStrict.getUID();
    }

    @Benchmark
    public long onDemand() {
        return onDemand.getUID();
    }
}
