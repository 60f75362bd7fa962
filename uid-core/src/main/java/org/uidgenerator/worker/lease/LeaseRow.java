package org.uidgenerator.worker.lease;

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
 * @param holder who has the worker id, or had it last: 1 to 128 characters
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
     * @param holder who has the worker id, or had it last
     * @param held whether the holder still has it
     */
    public LeaseRow {
        Objects.requireNonNull(layout, "layout");
        Objects.requireNonNull(holder, "holder");
    }

    /** The lowest tick that another holder may stamp, even if the store has lost the latest write of this one. */
    long firstTickOfSuccessor() {
        return (held ? announcedThrough() : reservedThrough) + 1;
    }

    /** The last tick that the next reservation may reach. An edited row may hold any number. */
    long announcedThrough() {
        return reservedThrough > Long.MAX_VALUE - nextReservation ? Long.MAX_VALUE : reservedThrough + nextReservation;
    }

    /**
     * Returns whether the holder looks gone: all that it can have reserved lies before a tick. It may still be alive.
     */
    boolean hasExpiredAt(long tick) {
        return held && announcedThrough() < tick;
    }

    /**
     * Returns whether the holder has not reserved in time, and may have stamped what it announced, so that nobody may
     * take the worker id yet.
     */
    boolean isRestingAt(long tick) {
        return held && reservedThrough < tick && !hasExpiredAt(tick);
    }

    /** Returns whether a row says the same about ticks. The name of the holder may have been changed by the store. */
    boolean agreesWith(LeaseRow other) {
        return term == other.term
                && reservedThrough == other.reservedThrough
                && nextReservation == other.nextReservation
                && held == other.held;
    }

    Reservation reserved() {
        return new Reservation(reservedThrough, nextReservation);
    }

    LeaseRow reserving(Reservation next) {
        return new LeaseRow(workerId, term, next.through(), next.announced(), layout, holder, held);
    }

    LeaseRow givenBack(long lastTick) {
        return new LeaseRow(workerId, term, lastTick, nextReservation, layout, holder, false);
    }

    LeaseRow underTerm(long term) {
        return new LeaseRow(workerId, term, reservedThrough, nextReservation, layout, holder, held);
    }
}
