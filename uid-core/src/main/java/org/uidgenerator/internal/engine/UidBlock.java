package org.uidgenerator.internal.engine;

/**
 * A run of UIDs, each one increment above the one before. No UID is in two blocks of a {@link BlockSource}.
 *
 * @param first the lowest UID of the block, not negative
 * @param last the highest UID of the block, a whole number of steps above {@code first}
 * @param increment how far apart the UIDs are: the same in all blocks of a source
 * @param freshness a number by which the source tells fresh blocks from stale ones: the greater, the fresher
 */
public record UidBlock(long first, long last, long increment, long freshness) {

    /** Checks the block, where assertions are enabled. */
    public UidBlock {
        assert first >= 0 && first <= last : "0 <= first <= last must hold: first=" + first + ", last=" + last;
        assert increment >= 1 && (last - first) % increment == 0
                : "increment must divide last - first: increment=" + increment;
    }

    /** Returns the lowest UID that is above another one. The last UID of the block is. */
    long firstAbove(long uid) {
        assert uid < last : uid + " of " + this;
        return uid < first ? first : first + ((uid - first) / increment + 1) * increment;
    }

    /** The number of UIDs, at least 1. */
    long size() {
        return (last - first) / increment + 1;
    }
}
