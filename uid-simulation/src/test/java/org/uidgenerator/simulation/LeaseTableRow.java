package org.uidgenerator.simulation;

/** What a row of {@code WORKER_LEASE} says; the holder is null if the worker id was given back. */
record LeaseTableRow(long workerId, long term, long reservedThrough, long nextReservation, String holder) {

    /** The greatest tick that anyone may have reserved under this worker id. */
    long greatestTick() {
        return reservedThrough + nextReservation;
    }
}
