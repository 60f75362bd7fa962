package org.uidgenerator.worker;

import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;

/**
 * Gives worker ids to generators. This is where uniqueness among processes and hosts comes from: of the leases that the
 * assigners of one id space give, no two may allow the same tick under the same worker id.
 *
 * <p>A worker id that something else guarantees to be one's own is one line:
 * {@code layout -> WorkerLease.of(7)}.
 *
 * <p>Called from any thread, possibly from several at a time. May do I/O and may take its time.
 */
@FunctionalInterface
public interface WorkerIdAssigner {

    /**
     * Takes a worker id. A generator calls this once when it is made and once more each time a lease is lost.
     *
     * @param layout the generator's layout; the worker id must be in {@code [0, layout.maxWorkerId()]}, and the ticks of
     *     the lease are ticks of this layout
     * @return a lease that is the caller's alone
     * @throws UidGenerateException if no worker id can be had; the message says what to do about it
     */
    WorkerLease assignWorkerId(UidLayout layout);
}
