package org.uidgenerator.worker;

import org.uidgenerator.UidGenerateException;

/**
 * Assigns worker ids to generators. Uniqueness among processes and hosts comes from here: no two leases of one
 * namespace may allow the same tick under the same worker id.
 *
 * <p>If something else gives out worker ids that are never used again, an assigner is one line: {@code request ->
 * WorkerLease.neverReused(starts.next())}. For one fixed worker id that is not enough, because it is used again after a
 * restart: take {@link StaticWorkerIdAssigner}.
 *
 * <p>Called from any thread, possibly from several at the same time. May do I/O and may take long. One that asks a
 * store says so in {@link #asksStore}.
 */
@FunctionalInterface
public interface WorkerIdAssigner {

    /**
     * Takes a worker id. A generator calls this when it is made, again each time a lease is lost, and for each
     * additional worker id that it needs.
     *
     * @param request the generator's layout, and the way in which it is going to use ticks
     * @return a lease that is the caller's alone
     * @throws UidGenerateException if no worker id is available; the message says what to do about it
     */
    WorkerLease assignWorkerId(LeaseRequest request);

    /**
     * Returns how many worker ids one generator may hold at the same time. Requests for those after the first have an
     * {@linkplain LeaseRequest#ordinal() ordinal} above 0.
     *
     * @return at least 1; by default any number
     */
    default int mostWorkerIds() {
        return Integer.MAX_VALUE;
    }

    /**
     * Returns whether this assigner asks a store for the worker id. A generator then calls it on a thread of its own,
     * which carries no transaction, routing key, other thread-local or class loader of the thread that makes the
     * generator. That thread waits, so the call must need none of its locks.
     *
     * @return whether it asks a store; by default false, so a lambda is called by the thread that makes the generator,
     *     which may be in the static initializer of the lambda's class
     */
    default boolean asksStore() {
        return false;
    }
}
