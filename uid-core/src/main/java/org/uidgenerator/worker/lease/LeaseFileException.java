package org.uidgenerator.worker.lease;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when a lease file cannot be used. The message says why, as in {@code another process uses it}; the caller
 * names the file.
 */
final class LeaseFileException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LeaseFileException(String why, @Nullable Throwable cause) {
        super(why, cause);
    }

    /** Why the file cannot be used. */
    String why() {
        return String.valueOf(getMessage());
    }
}
