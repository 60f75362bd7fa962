package org.uidgenerator;

/**
 * The order of the fields of a UID, from the highest bits to the lowest. Generators put the time first: their UIDs are
 * ordered by it, and one that continues with another worker id continues above the UIDs that it has handed out.
 */
public enum FieldOrder {
    /** The UIDs of one worker and tick are consecutive. The order of almost all snowflakes. */
    TIME_WORKER_SEQUENCE,

    /**
     * The UIDs of one worker and tick are {@code 2^workerBits} apart, with those of other workers in between, so that
     * UIDs are ordered by sequence within a tick. The order of Sonyflake and of Hazelcast's flake ids. The low bits
     * hardly change from one UID of a worker to the next, so do not shard by them.
     */
    TIME_SEQUENCE_WORKER,

    /**
     * The UIDs of a worker are all below those of the worker with the next id, whatever their times. The order of
     * Seata's ids. For reading such ids and putting them together. Generators refuse it, because their UIDs could
     * become smaller with a new worker id, and the UIDs of one period of time do not form a range.
     */
    WORKER_TIME_SEQUENCE
}
