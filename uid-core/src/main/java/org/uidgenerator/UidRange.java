package org.uidgenerator;

import java.util.stream.LongStream;

/**
 * UIDs that one call has claimed, each one increment above the one before. The increment is the same for all ranges of
 * a layout: 1, unless the worker id is at the low end of the UID.
 *
 * @param first the lowest UID of the range, not negative
 * @param last the highest UID of the range, a whole number of steps above {@code first}
 * @param increment how far apart the UIDs are, at least 1
 */
public record UidRange(long first, long last, long increment) {

    /**
     * Makes a range.
     *
     * @param first the lowest UID
     * @param last the highest UID
     * @param increment how far apart the UIDs are
     * @throws IllegalArgumentException if the numbers make no range
     */
    public UidRange {
        if (first < 0 || last < first) {
            throw new IllegalArgumentException("0 <= first <= last must hold: first=" + first + ", last=" + last);
        }
        if (increment < 1 || (last - first) % increment != 0) {
            throw new IllegalArgumentException("increment must divide last - first: first=" + first + ", last=" + last
                    + ", increment=" + increment);
        }
    }

    /** {@return how many UIDs there are, at least 1} */
    public long size() {
        return (last - first) / increment + 1;
    }

    /** {@return the {@link #size()} UIDs in ascending order} */
    public LongStream uids() {
        return LongStream.range(0, size()).map(index -> first + index * increment);
    }
}
