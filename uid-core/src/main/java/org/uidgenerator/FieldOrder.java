package org.uidgenerator;

/**
 * The order of the fields of a UID, from the highest bits to the lowest. Time always comes first: UIDs are ordered by it, and
 * a generator that goes on with another worker id goes on above the UIDs it gave before.
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
