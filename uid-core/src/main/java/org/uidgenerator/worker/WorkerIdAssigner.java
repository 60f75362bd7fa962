package org.uidgenerator.worker;

import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;

/**
 * Assigns worker ids to generators. Uniqueness among processes and hosts comes from here: no two leases of one id space
 * may allow the same tick under the same worker id.
 *
 * <p>If something else guarantees that a worker id is the caller's alone, an assigner is one line: {@code layout ->
 * WorkerLease.of(7)}.
 *
 * <p>Called from any thread, possibly from several at the same time. May do I/O and may take long.
 */
@FunctionalInterface
public interface WorkerIdAssigner {

    /**
     * Takes a worker id. A generator calls this when it is made and again each time a lease is lost.
     *
     * @param layout the generator's layout; the worker id must be in {@code [0, layout.maxWorkerId()]}, and the ticks
     *     of the lease are ticks of this layout
     * @return a lease that is the caller's alone
     * @throws UidGenerateException if no worker id is available; the message says what to do about it
     */
    WorkerLease assignWorkerId(UidLayout layout);
}
