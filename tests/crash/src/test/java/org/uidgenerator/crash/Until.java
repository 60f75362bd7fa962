package org.uidgenerator.crash;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits in real time, because real processes and stores are involved. */
final class Until {
    private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private Until() {}

    /** Waits until a condition holds or the time is over. Returns whether it holds. */
    static boolean holds(Duration longest, BooleanSupplier condition) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - start > longest.toNanos()) {
                return false;
            }
            LockSupport.parkNanos(STEP_NANOS);
        }
        return true;
    }

    static void passed(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
