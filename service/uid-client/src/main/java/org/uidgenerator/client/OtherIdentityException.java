package org.uidgenerator.client;

import java.io.IOException;

/** Thrown when a server hands out UIDs of another store identity than the others: they may be equal. */
final class OtherIdentityException extends IOException {
    private static final long serialVersionUID = 1L;

    OtherIdentityException(String message) {
        super(message);
    }
}
