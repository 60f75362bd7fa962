package org.uidgenerator.worker.lease;

import org.jspecify.annotations.Nullable;

/**
 * Thrown by a {@link WorkerLeaseStore} that does not answer or refuses. It is then unknown whether a write was done.
 *
 * <p>The message is the store's, such as {@code Connection refused}. The caller adds what it was doing.
 */
public class LeaseStoreException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param message what the store said, if anything
     * @param cause what its driver threw, if anything
     */
    public LeaseStoreException(@Nullable String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
