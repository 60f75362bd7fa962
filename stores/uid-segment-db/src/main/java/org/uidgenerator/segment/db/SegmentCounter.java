package org.uidgenerator.segment.db;

/**
 * A counter, as the table has it.
 *
 * @param tag its tag
 * @param last the last number that was taken by anyone, or the one below the first
 */
public record SegmentCounter(String tag, long last) {}
