package org.uidgenerator.worker.lease.store;

import java.util.Objects;

/**
 * The condition that a row must meet for a write to change it. The fence is all that keeps two holders of a worker id
 * apart, so a store compares and writes in one atomic step.
 *
 * @param term what {@link LeaseRow#term} must be
 * @param leastReserved the least that {@link LeaseRow#reservedThrough} may be
 * @param greatestReserved the most that {@link LeaseRow#reservedThrough} may be
 */
public record Fence(long term, long leastReserved, long greatestReserved) {

    /**
     * Admits a row only if its ticks are still as they were read.
     *
     * @param seen the row as it was read
     * @return the condition
     */
    public static Fence at(LeaseRow seen) {
        long reserved = Objects.requireNonNull(seen, "seen").reservedThrough();
        return new Fence(seen.term(), reserved, reserved);
    }

    /**
     * Admits the row of a holder, whatever ticks are reserved.
     *
     * @param term the fencing number of the holder
     * @return the condition
     */
    public static Fence ofTerm(long term) {
        return new Fence(term, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    /**
     * Returns whether a row may be changed, for stores that compare in Java.
     *
     * @param row the row as it is
     * @return whether its term and its reserved ticks are those that are expected
     */
    public boolean admits(LeaseRow row) {
        return row.term() == term
                && leastReserved <= row.reservedThrough()
                && row.reservedThrough() <= greatestReserved;
    }
}
