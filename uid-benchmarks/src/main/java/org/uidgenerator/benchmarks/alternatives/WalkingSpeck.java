package org.uidgenerator.benchmarks.alternatives;

/**
 * Speck64/128 (Beaulieu et al., IACR ePrint 2013/404) as a permutation of 63 bits. It encrypts until the sign is gone,
 * twice on average (cycle walking: Black and Rogaway, CT-RSA 2002). Faster than the Feistel network of uid-core, but
 * not three times, and for this one width only; no tweak.
 */
public final class WalkingSpeck {
    private static final int ROUNDS = 27;

    private final int[] roundKeys = new int[ROUNDS];

    /** Expands a key, whose words are in the order of the paper, the highest first. */
    public WalkingSpeck(int l2, int l1, int l0, int k0) {
        int[] left = {l0, l1, l2};
        int key = k0;
        for (int round = 0; round < ROUNDS; round++) {
            roundKeys[round] = key;
            int next = Integer.rotateRight(left[round % 3], 8) + key ^ round;
            left[round % 3] = next;
            key = Integer.rotateLeft(key, 3) ^ next;
        }
    }

    /** Permutes a number that is not negative. */
    public long permute(long number) {
        long image = number;
        do {
            image = encrypt(image);
        } while (image < 0);
        return image;
    }

    /** Encrypts one block, the left word of the paper above the right one. */
    public long encrypt(long block) {
        int left = (int) (block >>> 32);
        int right = (int) block;
        for (int key : roundKeys) {
            left = Integer.rotateRight(left, 8) + right ^ key;
            right = Integer.rotateLeft(right, 3) ^ left;
        }
        return (long) left << 32 | Integer.toUnsignedLong(right);
    }
}
