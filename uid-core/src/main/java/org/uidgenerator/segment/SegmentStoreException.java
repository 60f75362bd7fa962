package org.uidgenerator.segment;

import org.jspecify.annotations.Nullable;

/**
 * Thrown by a {@link SegmentStore} that does not answer or refuses. Whether a range was taken is unknown then.
 *
 * <p>The message is what the store said, such as {@code Connection refused}. What was wanted of it is added by the caller.
 */
public class SegmentStoreException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param message what the store said, if anything
     * @param cause what its driver has thrown, if anything
     */
    public SegmentStoreException(@Nullable String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
