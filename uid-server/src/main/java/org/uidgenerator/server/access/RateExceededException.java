package org.uidgenerator.server.access;

import java.time.Duration;

/** Thrown when a client asks more often, or for more, than it may. */
public final class RateExceededException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Until there is as much as was asked for. */
    private final Duration wait;

    RateExceededException(String what, Duration wait) {
        super("too many " + what + " in a second");
        this.wait = wait;
    }

    /**
     * Returns when to ask again.
     *
     * @return whole seconds, at least one
     */
    public long retryAfterSeconds() {
        return Math.max(1, wait.plusMillis(999).toSeconds());
    }
}
