package org.uidgenerator.internal.engine;

import java.util.concurrent.atomic.LongAdder;

/** The counts of what an engine does apart from handing UIDs out, which it alone adds to. */
public final class EngineMeter {
    /** How often blocks were put into the ring, or a block was opened if there is no ring. */
    public final LongAdder refills = new LongAdder();

    /** How long that took in total. */
    public final LongAdder refillNanos = new LongAdder();

    /** How many calls found no UID and had to wait for one. */
    public final LongAdder waits = new LongAdder();

    /** How many calls got no UID, each counted once: an exception, or nothing in time. */
    public final LongAdder rejectedTakes = new LongAdder();

    void refilled(long nanos) {
        refillNanos.add(nanos);
        refills.increment();
    }
}
