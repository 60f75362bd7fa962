package org.uidgenerator.internal.engine;

import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;

/** Counts what an engine does apart from handing UIDs out. May be used by several threads. */
public final class EngineMeter {
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

    /** How often blocks were put into the ring, or a block was opened where there is no ring. */
    public long refills() {
        return refills.sum();
    }

    /** How long that took in total. */
    public Duration refillTime() {
        return Duration.ofNanos(refillNanos.sum());
    }

    /** How many calls found no UID and had to wait for one. */
    public long waits() {
        return waits.sum();
    }

    /** How many calls got no UID, each counted once: an exception, or nothing in time. */
    public long rejectedTakes() {
        return rejectedTakes.sum();
    }
}
