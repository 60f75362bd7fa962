package org.uidgenerator.benchmarks;

import java.util.Locale;

/** How often and how long a fork warms up and measures. */
record Timing(int warmups, int warmupMillis, int measurements, int measurementMillis) {
    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%d x %d ms warm-up and %d x %d ms",
                warmups,
                warmupMillis,
                measurements,
                measurementMillis);
    }
}
