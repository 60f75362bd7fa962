package org.uidgenerator.benchmarks.contestants;

/** The course of a contestant's rate when threads call it without pause for a long time. */
public enum Pace {
    /** It stays, because only the processor limits it. */
    STEADY,
    /** It stays, and is what the bits of the sequence allow in real time. */
    CAPPED,
    /** It falls to what the bits of the sequence allow in real time, as soon as no more time may be borrowed. */
    BORROWING,
    /** It falls to what a store or a service supplies. */
    SUPPLIED,
    /** It stays, but the time in the ids moves away from the clock without limit. */
    DRIFTING
}
