package org.uidgenerator;

/**
 * The order of the fields of a UID, from the highest bits to the lowest. Time always comes first, so UIDs are ordered by it, and
 * a generator that continues with another worker id continues above the UIDs that it has handed out.
 */
public enum FieldOrder {
    /** The UIDs of one worker and tick are consecutive. The order of almost all snowflakes. */
    TIME_WORKER_SEQUENCE,

    /**
     * The UIDs of one worker and tick are {@code 2^workerBits} apart, and those of all workers lie in between: ordered by
     * sequence within a tick. The order of Sonyflake and of Hazelcast's flake ids. The low bits hardly change from one UID
     * of a worker to the next, so do not shard by them.
     */
    TIME_SEQUENCE_WORKER
}
