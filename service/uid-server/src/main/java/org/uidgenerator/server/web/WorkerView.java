package org.uidgenerator.server.web;

import java.time.Duration;
import java.time.Instant;
import org.uidgenerator.worker.lease.WorkerLeaseStatus;

/**
 * Who has a worker id, or had it last.
 *
 * @param workerId the worker id
 * @param holder who has it
 * @param state whether it is in use
 * @param term the fencing number of its lease
 * @param reservedUntil when the last reserved tick ends
 * @param ahead how far that is ahead of the store's clock, negative once it has passed
 * @param acquired when the holder took it
 * @param modified when its row was changed last
 * @param self whether it is that of this server
 */
record WorkerView(
        String workerId,
        String holder,
        WorkerLeaseStatus.State state,
        String term,
        Instant reservedUntil,
        Duration ahead,
        Instant acquired,
        Instant modified,
        boolean self) {
    static WorkerView of(WorkerLeaseStatus lease, boolean self) {
        return new WorkerView(
                Long.toString(lease.workerId()),
                lease.holder(),
                lease.state(),
                Long.toString(lease.term()),
                lease.reservedUntil(),
                lease.ahead(),
                lease.acquired(),
                lease.modified(),
                self);
    }
}
