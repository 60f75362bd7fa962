package org.uidgenerator.internal.engine;

/**
 * Spreads threads over a table, evenly whatever their ids have in common: Fibonacci hashing (Knuth, The Art of Computer
 * Programming, volume 3, section 6.4).
 */
final class ThreadHash {
    /** 2^32 divided by the golden ratio. */
    private static final int MULTIPLIER = 0x9e3779b9;

    private ThreadHash() {}

    /** Returns the place of a thread in a table of {@code 2^bits}. */
    static int indexOf(Thread thread, int bits) {
        return indexOf(thread.getId(), bits);
    }

    /** Takes the highest bits of the product, which depend on all of the lower half of the id. */
    static int indexOf(long threadId, int bits) {
        int product = (int) threadId * MULTIPLIER;
        return (product >>> (Integer.SIZE - bits)) & ((1 << bits) - 1); // of 0 bits: shifted by nothing, and masked
    }
}
