package org.uidgenerator.text;

import java.nio.charset.StandardCharsets;

/**
 * Writes UIDs as short text of fixed width, and reads them back.
 *
 * <pre>{@code
 * UidFormat.CROCKFORD32.format(9007199254740993L)        // "0080000000001"
 * UidFormat.CROCKFORD32.parse("oo8oooooooool")           // 9007199254740993L
 * }</pre>
 *
 * <p>The texts of one format sort as their UIDs do, with {@link String#compareTo} or byte by byte: the characters of
 * each alphabet ascend in ASCII. (A database column needs a binary collation for this, above all for {@link #BASE62},
 * which distinguishes {@code a} from {@code A}.) Reading is strict: the exact width, no sign, no white space, nothing
 * beyond {@link Long#MAX_VALUE}, and only one text for each UID. {@link #CROCKFORD32} alone reads more than it writes.
 */
public enum UidFormat {
    /**
     * 13 characters of {@code 0123456789ABCDEFGHJKMNPQRSTVWXYZ}, for text that people read out and type. As <a
     * href="https://www.crockford.com/base32.html">its definition</a> demands, lower case is read as upper case,
     * {@code I} and {@code L} as {@code 1} and {@code O} as {@code 0}. Its hyphens and its check symbol do not fit the
     * fixed width and are not read; {@link LabelFormat} adds a check character.
     */
    CROCKFORD32(
            "Crockford base 32",
            "0123456789ABCDEFGHJKMNPQRSTVWXYZ",
            "abcdefghjkmnpqrstvwxyzILOilo",
            "ABCDEFGHJKMNPQRSTVWXYZ110110"),

    /** 11 characters of {@code 0-9A-Za-z}: the shortest that needs no escape in a URL. */
    BASE62("base 62", "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", "", ""),

    /** 13 characters of {@code 0-9a-z}, for names that must be lower case, such as host names. */
    BASE36("base 36", "0123456789abcdefghijklmnopqrstuvwxyz", "", ""),

    /** 16 characters of {@code 0-9a-f}: the bits of the UID, four a character. */
    HEX("base 16", "0123456789abcdef", "", ""),

    /** 19 characters of {@code 0-9}: the number itself, with leading zeros. */
    DECIMAL("base 10", "0123456789", "", "");

    private final String description;
    private final String alphabet;
    private final String aliases;
    private final String meanings;
    final int radix;
    private final int width;

    UidFormat(String description, String alphabet, String aliases, String meanings) {
        this.description = description;
        this.alphabet = alphabet;
        this.aliases = aliases;
        this.meanings = meanings;
        radix = alphabet.length();
        int digits = 0;
        for (long rest = Long.MAX_VALUE; rest > 0; rest /= radix) {
            digits++;
        }
        width = digits;
    }

    /** {@return the number of characters that every text of this format has} */
    public int width() {
        return width;
    }

    /**
     * Writes a UID.
     *
     * @param uid the UID
     * @return {@link #width()} characters
     * @throws IllegalArgumentException if {@code uid} is negative
     */
    public String format(long uid) {
        if (uid < 0) {
            throw new IllegalArgumentException("uid must not be negative: uid=" + uid);
        }
        byte[] text = new byte[width];
        long rest = uid;
        for (int i = width - 1; i >= 0; i--) {
            text[i] = (byte) alphabet.charAt((int) (rest % radix));
            rest /= radix;
        }
        return new String(text, StandardCharsets.ISO_8859_1);
    }

    /**
     * Reads a UID.
     *
     * @param text what {@link #format} wrote
     * @return the UID
     * @throws IllegalArgumentException if {@code text} has another width, a character that is no digit of this format,
     *     or a value beyond {@link Long#MAX_VALUE}
     */
    public long parse(CharSequence text) {
        if (text.length() != width) {
            throw Refusal.of(
                    "text must have %d characters of %s: text=\"%s\" has %d", width, description, text, text.length());
        }
        return parse(text, 0);
    }

    /** Reads the UID whose digits start at an index. The text must be long enough for all of them. */
    long parse(CharSequence text, int from) {
        long uid = 0;
        for (int i = from; i < from + width; i++) {
            int digit = digitAt(text, i);
            if (uid > (Long.MAX_VALUE - digit) / radix) {
                throw Refusal.of(
                        "text must be at most %s, the greatest UID: text=\"%s\"",
                        format(Long.MAX_VALUE), text.subSequence(from, from + width));
            }
            uid = uid * radix + digit;
        }
        return uid;
    }

    /** Returns the value of the digit at an index. */
    int digitAt(CharSequence text, int index) {
        char character = text.charAt(index);
        int alias = aliases.indexOf(character);
        int digit = alphabet.indexOf(alias < 0 ? character : meanings.charAt(alias));
        if (digit < 0) {
            throw Refusal.of(
                    "text must have digits of %s only: text=\"%s\" has '%c' at index %d",
                    description, text, character, index);
        }
        return digit;
    }

    char character(int digit) {
        return alphabet.charAt(digit);
    }

    /**
     * Returns the check character of the digits in {@code [from, to)}, as the value of a digit: that of the hybrid
     * systems of ISO/IEC 7064, MOD M+1,M for an alphabet of M characters, M even. This is MOD 11,10 for digits, MOD
     * 37,36 for digits and letters, and the same recursion for the other alphabets.
     *
     * <p>It finds every substitution of one character, because doubling is one-to-one modulo the odd number M+1. At
     * each place it misses the swap of one of the M(M-1)/2 pairs of different neighbours.
     */
    int checkDigit(CharSequence text, int from, int to) {
        int state = radix;
        for (int i = from; i < to; i++) {
            int sum = (state + digitAt(text, i)) % radix;
            state = 2 * (sum == 0 ? radix : sum) % (radix + 1);
        }
        return (radix + 1 - state) % radix;
    }
}
