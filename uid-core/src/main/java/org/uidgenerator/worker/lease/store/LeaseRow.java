package org.uidgenerator.worker.lease.store;

import java.util.Objects;

/**
 * The row of a worker id in a store.
 *
 * @param workerId the worker id, not negative
 * @param term the fencing number of the holder, which each acquisition raises
 * @param reservedThrough the last reserved tick, or -1 if none was
 * @param nextReservation how many ticks the next reservation may add at most
 * @param layout the text of the layout that says what a tick is, which is the same as long as the row exists: at most
 *     128 characters
 * @param holder the process that has the worker id, or had it last: 1 to 128 characters
 * @param held whether the holder still has the worker id: false once it was given back; a holder that crashed leaves
 *     true behind
 */
public record LeaseRow(
        long workerId,
        long term,
        long reservedThrough,
        long nextReservation,
        String layout,
        String holder,
        boolean held) {
    /**
     * Makes a row, as a store does that has read one.
     *
     * @param workerId the worker id
     * @param term the fencing number of the holder
     * @param reservedThrough the last reserved tick
     * @param nextReservation how many ticks the next reservation may add at most
     * @param layout the text of the layout
     * @param holder the process that has the worker id, or had it last
     * @param held whether the holder still has it
     */
    public LeaseRow {
        Objects.requireNonNull(layout, "layout");
        Objects.requireNonNull(holder, "holder");
    }
}
