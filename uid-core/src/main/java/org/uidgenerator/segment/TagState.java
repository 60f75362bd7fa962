package org.uidgenerator.segment;

import org.uidgenerator.UidGenerateException;

/** The state of a tag. What is closed or forgotten stays so. */
enum TagState {
    RUNNING(""),
    SUSPENDED(" is suspended"),
    CLOSED(" is closed"),
    FORGOTTEN(" was forgotten, get the tag from its generator again");

    /** Thrown by a {@link SegmentTag} that is not the generator's tag of its name any more. */
    static final class ForgottenException extends UidGenerateException {
        private static final long serialVersionUID = 1L;

        ForgottenException(String message) {
            super(message);
        }
    }

    private final String refusal;

    TagState(String refusal) {
        this.refusal = refusal;
    }

    boolean isFinal() {
        return this == CLOSED || this == FORGOTTEN;
    }

    /** Throws unless numbers are handed out. */
    void requireRunning(Object tag) {
        if (this == FORGOTTEN) {
            throw new ForgottenException(tag + refusal);
        }
        if (this != RUNNING) {
            throw new UidGenerateException(tag + refusal);
        }
    }
}
