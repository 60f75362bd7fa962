package org.uidgenerator.cli;

import java.util.Locale;
import org.uidgenerator.text.UidFormat;
import org.uidgenerator.text.UidNumber;

/** A way to write UIDs: as a number, or as one of the texts of {@link UidFormat}. */
enum TextFormat {
    /** Without leading zeros; reads {@code 0x...}, too. */
    DECIMAL(UidFormat.DECIMAL) {
        @Override
        String format(long uid) {
            return Long.toString(uid);
        }

        @Override
        long parse(String text) {
            return UidNumber.parse(text);
        }
    },
    CROCKFORD32(UidFormat.CROCKFORD32),
    BASE62(UidFormat.BASE62),
    BASE36(UidFormat.BASE36),
    HEX(UidFormat.HEX);

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

    /** Returns the name in options. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
