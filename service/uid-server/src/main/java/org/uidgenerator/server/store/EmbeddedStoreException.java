package org.uidgenerator.server.store;

/** Thrown at the start when a server that has others beside it would keep worker ids or counters for itself. */
final class EmbeddedStoreException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    EmbeddedStoreException(String message) {
        super(message);
    }
}
