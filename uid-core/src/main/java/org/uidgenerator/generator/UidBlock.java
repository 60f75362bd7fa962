package org.uidgenerator.generator;

/**
 * A run of UIDs of one worker and tick, each one step above the one before. The engine makes blocks and nobody else, so each UID
 * is in one block at most.
 *
 * @param first the lowest UID of the block, not negative
 * @param last the highest UID of the block, a whole number of steps above {@code first}
 * @param step how far apart the UIDs are: 1 unless the layout has the worker id as its lowest field
 */
record UidBlock(long first, long last, long step) {

    UidBlock {
        assert first >= 0 && first <= last : "0 <= first <= last must hold: first=" + first + ", last=" + last;
        assert step >= 1 && (last - first) % step == 0 : "step must divide last - first: step=" + step;
    }

    /** Makes a block of consecutive UIDs. */
    UidBlock(long first, long last) {
        this(first, last, 1);
    }

    /** The number of UIDs, at least 1. */
    long size() {
        return (last - first) / step + 1;
    }
}
