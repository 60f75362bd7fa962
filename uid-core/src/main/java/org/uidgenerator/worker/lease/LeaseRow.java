package org.uidgenerator.worker.lease;

import org.jspecify.annotations.Nullable;

/**
 * What a store keeps for a worker id.
 *
 * @param workerId the worker id, not negative
 * @param term the fencing number of the holder, or of the last one if the worker id was given back
 * @param reservedThrough the last tick handed to anyone, or -1 if none was
 * @param nextReservation how many ticks the next reservation may add at most
 * @param layout the text of the layout that says what a tick is; at most 128 characters, and the same as long as the row exists
 * @param holder who has the worker id, in at most 128 characters, or null if it was given back
 */
public record LeaseRow(
        long workerId,
        long term,
        long reservedThrough,
        long nextReservation,
        String layout,
        @Nullable String holder) {

    /**
     * Returns whether there is no holder.
     *
     * @return whether whoever had the worker id has given it back
     */
    public boolean isGivenBack() {
        return holder == null;
    }

    /** The lowest tick that another holder may stamp, even if the store has lost the latest write of this one. */
    long firstTickOfSuccessor() {
        return (isGivenBack() ? reservedThrough : announcedThrough()) + 1;
    }

    /** The last tick that the next reservation may reach. An edited row may hold any number. */
    long announcedThrough() {
        return reservedThrough > Long.MAX_VALUE - nextReservation ? Long.MAX_VALUE : reservedThrough + nextReservation;
    }

    /** Returns whether a row says the same about ticks. The name of the holder may have been changed by the store. */
    boolean agreesWith(LeaseRow other) {
        return term == other.term
                && reservedThrough == other.reservedThrough
                && nextReservation == other.nextReservation
                && isGivenBack() == other.isGivenBack();
    }

    LeaseRow reserving(Reservation next) {
        return new LeaseRow(workerId, term, next.through(), next.announced(), layout, holder);
    }

    LeaseRow givenBack(long lastTick) {
        return new LeaseRow(workerId, term, lastTick, nextReservation, layout, null);
    }

    LeaseRow underTerm(long term) {
        return new LeaseRow(workerId, term, reservedThrough, nextReservation, layout, holder);
    }
}
