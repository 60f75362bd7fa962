package org.uidgenerator.worker.db;

import java.time.Duration;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/** Counts and times the calls to a store. May be used by several threads. */
final class StoreMeter {
    private final LongAdder calls = new LongAdder();
    private final LongAdder failures = new LongAdder();
    private final LongAdder totalNanos = new LongAdder();
    private final LongAccumulator longestNanos = new LongAccumulator(Math::max, 0);

    <T> T measure(Supplier<T> call) {
        long start = System.nanoTime();
        boolean answered = false;
        try {
            T answer = call.get();
            answered = true;
            return answer;
        } finally {
            long nanos = System.nanoTime() - start;
            calls.increment();
            failures.add(answered ? 0 : 1);
            totalNanos.add(nanos);
            longestNanos.accumulate(nanos);
        }
    }

    StoreCalls soFar() {
        return new StoreCalls(
                calls.sum(), failures.sum(), Duration.ofNanos(totalNanos.sum()), Duration.ofNanos(longestNanos.get()));
    }
}
