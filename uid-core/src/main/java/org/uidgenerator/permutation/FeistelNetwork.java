package org.uidgenerator.permutation;

/**
 * A permutation of the numbers of a fixed count of bits, a different one for each key and tweak. It is an alternating
 * Feistel network (Black and Rogaway, "Ciphers with Arbitrary Finite Domains", CT-RSA 2002) with the halves and the 10
 * rounds of FF1 in NIST SP 800-38G, and with SipHash as its pseudorandom function.
 */
final class FeistelNetwork {
    /*
     *      left            right            bits/2 and bits - bits/2 bits: 31 and 32 of 63
     *       |                |
     *       ^ <-- f(0) ----- |              A round computes f only from the half that it does not change, so
     *       |                |              running the rounds backwards undoes them, whatever f is.
     *       | ----- f(1) --> ^
     *       |                |
     *      ...              ...
     *
     * What f hashes, by bytes:   tweak      half     bits   round    0
     *                            0 to 7   8 to 11     12      13    14
     *
     * The count of bits is included so that networks of different widths under one key have nothing in common.
     */

    private static final int ROUNDS = 10;

    private final SipHash function;
    private final int bits;
    private final int rightBits;
    private final long leftMask;
    private final long rightMask;

    FeistelNetwork(SipHash function, int bits) {
        assert bits >= 2 && bits <= 64 : bits;
        this.function = function;
        this.bits = bits;
        rightBits = bits - bits / 2;
        leftMask = (1L << (bits / 2)) - 1;
        rightMask = (1L << rightBits) - 1;
    }

    long permute(long number, long tweak) {
        long left = number >>> rightBits;
        long right = number & rightMask;
        for (int round = 0; round < ROUNDS; round += 2) {
            left ^= f(tweak, right, round) & leftMask;
            right ^= f(tweak, left, round + 1) & rightMask;
        }
        return left << rightBits | right;
    }

    long restore(long image, long tweak) {
        long left = image >>> rightBits;
        long right = image & rightMask;
        for (int round = ROUNDS - 1; round > 0; round -= 2) {
            right ^= f(tweak, left, round) & rightMask;
            left ^= f(tweak, right, round - 1) & leftMask;
        }
        return left << rightBits | right;
    }

    private long f(long tweak, long half, int round) {
        return function.hash(tweak, half | (long) bits << 32 | (long) round << 40);
    }
}
