package org.uidgenerator.worker.lease;

/**
 * What a store keeps for a worker id.
 *
 * @param workerId the worker id, not negative
 * @param term the fencing number of the holder, which each acquisition raises
 * @param reservedThrough the last tick handed to anyone, or -1 if none was
 * @param nextReservation how many ticks the next reservation may add at most
 * @param layout the text of the layout that says what a tick is; at most 128 characters, and the same as long as the
 *     row exists
 * @param holder who has the worker id, or had it last, in 1 to 128 characters
 * @param held whether the holder still has it; false once it was given back. A holder that crashed leaves true behind
 */
public record LeaseRow(
        long workerId,
        long term,
        long reservedThrough,
        long nextReservation,
        String layout,
        String holder,
        boolean held) {

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

    /** Returns whether a row says the same about ticks. The name of the holder may have been changed by the store. */
    boolean agreesWith(LeaseRow other) {
        return term == other.term
                && reservedThrough == other.reservedThrough
                && nextReservation == other.nextReservation
                && held == other.held;
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
