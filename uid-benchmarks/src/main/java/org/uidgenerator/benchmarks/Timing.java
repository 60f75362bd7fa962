package org.uidgenerator.benchmarks;

import java.time.Duration;
import java.util.Locale;

/** How often and how long a fork measures. */
record Timing(int warmups, Duration warmup, int measurements, Duration measurement) {
    private static final double START_SECONDS = 0.8;

    static Timing ofMillis(int warmups, int warmupMillis, int measurements, int measurementMillis) {
        return new Timing(warmups, Duration.ofMillis(warmupMillis), measurements, Duration.ofMillis(measurementMillis));
    }

    /** What a fork takes, its JVM's start included. */
    double forkSeconds() {
        return START_SECONDS + (warmups * warmup.toMillis() + measurements * measurement.toMillis()) / 1e3;
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%d x %s warm-up and %d x %s", warmups, warmup, measurements, measurement);
    }
}
