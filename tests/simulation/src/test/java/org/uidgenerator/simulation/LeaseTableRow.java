package org.uidgenerator.simulation;

/** A row of {@code WORKER_LEASE}. */
record LeaseTableRow(
        long workerId, long term, long reservedThrough, long nextReservation, String holder, boolean held) {}
