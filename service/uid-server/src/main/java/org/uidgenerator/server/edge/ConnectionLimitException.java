package org.uidgenerator.server.edge;

/** Thrown at the start when more connections are allowed than the heap has room for. */
final class ConnectionLimitException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    ConnectionLimitException(String message) {
        super(message);
    }
}
