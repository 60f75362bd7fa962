package org.uidgenerator.generator;

import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;

/** Counts what a generator does apart from handing UIDs out. May be used by several threads. */
final class GeneratorMeter {
    private final LongAdder refills = new LongAdder();
    private final LongAdder refillNanos = new LongAdder();
    private final LongAdder waits = new LongAdder();
    private final LongAdder rejectedTakes = new LongAdder();

    void refilled(long nanos) {
        refillNanos.add(nanos);
        refills.increment();
    }

    void waited() {
        waits.increment();
    }

    void rejectedTake() {
        rejectedTakes.increment();
    }

    long refills() {
        return refills.sum();
    }

    Duration refillTime() {
        return Duration.ofNanos(refillNanos.sum());
    }

    long waits() {
        return waits.sum();
    }

    long rejectedTakes() {
        return rejectedTakes.sum();
    }
}
