package org.uidgenerator.cli;

import java.math.BigInteger;
import java.util.Locale;
import java.util.regex.Pattern;
import org.uidgenerator.text.UidFormat;

/** How UIDs are written: as a number, or as one of the texts of {@link UidFormat}. */
enum TextFormat {
    /** Without leading zeros; reads {@code 0x...}, too. */
    DECIMAL(UidFormat.DECIMAL) {
        @Override
        String format(long uid) {
            return Long.toString(uid);
        }

        @Override
        long parse(String text) {
            if (NEGATIVE.matcher(text).matches()) {
                throw new IllegalArgumentException(String.format(Locale.ROOT, "ids are not negative: \"%s\"", text));
            }
            if (!NUMBER.matcher(text).matches()) {
                throw new IllegalArgumentException(String.format(
                        Locale.ROOT,
                        "id must be a number, as 12345 or 0x3039, a UUID, a ULID or an ObjectId, or be of the --format given: \"%s\"",
                        text));
            }
            BigInteger uid = text.startsWith("0x") ? new BigInteger(text.substring(2), 16) : new BigInteger(text);
            if (uid.bitLength() >= Long.SIZE) {
                throw new IllegalArgumentException(
                        String.format(Locale.ROOT, "id must be below 2^63, as UIDs are: \"%s\"", text));
            }
            return uid.longValue();
        }
    },
    CROCKFORD32(UidFormat.CROCKFORD32),
    BASE62(UidFormat.BASE62),
    BASE36(UidFormat.BASE36),
    HEX(UidFormat.HEX);

    private static final Pattern NUMBER = Pattern.compile("[0-9]+|0x[0-9A-Fa-f]+");
    private static final Pattern NEGATIVE = Pattern.compile("-[0-9]+");

    private final UidFormat format;

    TextFormat(UidFormat format) {
        this.format = format;
    }

    String format(long uid) {
        return format.format(uid);
    }

    /**
     * Reads a UID.
     *
     * @throws IllegalArgumentException if it is none in this format
     */
    long parse(String text) {
        return format.parse(text);
    }

    /** As options name it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
