package org.uidgenerator.worker.db;

/**
 * What a row of {@code WORKER_LEASE} says about a worker id.
 *
 * @param workerId the worker id
 * @param term fencing number of the holder, or of the last one if it was given back
 * @param reservedThrough last tick handed to anyone
 * @param nextReservation how many ticks the next reservation may add at most
 * @param givenBack whether there is no holder
 */
record LeaseRow(long workerId, long term, long reservedThrough, long nextReservation, boolean givenBack) {

    /** The lowest tick that another holder may stamp, even if the store has lost the latest write of this one. */
    long firstTickOfSuccessor() {
        return reservedThrough + (givenBack ? 0 : nextReservation) + 1;
    }
}
