package org.uidgenerator.internal.engine;

/**
 * Chooses where to start counting in a block or tick of which only a few UIDs are used. Otherwise a node that hands out
 * one UID a second would use sequence 0 each time, and sharding by {@code uid % n} would fill one shard.
 */
public final class LowBits {
    private LowBits() {}

    /** A UID of the block, whose size is a power of two: each about equally often over many blocks. */
    static long scatter(UidBlock block) {
        return block.first() + skipped(block.first(), block.size()) * block.increment();
    }

    /**
     * How many UIDs to skip from the first one on, in {@code [0, range)}, a power of two. The same for the same first
     * UID.
     */
    public static long skipped(long first, long range) {
        return mix(first) & (range - 1);
    }

    /** The finaliser of SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014). */
    private static long mix(long z) {
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
