package org.uidgenerator.simulation;

/** What a row of {@code WORKER_LEASE} says. */
record LeaseTableRow(
        long workerId, long term, long reservedThrough, long nextReservation, String holder, boolean held) {}
