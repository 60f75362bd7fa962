package org.uidgenerator.worker.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what threads of leases do. */
final class Awaiting {
    private Awaiting() {}

    /** Waits, for a minute at most, until something holds. */
    static void awaitUntil(BooleanSupplier holds) {
        long start = System.nanoTime();
        while (!holds.getAsBoolean()) {
            assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(60));
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
    }
}
