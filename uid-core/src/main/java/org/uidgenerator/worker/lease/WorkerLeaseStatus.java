package org.uidgenerator.worker.lease;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.uidgenerator.UidLayout;
import org.uidgenerator.internal.lease.RowRules;
import org.uidgenerator.worker.lease.store.LeaseRow;
import org.uidgenerator.worker.lease.store.TimedLeaseRow;

/**
 * The holder and the state of a worker id, for operators. No decision depends on it.
 *
 * @param namespace the namespace
 * @param workerId the worker id
 * @param holder the process that has it, or had it last
 * @param state whether it is in use
 * @param term the fencing number, which each acquisition raises
 * @param reservedThrough the last tick that a holder has reserved, in ticks since the epoch of the layout
 * @param reservedUntil when that tick ends, or {@link Instant#MAX} if no date is so late
 * @param ahead how far that is ahead of the store's time, negative once it has passed
 * @param acquired when the holder took it, by the clock of the store
 * @param modified when its row was changed last, by the clock of the store
 * @param age how long ago that was, by the clock of the store
 */
public record WorkerLeaseStatus(
        String namespace,
        long workerId,
        String holder,
        State state,
        long term,
        long reservedThrough,
        Instant reservedUntil,
        Duration ahead,
        Instant acquired,
        Instant modified,
        Duration age) {

    /**
     * Makes a snapshot.
     *
     * @param namespace the namespace
     * @param workerId the worker id
     * @param holder the process that has it
     * @param state whether it is in use
     * @param term the fencing number, which each acquisition raises
     * @param reservedThrough the last tick that a holder has reserved, in ticks since the epoch of the layout
     * @param reservedUntil when that tick ends
     * @param ahead how far that is ahead of the store's time, negative once it has passed
     * @param acquired when the holder took it, by the clock of the store
     * @param modified when its row was changed last, by the clock of the store
     * @param age how long ago that was, by the clock of the store
     */
    public WorkerLeaseStatus {
        Objects.requireNonNull(namespace, "namespace");
        Objects.requireNonNull(holder, "holder");
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(reservedUntil, "reservedUntil");
        Objects.requireNonNull(ahead, "ahead");
        Objects.requireNonNull(acquired, "acquired");
        Objects.requireNonNull(modified, "modified");
        Objects.requireNonNull(age, "age");
    }

    /** The use of a worker id, as its row shows it. */
    public enum State {
        /** Its holder has it, or crashed so recently that it may still be alive. */
        IN_USE,

        /** Its last holder has given it back: it is free. */
        GIVEN_BACK,

        /**
         * Its holder has not reserved ticks in time, so the worker id is free when all others are in use. The holder
         * crashed, was cut off from the store or has been idle, and loses it only if another process takes it.
         */
        EXPIRED
    }

    static WorkerLeaseStatus of(String namespace, TimedLeaseRow stored, Instant now) {
        LeaseRow row = stored.row();
        UidLayout layout = UidLayout.parse(row.layout());
        Instant reservedUntil = endOf(row.reservedThrough(), layout);
        State held = RowRules.hasExpiredAt(row, layout.tickAt(now.toEpochMilli())) ? State.EXPIRED : State.IN_USE;
        return new WorkerLeaseStatus(
                namespace,
                row.workerId(),
                row.holder(),
                row.held() ? held : State.GIVEN_BACK,
                row.term(),
                row.reservedThrough(),
                reservedUntil,
                Duration.between(now, reservedUntil),
                stored.acquired(),
                stored.modified(),
                Duration.between(stored.modified(), now));
    }

    private static Instant endOf(long tick, UidLayout layout) {
        try {
            return layout.epoch().plus(layout.tick().multipliedBy(Math.addExact(tick, 1)));
        } catch (ArithmeticException | DateTimeException e) {
            return Instant.MAX;
        }
    }
}
