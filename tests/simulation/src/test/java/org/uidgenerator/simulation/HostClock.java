package org.uidgenerator.simulation;

import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/** The clock of a host: it goes a little fast or slow, and is set forwards and back. */
final class HostClock implements InstantSource {
    private final LongSupplier trueNanos;
    private long ppm;
    private long shownMillis;
    private long sinceNanos;
    private long jumps;

    HostClock(LongSupplier trueNanos, long millis) {
        this.trueNanos = trueNanos;
        shownMillis = millis;
        sinceNanos = trueNanos.getAsLong();
    }

    @Override
    public long millis() {
        long passedMicros = (trueNanos.getAsLong() - sinceNanos) / 1_000;
        return shownMillis + (passedMicros + passedMicros * ppm / 1_000_000) / 1_000;
    }

    @Override
    public Instant instant() {
        return Instant.ofEpochMilli(millis());
    }

    void drift(long ppm) {
        restartAt(millis());
        this.ppm = ppm;
    }

    void set(long millis) {
        restartAt(millis);
        jumps++;
    }

    private void restartAt(long millis) {
        shownMillis = millis;
        sinceNanos = trueNanos.getAsLong();
    }

    /** How often it was set. */
    long jumps() {
        return jumps;
    }
}
