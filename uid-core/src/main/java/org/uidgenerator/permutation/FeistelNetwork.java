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
     * What f hashes, by bytes:   tweak      half     bits   round    0    length, which is 15
     *                            0 to 7   8 to 11     12      13    14        15
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
        return run(number, tweak, 0, 1);
    }

    long restore(long image, long tweak) {
        return run(image, tweak, ROUNDS - 1, -1);
    }

    /**
     * Runs all rounds, from the first on or from the last back. Each of them hashes the tweak first, so they share
     * that.
     */
    private long run(long number, long tweak, int firstRound, int step) {
        long v0 = function.stateAfter(tweak, 0);
        long v1 = function.stateAfter(tweak, 1);
        long v2 = function.stateAfter(tweak, 2);
        long v3 = function.stateAfter(tweak, 3);
        long left = number >>> rightBits;
        long right = number & rightMask;
        for (int i = 0, round = firstRound; i < ROUNDS; i++, round += step) {
            long upper = (long) bits << 32 | (long) round << 40 | SipHash.MESSAGE_LENGTH;
            if (round % 2 == 0) {
                left ^= SipHash.hash(v0, v1, v2, v3, right | upper) & leftMask;
            } else {
                right ^= SipHash.hash(v0, v1, v2, v3, left | upper) & rightMask;
            }
        }
        return left << rightBits | right;
    }
}
