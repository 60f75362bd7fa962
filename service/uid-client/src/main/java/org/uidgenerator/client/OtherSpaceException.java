package org.uidgenerator.client;

import java.io.IOException;

/** Thrown when a server hands out UIDs of another id space than the others: they may be equal. */
final class OtherSpaceException extends IOException {
    private static final long serialVersionUID = 1L;

    OtherSpaceException(String message) {
        super(message);
    }
}
