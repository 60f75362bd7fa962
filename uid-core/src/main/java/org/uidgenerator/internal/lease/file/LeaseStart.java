package org.uidgenerator.internal.lease.file;

import org.jspecify.annotations.Nullable;
import org.uidgenerator.internal.lease.Reservation;
import org.uidgenerator.worker.lease.store.LeaseRow;

/**
 * The state in which a process begins to hold a lease.
 *
 * @param row the row as the store has confirmed it
 * @param pending what the process before may have asked the store for since then, or null
 * @param firstTick the lowest tick that may be used
 * @param journal records the lease for the next process
 */
public record LeaseStart(LeaseRow row, @Nullable Reservation pending, long firstTick, LeaseJournal journal) {}
