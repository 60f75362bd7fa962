package org.uidgenerator.benchmarks;

import java.util.Locale;

/** The number and length of the iterations in which a fork warms up and measures. */
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
