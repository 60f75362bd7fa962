package org.uidgenerator.spring.boot;

/** Thrown when the key of public ids is wrong or missing. The message does not have the key. */
final class PublicIdsKeyException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    PublicIdsKeyException(String message) {
        super(message);
    }
}
