package org.uidgenerator.impl;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.uidgenerator.contract.VirtualClock;

/** Time that passes only when a test lets it pass, or while somebody parks. Setting the clock is not passing time. */
final class VirtualTime implements Waiting {
    static final Instant START = Instant.parse("2026-11-21T10:30:15.400Z");

    final VirtualClock clock = new VirtualClock(START);
    private long nanos;

    void pass(Duration time) {
        nanos += time.toNanos();
        clock.advance(time);
    }

    @Override
    public long nanoTime() {
        return nanos;
    }

    @Override
    public void park(long nanos) {
        pass(Duration.ofMillis(Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos))));
    }
}
