package org.uidgenerator.worker.db;

import java.time.InstantSource;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidLayout;
import org.uidgenerator.internal.FlightRecording;

/**
 * Reserves ticks in the row of a lease, ahead of where they are used, and knows what its store has confirmed. For the
 * keeper's thread alone.
 */
final class LeaseRenewal {
    private final WorkerLeaseTable table;
    private final UidLayout layout;
    private final InstantSource clock;
    private final Machine machine;
    private final long workerId;
    private final long term;
    private final Horizon horizon;

    private Reservation reserved;
    private @Nullable Reservation pending;
    private final ReservationSize size;
    private long margin;

    LeaseRenewal(
            WorkerLeaseTable table,
            UidLayout layout,
            InstantSource clock,
            Machine machine,
            Acquisition acquired,
            Horizon horizon) {
        this.table = table;
        this.layout = layout;
        this.clock = clock;
        this.machine = machine;
        this.horizon = horizon;
        workerId = acquired.workerId();
        term = acquired.term();
        reserved = acquired.reservation();
        size = new ReservationSize(reserved.announced(), layout.maxTick(), machine.nanoTime());
        margin = size.ticks() / 2;
    }

    /** The last tick that the store has confirmed. */
    long reservedThrough() {
        return reserved.through();
    }

    /** The tick after which less than half of the reservation is left. */
    long refillAfter() {
        return reserved.through() < layout.maxTick() ? reserved.through() - margin : Long.MAX_VALUE;
    }

    /** Whether there is something to write, given the latest tick that was asked for. */
    boolean isDue(long latestAsked) {
        return pending != null || position(latestAsked) > refillAfter();
    }

    /** Where ticks are used: where the generator is, or where it will continue after having been idle. */
    private long position(long latestAsked) {
        return Math.min(Math.max(latestAsked, now()), layout.maxTick());
    }

    private long now() {
        return layout.tickAt(clock.millis());
    }

    /**
     * Writes once. To be called again after an exception: the same is written then, since it is not known whether it was.
     *
     * @return null if ticks have been reserved, or why none will be any more
     * @throws org.uidgenerator.UidGenerateException if ticks are wanted that are too far ahead of the store's own time; nothing
     *     was written
     */
    @Nullable
    LeaseEnding reserveAhead(long latestAsked) {
        Reservation next = pending == null ? plan(position(latestAsked)) : pending;
        pending = next;
        if (!write(next)) {
            LeaseEnding ending = judge(next, table.find(workerId));
            if (ending != null) {
                return ending;
            }
        }
        reserved = next;
        pending = null;
        return null;
    }

    private boolean write(Reservation next) {
        return FlightRecording.isOn() ? writeAndRecord(next) : reserve(next);
    }

    private boolean reserve(Reservation next) {
        return table.reserve(workerId, term, reserved.through(), next);
    }

    private boolean writeAndRecord(Reservation next) {
        ReservationEvent event = new ReservationEvent();
        event.begin();
        try {
            event.reserved = reserve(next);
            return event.reserved;
        } finally {
            event.workerId = workerId;
            event.term = term;
            event.reservedThrough = next.through();
            event.commit();
        }
    }

    private Reservation plan(long wanted) {
        long ticks = size.ticks();
        long last = Math.min(horizon.towards(Math.min(wanted + ticks, layout.maxTick())), layout.maxTick());
        boolean littleToReserve = last - reserved.through() < size.usual() / 4;
        if (wanted > last && (littleToReserve || now() > last)) {
            throw horizon.refusal(wanted);
        }
        long position = Math.min(wanted, last);
        long greatest = Math.min(reserved.announcedThrough(), last);
        if (position > greatest) { // a long pause, or a clock set forward: announced now, reserved by the next write
            return new Reservation(greatest, announced(greatest, position - greatest + ticks, last));
        }
        long through = Math.min(position + ticks, greatest);
        margin = through < last ? ticks / 2 : (through - position) / 2; // or it would be due again at once
        size.adapt(machine.nanoTime());
        return new Reservation(through, announced(through, size.ticks(), last));
    }

    /** As many as wanted, but no more than the usual number beyond the last tick that may be reserved now. */
    private long announced(long through, long wanted, long last) {
        return Math.min(wanted, Math.max(last - through, size.usual()));
    }

    /** Finds out why a row was not changed. */
    private @Nullable LeaseEnding judge(Reservation wanted, Optional<LeaseRow> found) {
        if (found.isEmpty()) {
            return goneBack("there is no row");
        }
        LeaseRow row = found.get();
        if (row.term() == term
                && row.reservedThrough() == wanted.through()
                && row.nextReservation() == wanted.announced()) {
            return null; // some drivers do not count a row that was written before and so did not change
        }
        if (row.term() > term && row.reservedThrough() >= leastOfSuccessor(wanted)) {
            return new LeaseEnding(
                    LeaseEnding.Kind.LOST,
                    String.format(
                            Locale.ROOT,
                            "worker id %d of %s has gone to another holder: its row has TERM=%d, here is TERM=%d. This process has not reserved ticks in time: it was paused or cut off from the database",
                            workerId,
                            table,
                            row.term(),
                            term));
        }
        return goneBack(String.format(
                Locale.ROOT, "its row has TERM=%d, RESERVED_THROUGH=%d", row.term(), row.reservedThrough()));
    }

    /** What a successor has reserved at least, whether what was wanted has been written or not. */
    private long leastOfSuccessor(Reservation wanted) {
        return Math.min(reserved.announcedThrough(), wanted.announcedThrough());
    }

    private LeaseEnding goneBack(String seen) {
        return new LeaseEnding(
                LeaseEnding.Kind.REVOKED,
                String.format(
                        Locale.ROOT,
                        "%s HAS GONE BACK IN TIME, worker id %d is not used any more: %s, but TERM=%d, RESERVED_THROUGH=%d were confirmed here. The database has lost what it had committed: a restored backup, a failover to a copy that lagged, or an edited row. If others have taken worker ids since then, UIDs may be given twice: raise RESERVED_THROUGH of all rows above the ticks in use",
                        table,
                        workerId,
                        seen,
                        term,
                        reserved.through()));
    }

    /** Tells a store that has gone back how far ticks may be reserved, so that a successor does not start below. */
    void remind() {
        table.raise(workerId, term, reserved.announcedThrough());
    }
}
