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

    private Reservation reserved;
    private @Nullable Reservation pending;
    private final ReservationSize size;
    private long margin;

    LeaseRenewal(WorkerLeaseTable table, UidLayout layout, InstantSource clock, Machine machine, Acquisition acquired) {
        this.table = table;
        this.layout = layout;
        this.clock = clock;
        this.machine = machine;
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

    /** Where ticks are used: where the generator is, or where it will go on after having been idle. */
    private long position(long latestAsked) {
        return Math.min(Math.max(latestAsked, layout.tickAt(clock.millis())), layout.maxTick());
    }

    /**
     * Writes once. To be called again after an exception: the same is written then, since it is not known whether it was.
     *
     * @return null if ticks have been reserved, or why none will be any more
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

    private Reservation plan(long position) {
        long ticks = size.ticks();
        long greatest = Math.min(reserved.announcedThrough(), layout.maxTick());
        if (position > greatest) { // a long pause, or a clock set forward: announced now, reserved by the next write
            return new Reservation(greatest, position - greatest + ticks);
        }
        margin = ticks / 2;
        size.adapt(machine.nanoTime());
        return new Reservation(Math.min(position + ticks, greatest), size.ticks());
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

    /** Tells a store that has gone back how far ticks may be reserved, lest a successor starts below. */
    void remind() {
        table.raise(workerId, term, reserved.announcedThrough());
    }
}
