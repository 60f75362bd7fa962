package org.uidgenerator.worker.lease.store;

import java.time.Instant;
import java.util.Objects;

/**
 * A row with the times that its store has recorded, for operators. No decision depends on them.
 *
 * @param row the row
 * @param acquired when the row was inserted or its {@code TERM} was changed, by the store's own time
 * @param modified when the row was written last, by the store's own time
 */
public record TimedLeaseRow(LeaseRow row, Instant acquired, Instant modified) {
    /**
     * Makes a row as it was read.
     *
     * @param row the row
     * @param acquired when the row was inserted or its {@code TERM} was changed, by the store's own time
     * @param modified when the row was written last, by the store's own time
     */
    public TimedLeaseRow {
        Objects.requireNonNull(row, "row");
        Objects.requireNonNull(acquired, "acquired");
        Objects.requireNonNull(modified, "modified");
    }
}
