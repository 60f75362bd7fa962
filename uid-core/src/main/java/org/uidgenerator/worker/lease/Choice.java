package org.uidgenerator.worker.lease;

import java.util.function.Consumer;

/** What a launch tries to take: a worker id that it has looked at, or a new one that the store is to choose. */
@FunctionalInterface
interface Choice {
    /**
     * Writes a row, unless other processes are faster.
     *
     * @param begun receives each acquisition before it is written; the one before it was then surely refused
     * @return whether the last one was taken
     * @throws LeaseStoreException if the store does not answer; the last one may be taken then
     */
    boolean take(WorkerLeaseStore store, Consumer<Acquisition> begun);
}
