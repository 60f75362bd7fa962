package org.uidgenerator;

import java.time.Instant;
import java.util.Objects;

/**
 * The parts of a UID.
 *
 * @param uid the UID itself
 * @param time the instant at which the UID's tick starts. A UID may carry a tick that was borrowed from the future, or
 *     one that is a little past, so this is close to the time at which the UID was handed out, not equal to it.
 * @param workerId the worker that made it
 * @param dataCenterId the data centre of that worker: zero if the layout has no {@linkplain UidLayout#dataCenterBits()
 *     bits} for it
 * @param machineId the rest of the worker id: all of it if the layout has no bits for data centres
 * @param sequence its number within tick and worker
 */
public record DecodedUid(long uid, Instant time, long workerId, long dataCenterId, long machineId, long sequence) {
    /**
     * Makes the parts of a UID.
     *
     * @param uid the UID itself
     * @param time the instant at which the UID's tick starts
     * @param workerId the worker that made it
     * @param dataCenterId the data centre of that worker
     * @param machineId the rest of the worker id
     * @param sequence its number within tick and worker
     */
    public DecodedUid {
        Objects.requireNonNull(time, "time");
    }
}
