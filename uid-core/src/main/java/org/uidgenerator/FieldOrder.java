package org.uidgenerator;

/**
 * The order of the fields of a UID, from the highest bits to the lowest. Generators put the time first: their UIDs are ordered by
 * it, and one that continues with another worker id continues above the UIDs that it has handed out.
 */
public enum FieldOrder {
    /** The UIDs of one worker and tick are consecutive. The order of almost all snowflakes. */
    TIME_WORKER_SEQUENCE,

    /**
     * The UIDs of one worker and tick are {@code 2^workerBits} apart, and those of all workers lie in between: ordered by
     * sequence within a tick. The order of Sonyflake and of Hazelcast's flake ids. The low bits hardly change from one UID
     * of a worker to the next, so do not shard by them.
     */
    TIME_SEQUENCE_WORKER,

    /**
     * The UIDs of a worker are all below those of the worker with the next id, whatever their times. The order of Seata's ids.
     * For reading such ids and putting them together: generators refuse it, because UIDs would go back with another worker id,
     * and the UIDs of a time are no range.
     */
    WORKER_TIME_SEQUENCE
}
