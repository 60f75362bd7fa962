package org.uidgenerator.worker.lease.store;

import java.time.Duration;
import java.util.Objects;

/**
 * The calls of an assigner to its store so far.
 *
 * @param calls how often the store was called: several times to take a worker id, once to reserve ticks or give a
 *     worker id back
 * @param failures how many of these calls failed, including the writes that another process was faster with
 * @param total how long all calls took together
 * @param longest how long the slowest call took
 */
public record StoreCalls(long calls, long failures, Duration total, Duration longest) {
    /**
     * Makes a snapshot.
     *
     * @param calls how often the store was called
     * @param failures how many of these calls failed, including the writes that another process was faster with
     * @param total how long all calls took together
     * @param longest how long the slowest call took
     */
    public StoreCalls {
        Objects.requireNonNull(total, "total");
        Objects.requireNonNull(longest, "longest");
    }
}
