package org.uidgenerator.internal.lease;

import org.uidgenerator.worker.lease.store.LeaseRow;

/**
 * The ticks that a holder reserves by a write, and announces for the next one.
 *
 * @param through the last tick reserved
 * @param announced how many ticks the reservation after this one may add at most
 */
public record Reservation(long through, long announced) {
    public static Reservation of(LeaseRow row) {
        return new Reservation(row.reservedThrough(), row.nextReservation());
    }

    /** The last tick that the next reservation may reach. An edited row may hold any number. */
    public long announcedThrough() {
        return through > Long.MAX_VALUE - announced ? Long.MAX_VALUE : through + announced;
    }

    /** Returns a row with this reservation in the place of its own. */
    public LeaseRow in(LeaseRow row) {
        return new LeaseRow(row.workerId(), row.term(), through, announced, row.layout(), row.holder(), row.held());
    }
}
