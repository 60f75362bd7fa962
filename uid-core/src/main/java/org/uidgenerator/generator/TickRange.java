package org.uidgenerator.generator;

import org.uidgenerator.UidLayout;

/**
 * Sequences of one tick that may be used: all of them, those of one extension, or what was left of either.
 *
 * @param tick the tick
 * @param extension the value of the extension bits, 0 if there are none
 * @param firstSequence the lowest sequence
 * @param lastSequence the highest
 * @param isRest whether sequences below the first one have been used
 */
record TickRange(long tick, int extension, long firstSequence, long lastSequence, boolean isRest) {
    private static final long LONGEST_START_RANGE = 1024;

    TickRange {
        assert extension >= 0 : "extension=" + extension;
        assert 0 <= firstSequence && firstSequence <= lastSequence : firstSequence + " to " + lastSequence;
    }

    /** Returns all sequences of a tick. */
    static TickRange whole(long tick, UidLayout layout) {
        return new TickRange(tick, 0, 0, layout.maxSequence(), false);
    }

    /** Returns the sequences of a tick that have an extension as their top bits, with so many bits below it. */
    static TickRange ofExtension(long tick, int extension, int bitsBelow) {
        long first = (long) extension << bitsBelow;
        return new TickRange(tick, extension, first, first + (1L << bitsBelow) - 1, false);
    }

    /** Returns what is left when the sequences below one have been used. */
    TickRange from(long sequence) {
        return new TickRange(tick, extension, sequence, lastSequence, sequence > firstSequence);
    }

    /**
     * The number of sequences, from the first one on, among which counting may start: a power of two. At most half of
     * the range is skipped, and nothing of a rest.
     */
    long startRange() {
        return isRest ? 1 : Math.min(LONGEST_START_RANGE, (lastSequence - firstSequence + 1) / 2);
    }
}
