package org.uidgenerator.buffer;

import java.util.Locale;

/**
 * A run of UIDs of one worker and tick, each one step above the one before.
 *
 * @param first the lowest UID of the block, not negative
 * @param last the highest UID of the block, a whole number of steps above {@code first}
 * @param step how far apart the UIDs are: 1 unless the layout has the worker id as its lowest field
 */
public record UidBlock(long first, long last, long step) {

    /**
     * Makes a block.
     *
     * @param first the lowest UID
     * @param last the highest UID
     * @param step how far apart UIDs are
     * @throws IllegalArgumentException unless {@code 0 <= first <= last} and {@code step} divides their difference
     */
    public UidBlock {
        if (first < 0 || last < first) {
            throw new IllegalArgumentException(
                    String.format(Locale.ROOT, "0 <= first <= last must hold: first=%d, last=%d", first, last));
        }
        if (step < 1 || (last - first) % step != 0) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "step must be positive and divide last - first: step=%d, first=%d, last=%d",
                    step,
                    first,
                    last));
        }
    }

    /**
     * Makes a block of consecutive UIDs.
     *
     * @param first the lowest UID
     * @param last the highest UID
     * @throws IllegalArgumentException unless {@code 0 <= first <= last}
     */
    public UidBlock(long first, long last) {
        this(first, last, 1);
    }

    /**
     * Gives the number of UIDs.
     *
     * @return at least 1
     */
    public long size() {
        return (last - first) / step + 1;
    }
}
