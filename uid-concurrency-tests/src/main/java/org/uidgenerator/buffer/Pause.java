package org.uidgenerator.buffer;

import java.util.concurrent.ThreadLocalRandom;

/** A pause of random length, so that two racing actors meet at ever different places. */
final class Pause {
    private Pause() {}

    static void upTo(int spins) {
        for (int i = ThreadLocalRandom.current().nextInt(spins); i > 0; i--) {
            Thread.onSpinWait();
        }
    }
}
