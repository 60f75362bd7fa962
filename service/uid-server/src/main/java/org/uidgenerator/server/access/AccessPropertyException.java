package org.uidgenerator.server.access;

/** Thrown at the start when the properties {@code uid.server.*} let in nobody, or whom they should not. */
final class AccessPropertyException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    AccessPropertyException(String message) {
        super(message);
    }
}
