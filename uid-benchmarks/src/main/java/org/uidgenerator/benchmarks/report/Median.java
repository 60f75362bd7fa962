package org.uidgenerator.benchmarks.report;

import java.util.Arrays;

/** The value in the middle: unlike the mean, one bad second does not move it. */
public final class Median {
    private Median() {}

    /** The median; of an even number of values, the mean of the two in the middle. */
    public static double of(double... values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("a median needs a value");
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
