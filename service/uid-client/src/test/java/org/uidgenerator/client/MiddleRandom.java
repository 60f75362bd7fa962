package org.uidgenerator.client;

import java.util.Random;

/** Chance that is the same in each run, and for back-offs the middle of what it can be. */
final class MiddleRandom extends Random {
    private static final long serialVersionUID = 1L;

    MiddleRandom() {
        super(1);
    }

    @Override
    public double nextDouble() {
        return 0.5;
    }
}
