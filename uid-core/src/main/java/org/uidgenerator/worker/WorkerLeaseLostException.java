package org.uidgenerator.worker;

import org.uidgenerator.UidGenerateException;

/** Thrown by {@link WorkerLease#reserve} when the worker id has gone to another holder: a new lease is needed. */
public class WorkerLeaseLostException extends UidGenerateException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param message which worker id was lost, and to whom if known
     */
    public WorkerLeaseLostException(String message) {
        super(message);
    }
}
