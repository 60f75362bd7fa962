package org.uidgenerator.text;

import java.time.LocalDateTime;

/**
 * The contents of a serial number.
 *
 * @param period the start of its period
 * @param workerId the worker
 * @param sequence its number within period and worker
 */
record SerialNumber(LocalDateTime period, long workerId, long sequence) {
    /** The contents before the first piece is read. */
    static final SerialNumber UNREAD = new SerialNumber(LocalDateTime.of(0, 1, 1, 0, 0), 0, 0);

    SerialNumber withPeriod(LocalDateTime period) {
        return new SerialNumber(period, workerId, sequence);
    }

    SerialNumber withWorkerId(long workerId) {
        return new SerialNumber(period, workerId, sequence);
    }

    SerialNumber withSequence(long sequence) {
        return new SerialNumber(period, workerId, sequence);
    }
}
