package org.uidgenerator.server.access;

/** Thrown when a request has a body. */
public final class BodyException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BodyException() {
        super("a request must have no body: parameters are in the query");
    }
}
