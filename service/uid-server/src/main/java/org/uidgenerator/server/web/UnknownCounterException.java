package org.uidgenerator.server.web;

/** Thrown when the store has no counter of a tag, or this server has not used it. */
public final class UnknownCounterException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnknownCounterException(String tag, Throwable cause) {
        super("there is no counter of this tag: tag=" + tag, cause);
    }

    private UnknownCounterException(String message) {
        super(message);
    }

    /** Returns what to throw where a counter may exist, and this server has not used it. */
    static UnknownCounterException unused(String tag) {
        return new UnknownCounterException("this server has handed out no number of this tag: tag=" + tag);
    }
}
