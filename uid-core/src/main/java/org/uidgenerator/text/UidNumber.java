package org.uidgenerator.text;

import java.math.BigInteger;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Reads UIDs that people and programs write as numbers. For other numbers it says why they are no UIDs: they have a
 * sign, use the bit of the sign, or have too many bits. It has no state and is safe for all threads.
 */
public final class UidNumber {
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]+|0x[0-9A-Fa-f]+");
    private static final BigInteger TWO_TO_64 = BigInteger.ONE.shiftLeft(Long.SIZE);

    private UidNumber() {}

    /**
     * Reads a UID. Leading zeros are fine, as long as the value fits.
     *
     * @param text a number, decimal as {@code 12345} or hexadecimal as {@code 0x3039}
     * @return the UID, not negative
     * @throws IllegalArgumentException if the text is no such number, or the number is negative or at least
     *     2<sup>63</sup>. For a number of 64 bits the message shows its other reading, with or without a sign, because
     *     systems that disagree about the sign write the same id in these two ways
     */
    public static long parse(CharSequence text) {
        Objects.requireNonNull(text, "text");
        if (!NUMBER.matcher(text).matches()) {
            throw new IllegalArgumentException("uid must be a number, as 12345 or 0x3039: uid=" + text);
        }
        String digits = text.toString();
        BigInteger number = digits.startsWith("0x") ? new BigInteger(digits.substring(2), 16) : new BigInteger(digits);
        if (number.signum() < 0) {
            throw negative(number);
        }
        if (number.bitLength() >= Long.SIZE) {
            throw tooLarge(number, digits);
        }
        return number.longValue();
    }

    private static IllegalArgumentException negative(BigInteger number) {
        return number.bitLength() >= Long.SIZE
                ? Refusal.of("uid must not be negative, and fit 63 bits: uid=%d, which has more than 64 bits", number)
                : Refusal.of(
                        "uid must not be negative: uid=%d, which is %d as an unsigned number of 64 bits. The first bit"
                                + " is the sign, and is 0 in a UID",
                        number, number.add(TWO_TO_64));
    }

    private static IllegalArgumentException tooLarge(BigInteger number, String text) {
        return number.bitLength() > Long.SIZE
                ? Refusal.of("uid must be below 2^63: uid=%s, which has %d bits", text, number.bitLength())
                : Refusal.of(
                        "uid must be below 2^63: uid=%s, which is %d as a signed number of 64 bits. The first bit is the"
                                + " sign, and is 0 in a UID",
                        text, number.longValue());
    }
}
