package org.uidgenerator.worker.lease;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Objects;
import org.uidgenerator.UidLayout;

/** What a store keeps for a worker id. Immutable. */
public final class LeaseRow {
    private final long workerId;
    private final long term;
    private final long reservedThrough;
    private final long nextReservation;
    private final String layout;
    private final String holder;
    private final boolean held;

    private LeaseRow(
            long workerId,
            long term,
            long reservedThrough,
            long nextReservation,
            String layout,
            String holder,
            boolean held) {
        this.workerId = workerId;
        this.term = term;
        this.reservedThrough = reservedThrough;
        this.nextReservation = nextReservation;
        this.layout = Objects.requireNonNull(layout, "layout");
        this.holder = Objects.requireNonNull(holder, "holder");
        this.held = held;
    }

    /**
     * Makes a row, as a store does that has read one.
     *
     * @param workerId what {@link #workerId()} returns
     * @param term what {@link #term()} returns
     * @param reservedThrough what {@link #reservedThrough()} returns
     * @param nextReservation what {@link #nextReservation()} returns
     * @param layout what {@link #layout()} returns
     * @param holder what {@link #holder()} returns
     * @param held what {@link #held()} returns
     * @return the row
     */
    public static LeaseRow of(
            long workerId,
            long term,
            long reservedThrough,
            long nextReservation,
            String layout,
            String holder,
            boolean held) {
        return new LeaseRow(workerId, term, reservedThrough, nextReservation, layout, holder, held);
    }

    /**
     * Returns the worker id.
     *
     * @return not negative
     */
    public long workerId() {
        return workerId;
    }

    /**
     * Returns the fencing number of the holder, which each acquisition raises.
     *
     * @return the number
     */
    public long term() {
        return term;
    }

    /**
     * Returns the last tick handed to anyone.
     *
     * @return the tick, or -1 if none was
     */
    public long reservedThrough() {
        return reservedThrough;
    }

    /**
     * Returns how many ticks the next reservation may add at most.
     *
     * @return the number
     */
    public long nextReservation() {
        return nextReservation;
    }

    /**
     * Returns the text of the layout that says what a tick is, which is the same as long as the row exists.
     *
     * @return at most 128 characters
     */
    public String layout() {
        return layout;
    }

    /**
     * Returns who has the worker id, or had it last.
     *
     * @return 1 to 128 characters
     */
    public String holder() {
        return holder;
    }

    /**
     * Returns whether the holder still has the worker id. A holder that crashed leaves true behind.
     *
     * @return false once it was given back
     */
    public boolean held() {
        return held;
    }

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

    /**
     * Returns whether the holder has not reserved in time, and may have stamped what it announced, so that nobody may
     * take the worker id yet.
     */
    boolean isRestingAt(long tick) {
        return held && reservedThrough < tick && !hasExpiredAt(tick);
    }

    /** The end of the last reserved tick, or {@link Instant#MAX} if no date is so late. */
    Instant reservedUntil() {
        UidLayout ticks = UidLayout.parse(layout);
        try {
            return ticks.epoch().plus(ticks.tick().multipliedBy(Math.addExact(reservedThrough, 1)));
        } catch (ArithmeticException | DateTimeException e) {
            return Instant.MAX;
        }
    }

    /** The tick of a moment, negative before the epoch of the layout. */
    long tickAt(Instant moment) {
        return UidLayout.parse(layout).tickAt(moment.toEpochMilli());
    }

    /** Returns whether a row says the same about ticks. The name of the holder may have been changed by the store. */
    boolean agreesWith(LeaseRow other) {
        return term == other.term
                && reservedThrough == other.reservedThrough
                && nextReservation == other.nextReservation
                && held == other.held;
    }

    LeaseRow reserving(Reservation next) {
        return of(workerId, term, next.through(), next.announced(), layout, holder, held);
    }

    LeaseRow givenBack(long lastTick) {
        return of(workerId, term, lastTick, nextReservation, layout, holder, false);
    }

    LeaseRow underTerm(long term) {
        return of(workerId, term, reservedThrough, nextReservation, layout, holder, held);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LeaseRow row
                && workerId == row.workerId
                && agreesWith(row)
                && layout.equals(row.layout)
                && holder.equals(row.holder);
    }

    @Override
    public int hashCode() {
        return Objects.hash(workerId, term, reservedThrough);
    }

    @Override
    public String toString() {
        return "LeaseRow[workerId=" + workerId + ", term=" + term + ", reservedThrough=" + reservedThrough
                + ", nextReservation=" + nextReservation + ", layout=" + layout + ", holder=" + holder + ", held="
                + held
                + "]";
    }
}
