package org.uidgenerator.generator;

import org.uidgenerator.internal.engine.EngineSeams;

/** Runs the padders of generators whose threads never run. */
final class Padders {
    private Padders() {}

    /** Does what the padder does when it is woken. Returns the nanoseconds until it would do so again. */
    static long runOnce(CachedUidGenerator generator) {
        return EngineSeams.runPadderOnce(generator.buffer);
    }
}
