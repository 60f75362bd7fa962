package org.uidgenerator.simulation;

/** A rule that is removed from the store, to see that the simulation of counters notices. */
enum SegmentWeakness {
    NONE,

    /** Two processes that take a range at the same time get the same one. */
    READS_BEFORE_IT_RAISES,

    /** The store loses the last seconds in a crash, and ranges are used without waiting. */
    NO_REST,

    /** A range is given again after its answer was lost. */
    REPEATS_A_LOST_ANSWER,

    /** The rest of a range is taken back although others have taken a later one. */
    TAKES_BACK_UNCONDITIONALLY
}
