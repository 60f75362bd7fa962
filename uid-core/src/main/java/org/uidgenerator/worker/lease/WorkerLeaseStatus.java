package org.uidgenerator.worker.lease;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Who has a worker id, for operators.
 *
 * @param namespace the id space
 * @param workerId the worker id
 * @param holder who has it, or null if it was given back
 * @param term the fencing number, which each acquisition raises
 * @param reservedThrough the last tick handed to anyone, in ticks since the epoch of the layout
 * @param reservedUntil when that tick ends, or {@link Instant#MAX} if no date is so late
 * @param acquired when the holder took it, by the clock of the store
 * @param modified when its row was changed last, by the clock of the store
 * @param age how long ago that was, by the clock of the store
 */
public record WorkerLeaseStatus(
        String namespace,
        long workerId,
        @Nullable String holder,
        long term,
        long reservedThrough,
        Instant reservedUntil,
        Instant acquired,
        Instant modified,
        Duration age) {

    static WorkerLeaseStatus of(String namespace, StoredLease stored, Instant now) {
        LeaseRow row = stored.row();
        return new WorkerLeaseStatus(
                namespace,
                row.workerId(),
                row.holder(),
                row.term(),
                row.reservedThrough(),
                LeaseLayout.reservedUntil(row),
                stored.acquired(),
                stored.modified(),
                Duration.between(stored.modified(), now));
    }
}
