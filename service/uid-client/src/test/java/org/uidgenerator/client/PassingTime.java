package org.uidgenerator.client;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.uidgenerator.internal.NanoClock;

/** Time that passes when a test lets it, and threads that are woken as ever. */
final class PassingTime implements NanoClock {
    private final AtomicLong nanos = new AtomicLong(4_711);

    void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    @Override
    public long nanoTime() {
        return nanos.get();
    }

    @Override
    public void park(long nanos) throws InterruptedException {
        SYSTEM.park(Math.min(nanos, 1_000_000));
    }
}
