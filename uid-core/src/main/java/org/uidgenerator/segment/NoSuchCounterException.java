package org.uidgenerator.segment;

import org.uidgenerator.UidGenerateException;

/** Thrown by a {@link SegmentStore} that has answered and has no counter of a tag. */
public class NoSuchCounterException extends UidGenerateException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param message which tag it is and where it was looked for
     */
    public NoSuchCounterException(String message) {
        super(message);
    }
}
