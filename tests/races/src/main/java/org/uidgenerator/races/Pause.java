package org.uidgenerator.races;

import java.util.concurrent.ThreadLocalRandom;

/**
 * A pause of random length, so that racing actors meet at ever different places. Twins pause where their rule is
 * broken.
 */
public final class Pause {
    private static final int MOST_SPINS = 200;

    private Pause() {}

    /** Pauses for up to some microseconds. */
    public static void some() {
        for (int i = ThreadLocalRandom.current().nextInt(MOST_SPINS); i > 0; i--) {
            Thread.onSpinWait();
        }
    }
}
