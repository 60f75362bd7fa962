package org.uidgenerator.crash;

/** Faults of one sort, one after the other, in a thread of their own. */
interface Track {
    /** Makes the next fault happen, and repairs its effects. */
    void next();

    /** Whether each kind of fault has happened often enough for a run to end here. */
    boolean isComplete();
}
