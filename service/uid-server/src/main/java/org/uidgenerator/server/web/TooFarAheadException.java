package org.uidgenerator.server.web;

/** Thrown when a caller has seen a UID that this server cannot go past. */
final class TooFarAheadException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TooFarAheadException(String message) {
        super(message);
    }

    /** Makes an exception of one that says how far the generator may go. */
    TooFarAheadException(Throwable why) {
        super(why.getMessage(), why);
    }
}
