package org.uidgenerator.spring.boot.internal.settings;

/** Thrown when the key of public ids is wrong or missing. The message does not have the key. */
public final class PublicIdsKeyException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public PublicIdsKeyException(String message) {
        super(message);
    }
}
