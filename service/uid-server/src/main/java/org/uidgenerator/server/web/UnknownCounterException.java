package org.uidgenerator.server.web;

/** Thrown when the store has no counter of a tag. */
public final class UnknownCounterException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnknownCounterException(String tag, Throwable cause) {
        super("there is no counter of this tag: tag=" + tag, cause);
    }
}
