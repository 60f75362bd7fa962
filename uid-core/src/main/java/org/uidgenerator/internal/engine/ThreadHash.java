package org.uidgenerator.internal.engine;

/**
 * Spreads threads over a table, evenly whatever their ids have in common: Fibonacci hashing (Knuth, The Art of Computer
 * Programming, volume 3, section 6.4).
 */
final class ThreadHash {
    /** 2^64 divided by the golden ratio. */
    private static final long MULTIPLIER = 0x9e3779b97f4a7c15L;

    private ThreadHash() {}

    /** Returns the place of a thread in a table of {@code 2^bits}. */
    static int indexOf(Thread thread, int bits) {
        return indexOf(thread.getId(), bits);
    }

    /** Takes the highest bits of the product, which depend on the whole id. */
    static int indexOf(long threadId, int bits) {
        long product = threadId * MULTIPLIER;
        return (int) (product >>> (Long.SIZE - bits)) & ((1 << bits) - 1); // of 0 bits: shifted by nothing, and masked
    }
}
