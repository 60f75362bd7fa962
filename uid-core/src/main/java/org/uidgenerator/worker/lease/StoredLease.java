package org.uidgenerator.worker.lease;

import java.time.Instant;

/**
 * A row with the times that its store has recorded, for operators. No decision depends on them.
 *
 * @param row the row
 * @param acquired when the row was inserted or its {@code TERM} was changed, by the store's own time
 * @param modified when the row was written last, by the store's own time
 */
public record StoredLease(LeaseRow row, Instant acquired, Instant modified) {}
