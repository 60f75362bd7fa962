package org.uidgenerator.worker.db;

import org.springframework.dao.CannotAcquireLockException;

/** Another launch is taking a worker id and takes very long for it. */
final class WorkerIdLockedException extends CannotAcquireLockException {
    private static final long serialVersionUID = 1;

    private final long workerId;

    WorkerIdLockedException(long workerId, String message, Throwable cause) {
        super(message, cause);
        this.workerId = workerId;
    }

    long workerId() {
        return workerId;
    }
}
