package org.uidgenerator.worker.lease;

import org.jspecify.annotations.Nullable;

/**
 * Thrown by a {@link WorkerLeaseStore} that does not answer or refuses. Whether a write was done is unknown then.
 *
 * <p>The message is what the store said, such as {@code Connection refused}. What was wanted of it is added by the caller.
 */
public class LeaseStoreException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param message what the store said, if anything
     * @param cause what its driver has thrown, if anything
     */
    public LeaseStoreException(@Nullable String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
