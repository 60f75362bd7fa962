package org.uidgenerator.simulation;

import java.util.function.LongSupplier;

/** A thread of a process that works, returns how long it will sleep, and works again. */
final class BackgroundThread {
    private final Scheduler scheduler;
    private long due;
    private boolean busy;

    BackgroundThread(Scheduler scheduler, long firstSleepNanos) {
        this.scheduler = scheduler;
        due = scheduler.nanos() + firstSleepNanos;
    }

    boolean isDue() {
        return due <= scheduler.nanos();
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
            due = sleepNanos == Long.MAX_VALUE ? Long.MAX_VALUE : scheduler.nanos() + sleepNanos;
            busy = false;
        }
    }
}
