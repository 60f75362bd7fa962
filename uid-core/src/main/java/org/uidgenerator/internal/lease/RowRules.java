package org.uidgenerator.internal.lease;

import java.util.random.RandomGenerator;
import org.uidgenerator.worker.lease.store.LeaseRow;

/** The rules by which rows are read, and the rows by which a worker id passes to another holder. */
public final class RowRules {
    private static final long GREATEST_TERM_STEP = Integer.MAX_VALUE;

    /** A row with a greater TERM is never free, because there is no room to raise it. */
    public static final long GREATEST_TERM = Long.MAX_VALUE - GREATEST_TERM_STEP;

    private RowRules() {}

    /** The lowest tick that another holder may use, even if the store has lost the latest write of this one. */
    public static long firstTickOfSuccessor(LeaseRow row) {
        return (row.held() ? Reservation.of(row).announcedThrough() : row.reservedThrough()) + 1;
    }

    /**
     * Returns whether the holder looks gone: all that it can have reserved lies before a tick. It may still be alive.
     */
    public static boolean hasExpiredAt(LeaseRow row, long tick) {
        return row.held() && Reservation.of(row).announcedThrough() < tick;
    }

    /**
     * Returns whether the holder has not reserved in time, and may have used what it announced, so that no process may
     * take the worker id yet.
     */
    public static boolean staysReservedAt(LeaseRow row, long tick) {
        return row.held() && row.reservedThrough() < tick && !hasExpiredAt(row, tick);
    }

    /** Returns whether rows say the same about ticks. The name of the holder may have been changed by the store. */
    public static boolean agree(LeaseRow row, LeaseRow other) {
        return row.term() == other.term()
                && row.reservedThrough() == other.reservedThrough()
                && row.nextReservation() == other.nextReservation()
                && row.held() == other.held();
    }

    /**
     * Raises a term by a random step. If the store loses an acquisition and gives the worker id out again, the second
     * holder has another term than the first one, which then notices.
     */
    public static long nextTerm(long term, RandomGenerator random) {
        return (term > GREATEST_TERM ? 0 : term) + random.nextLong(1, GREATEST_TERM_STEP);
    }

    public static LeaseRow givenBack(LeaseRow row, long lastTick) {
        return new LeaseRow(
                row.workerId(), row.term(), lastTick, row.nextReservation(), row.layout(), row.holder(), false);
    }

    public static LeaseRow underTerm(LeaseRow row, long term) {
        return new LeaseRow(
                row.workerId(),
                term,
                row.reservedThrough(),
                row.nextReservation(),
                row.layout(),
                row.holder(),
                row.held());
    }
}
