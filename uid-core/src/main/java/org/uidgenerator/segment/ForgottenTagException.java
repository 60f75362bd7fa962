package org.uidgenerator.segment;

import org.uidgenerator.UidGenerateException;

/** Thrown by a {@link SegmentTag} that is not the generator's tag of its name any more. */
final class ForgottenTagException extends UidGenerateException {
    private static final long serialVersionUID = 1L;

    ForgottenTagException(String message) {
        super(message);
    }
}
