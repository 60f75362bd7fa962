package org.uidgenerator.generator;

/** The order in which one generator hands out UIDs. */
public enum Ordering {
    /**
     * The UIDs that one thread gets strictly increase; those of two threads may interleave either way within the time
     * that a block stays open. Threads share no written memory, so the rate grows with the cores.
     */
    PER_THREAD,

    /**
     * All UIDs of the generator strictly increase in real-time order: a call that begins after another has returned
     * gets a greater UID, whatever the threads. Costs one contended memory word, as a shared {@code AtomicLong} does.
     */
    STRICT
}
