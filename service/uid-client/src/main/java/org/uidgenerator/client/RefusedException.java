package org.uidgenerator.client;

import java.time.Duration;

/** Thrown when a server has answered that it does not hand out what it was asked for. */
final class RefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    /** What the answer means for the next requests. */
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
        /** Anything else: it is asked again with back-off. */
        OTHER
    }

    private final Reason reason;
    private final Duration retryAfter;

    RefusedException(String message, Reason reason, Duration retryAfter) {
        super(message);
        this.reason = reason;
        this.retryAfter = retryAfter;
    }

    Reason reason() {
        return reason;
    }

    /** How long it wants to be left alone, zero if it did not say. */
    Duration retryAfter() {
        return retryAfter;
    }
}
