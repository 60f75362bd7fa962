package org.uidgenerator.contract;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that stands still until a test moves it, forwards or backwards. */
public final class VirtualClock implements InstantSource {
    private final AtomicLong millis;

    public VirtualClock(Instant start) {
        millis = new AtomicLong(start.toEpochMilli());
    }

    /** Moves the clock by a duration, which may be negative. */
    public void advance(Duration by) {
        millis.addAndGet(by.toMillis());
    }

    @Override
    public long millis() {
        return millis.get();
    }

    @Override
    public Instant instant() {
        return Instant.ofEpochMilli(millis());
    }
}
