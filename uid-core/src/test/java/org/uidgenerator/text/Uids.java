package org.uidgenerator.text;

import java.util.Random;

/** Samples of UIDs. */
final class Uids {
    private Uids() {}

    /** A UID of any length in bits, so that short ones are as likely as long ones. */
    static long any(Random random) {
        return random.nextLong() >>> (1 + random.nextInt(63));
    }
}
