package org.uidgenerator.simulation;

/** A promise that was broken. */
final class Violation extends AssertionError {
    private static final long serialVersionUID = 1L;

    Violation(String message, Throwable cause) {
        super(message, cause);
    }
}
