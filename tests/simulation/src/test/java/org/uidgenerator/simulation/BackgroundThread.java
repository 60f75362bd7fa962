package org.uidgenerator.simulation;

import java.util.function.LongSupplier;

/** A thread of a process that works, returns how long it will sleep, and works again. */
final class BackgroundThread {
    private final Simulation simulation;
    private long due;
    private boolean busy;

    BackgroundThread(Simulation simulation, long firstSleepNanos) {
        this.simulation = simulation;
        due = simulation.nanos() + firstSleepNanos;
    }

    boolean isDue() {
        return due <= simulation.nanos();
    }

    /** Whether it is in the middle of its work, and waits for something. */
    boolean isBusy() {
        return busy;
    }

    /** Makes it work, unless it is busy. */
    void run(LongSupplier work) {
        if (!busy) {
            busy = true;
            long sleepNanos = work.getAsLong();
            due = sleepNanos == Long.MAX_VALUE ? Long.MAX_VALUE : simulation.nanos() + sleepNanos;
            busy = false;
        }
    }
}
