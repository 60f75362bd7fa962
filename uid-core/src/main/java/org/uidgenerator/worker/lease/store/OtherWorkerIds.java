package org.uidgenerator.worker.lease.store;

import org.uidgenerator.StoreException;

/**
 * Worker ids of the same store identity that are taken elsewhere than in the rows of a {@link WorkerLeaseStore}.
 * Messages name the place by its {@link Object#toString()}.
 */
@FunctionalInterface
public interface OtherWorkerIds {
    /**
     * Looks for a worker id that is not taken elsewhere.
     *
     * @param from where to start
     * @return the lowest worker id, at least {@code from}, that is not taken elsewhere
     * @throws StoreException if the place does not answer
     */
    long lowestFree(long from);
}
