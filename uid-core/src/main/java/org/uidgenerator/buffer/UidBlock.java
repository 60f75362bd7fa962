package org.uidgenerator.buffer;

/**
 * A run of consecutive UIDs.
 *
 * @param first the lowest UID of the block, not negative
 * @param last the highest UID of the block, at least {@code first}
 */
public record UidBlock(long first, long last) {

    /**
     * Makes a block.
     *
     * @param first the lowest UID
     * @param last the highest UID
     * @throws IllegalArgumentException unless {@code 0 <= first <= last}
     */
    public UidBlock {
        if (first < 0 || last < first) {
            throw new IllegalArgumentException(
                    "0 <= first <= last must hold: first=%d, last=%d".formatted(first, last));
        }
    }
}
