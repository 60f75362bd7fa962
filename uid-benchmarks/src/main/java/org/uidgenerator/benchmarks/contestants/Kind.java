package org.uidgenerator.benchmarks.contestants;

/** The kinds of contestants, so that like is compared with like. */
public enum Kind {
    /** A generator of this project. */
    OURS,
    /** A design of ours that lost. */
    ALTERNATIVE,
    /** One number in memory that all threads add to: no time, no worker, gone with the process. */
    COUNTER,
    /** The most that the machine can do, unique or not. */
    LIMIT,
    /** Time, worker and sequence, made at each call. */
    SNOWFLAKE,
    /** Ids made ahead by another thread. */
    RING,
    /** Ranges of a counter in a store: no time in the id. */
    SEGMENT,
    /** 128 bits, folded to 64 here. */
    UUID;

    /** Returns whether no number may come twice. */
    public boolean isDistinct() {
        return this != LIMIT;
    }
}
