package org.uidgenerator.segment.db;

import java.util.Objects;

/**
 * A counter, as the table has it.
 *
 * @param tag its tag
 * @param last the last number that a generator has taken, or the one below the first
 */
public record SegmentCounter(String tag, long last) {
    /**
     * Makes a counter as it was read.
     *
     * @param tag its tag
     * @param last the last number that a generator has taken
     */
    public SegmentCounter {
        Objects.requireNonNull(tag, "tag");
    }
}
