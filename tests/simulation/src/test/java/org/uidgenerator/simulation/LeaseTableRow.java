package org.uidgenerator.simulation;

/** What a row of {@code WORKER_LEASE} says; the holder is null if the worker id was given back. */
record LeaseTableRow(long workerId, long term, long reservedThrough, long nextReservation, String holder) {}
