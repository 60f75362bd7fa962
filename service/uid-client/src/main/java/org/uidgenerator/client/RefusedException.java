package org.uidgenerator.client;

import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when a server has answered that it does not hand out what it was asked for, or hands out what may not be used.
 */
final class RefusedException extends IOException {
    private static final long serialVersionUID = 1L;

    /** The meaning of a refusal for the next requests. */
    enum Reason {
        /** The UID that it was to exceed is too far ahead of its clock. */
        TOO_FAR_AHEAD,
        /** It knows no such thing. */
        UNKNOWN,
        /** There is no more of it, here or elsewhere. */
        ENDED,
        /** It is to be left alone for a while. */
        BUSY,
        /** The client has no right to it, and no retry gives it one. */
        FORBIDDEN,
        /** Its store identity is not that of the others: UIDs of two may be equal. */
        OTHER_IDENTITY,
        /** Anything else: it is asked again with back-off. */
        OTHER
    }

    final Reason reason;

    /** The time for which the server wants to be left alone, zero if it did not say. */
    final Duration retryAfter;

    RefusedException(String message, Reason reason, Duration retryAfter) {
        super(message);
        this.reason = reason;
        this.retryAfter = retryAfter;
    }

    /** Returns whether a failure is a refusal for a reason. */
    static boolean isFor(Reason reason, @Nullable Exception failure) {
        return failure instanceof RefusedException refused && refused.reason == reason;
    }
}
