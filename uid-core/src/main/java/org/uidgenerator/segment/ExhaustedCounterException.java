package org.uidgenerator.segment;

import org.uidgenerator.UidGenerateException;

/** Thrown by a {@link SegmentStore} whose counter of a tag is exhausted: no call gets a number any more. */
public class ExhaustedCounterException extends UidGenerateException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param message which counter it is and where it stands
     */
    public ExhaustedCounterException(String message) {
        super(message);
    }
}
