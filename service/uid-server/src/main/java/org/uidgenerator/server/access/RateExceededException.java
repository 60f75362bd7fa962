package org.uidgenerator.server.access;

import java.time.Duration;
import java.util.Locale;

/** Thrown when a client asks more often, or for more, than it may. */
public final class RateExceededException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The property that changes the limit. */
    private final String setting;

    /** Until there is as much as was asked for. */
    private final Duration wait;

    RateExceededException(String what, long count, Duration period, String setting, Duration wait) {
        super(String.format(
                Locale.ROOT,
                "too many %s: the client may have %d in %s, unless %s says otherwise",
                what,
                count,
                period,
                setting));
        this.setting = setting;
        this.wait = wait;
    }

    /**
     * Returns what changes the limit.
     *
     * @return the name of a property of the server
     */
    public String setting() {
        return setting;
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
