package org.uidgenerator.benchmarks.contestants;

/** What sort of thing a contestant is, so that like is compared with like. */
public enum Kind {
    /** A generator of this project. */
    OURS(true),
    /** A design of ours that lost. */
    ALTERNATIVE(true),
    /** One number in memory that all threads add to: no time, no worker, gone with the process. */
    COUNTER(true),
    /** What the machine can do at best, unique or not. */
    LIMIT(false),
    /** Time, worker and sequence, made when asked for. */
    SNOWFLAKE(true),
    /** Ids made ahead by another thread. */
    RING(true),
    /** Ranges of a counter in a store: no time in the id. */
    SEGMENT(true),
    /** 128 bits, folded to 64 here. */
    UUID(true);

    private final boolean distinct;

    Kind(boolean distinct) {
        this.distinct = distinct;
    }

    /** Whether no number may come twice. */
    public boolean isDistinct() {
        return distinct;
    }
}
