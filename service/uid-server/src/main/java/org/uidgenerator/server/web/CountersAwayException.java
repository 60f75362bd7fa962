package org.uidgenerator.server.web;

/** Thrown when the store of the counters has not said in time whether there is a counter. */
public final class CountersAwayException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CountersAwayException(Throwable cause) {
        super("the store of the counters does not answer; the server's log says why. Ask again", cause);
    }
}
