package org.uidgenerator.crash;

/** Faults of one sort, one after the other, in a thread of their own. */
interface Track {
    /** Lets the next fault happen, and puts right what it broke. */
    void next();

    /** Whether each kind of fault has happened often enough for a run to end here. */
    boolean isComplete();
}
