package org.uidgenerator.server.web;

import java.util.Locale;

/** Thrown when the store of the counters has not said in time what was asked of it. */
public final class CountersAwayException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CountersAwayException(Throwable cause) {
        super("the store of the counters does not answer; the server's log says why. Ask again", cause);
    }

    /** The refusal of a request for which too many others wait. */
    CountersAwayException(String tag, int ofOne, int ofAll) {
        super(String.format(
                Locale.ROOT, "%d requests wait for this counter and %d for any, ask again: tag=%s", ofOne, ofAll, tag));
    }
}
