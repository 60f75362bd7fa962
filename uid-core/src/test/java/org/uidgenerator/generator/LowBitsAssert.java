package org.uidgenerator.generator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.LongSupplier;

/** Checks that the low bits of UIDs spread evenly. */
final class LowBitsAssert {
    private static final int UIDS_PER_VALUE = 32;

    private LowBitsAssert() {}

    /**
     * Counts {@code uid mod 2^k} for k up to 10 and compares the counts with a uniform distribution by Pearson's
     * chi-squared test, with a bound five standard deviations above its mean.
     */
    static void assertSpread(LongSupplier uids) {
        int values = 1 << 10;
        long[] taken = new long[values * UIDS_PER_VALUE];
        for (int i = 0; i < taken.length; i++) {
            taken[i] = uids.getAsLong();
        }
        for (int k = 1; k <= 10; k++) {
            int cells = 1 << k;
            int[] counts = new int[cells];
            for (long uid : taken) {
                counts[(int) (uid & (cells - 1))]++;
            }
            double expected = (double) taken.length / cells;
            double chiSquared = 0;
            for (int count : counts) {
                chiSquared += (count - expected) * (count - expected) / expected;
            }
            int degrees = cells - 1;
            assertThat(chiSquared).as("uid mod 2^%d", k).isLessThan(degrees + 5 * Math.sqrt(2.0 * degrees));
        }
    }
}
