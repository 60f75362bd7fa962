package org.uidgenerator.text;

/**
 * The check character of the hybrid systems of ISO/IEC 7064, MOD M+1,M for an alphabet of M characters, M even: MOD
 * 11,10 for digits, MOD 37,36 for digits and letters, and the same recursion for the other alphabets. The check
 * character comes from the alphabet.
 *
 * <p>It finds every substitution of one character, because doubling is one-to-one modulo the odd number M+1. At each
 * place it misses the swap of one of the M(M-1)/2 pairs of different neighbours.
 */
final class CheckCharacter {
    private CheckCharacter() {}

    /** Returns the check character of the digits in {@code [from, to)}, as the value of a digit. */
    static int of(UidFormat digits, CharSequence text, int from, int to) {
        int radix = digits.radix();
        int state = radix;
        for (int i = from; i < to; i++) {
            int sum = (state + digits.digitAt(text, i)) % radix;
            state = 2 * (sum == 0 ? radix : sum) % (radix + 1);
        }
        return (radix + 1 - state) % radix;
    }
}
