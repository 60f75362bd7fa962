package org.uidgenerator.internal.lease.hold;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.OptionText;
import org.uidgenerator.PendingWrite;
import org.uidgenerator.StoreException;
import org.uidgenerator.StoreIdentity;
import org.uidgenerator.StoreIdentityRecord;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.internal.FlightRecording;
import org.uidgenerator.internal.ReserveAhead;
import org.uidgenerator.internal.file.LockedFileException;
import org.uidgenerator.internal.identity.ExpectedIdentity;
import org.uidgenerator.internal.lease.Reservation;
import org.uidgenerator.internal.lease.RowRules;
import org.uidgenerator.internal.lease.StartingGenerator;
import org.uidgenerator.internal.lease.StoreClock;
import org.uidgenerator.internal.lease.file.LeaseJournal;
import org.uidgenerator.internal.lease.file.LeaseStart;
import org.uidgenerator.worker.lease.store.Fence;
import org.uidgenerator.worker.lease.store.LeaseRow;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;

/**
 * Writes the row of a lease: reserves ticks before they are used, and knows what the store has confirmed. For the
 * lease's task alone, except {@link #position} and {@link #freeFrom}.
 */
final class LeaseRenewal {
    private final WorkerLeaseStore store;
    private final String storeName;
    private final UidLayout layout;
    private final StoreClock clocks;
    private final LeaseRow acquired;
    private final LeaseJournal journal;
    private final Duration furthest;
    private final ExpectedIdentity identity;

    private volatile Reservation reserved;
    private volatile @Nullable Reservation pending;
    private @Nullable PendingWrite<Boolean> written; // what is pending, if its outcome can still be found out
    private final ReserveAhead ahead;
    private Instant storeTime = Instant.EPOCH;
    private long lastAllowed;

    /**
     * Makes a renewal that has written nothing yet.
     *
     * @param ahead how many ticks one write reserves
     * @param furthest how far ahead of the store's own time ticks may be reserved
     */
    LeaseRenewal(
            WorkerLeaseStore store,
            String storeName,
            StartingGenerator generator,
            LeaseStart start,
            ReserveAhead ahead,
            Duration furthest,
            ExpectedIdentity identity) {
        this.store = store;
        this.storeName = storeName;
        layout = generator.layout();
        clocks = generator.clocks();
        this.furthest = furthest;
        this.identity = identity;
        acquired = start.row();
        journal = start.journal();
        reserved = Reservation.of(acquired);
        pending = start.pending();
        lastAllowed = reserved.through();
        this.ahead = ahead;
        ahead.reserved(reserved.through(), layout.maxTick());
    }

    /** The last tick that the store has confirmed. */
    long reservedThrough() {
        return reserved.through();
    }

    /** The time from which the worker id is free if it is never given back. For any thread. */
    Instant freeFrom() {
        Reservation pending = this.pending;
        long last = Math.max(reserved.announcedThrough(), pending == null ? 0 : pending.announcedThrough());
        return layout.timeOf(Math.min(last, layout.maxTick()) + 1);
    }

    /** The tick after which less than half of the reservation is left. */
    long dueAfter() {
        return ahead.dueAfter();
    }

    /** Whether there is something to write, given the latest tick that was asked for. */
    boolean isDue(long latestAsked) {
        return pending != null || position(latestAsked) > dueAfter();
    }

    /** Whether a reservation was begun that is not confirmed. */
    boolean isPending() {
        return written != null;
    }

    /** The tick at which the generator is, or will continue after it was idle. For any thread. */
    long position(long latestAsked) {
        return Math.min(Math.max(latestAsked, now()), layout.maxTick());
    }

    private long now() {
        return layout.tickAt(clocks.host().millis());
    }

    /**
     * Writes what is due, unless that was written and is not confirmed yet. Call it again after an exception, also of
     * {@link #confirm}: it then writes the same, because the outcome of the first write is unknown.
     *
     * @return in how many nanoseconds the write can be confirmed, zero if at once
     * @throws UidGenerateException if ticks are wanted that are too far ahead of the store's own time; nothing was
     *     written
     * @throws LockedFileException if a process that continues this lease could not know what was written
     */
    long reserveAhead(long latestAsked) {
        if (written == null) {
            Reservation next = pending == null ? plan(position(latestAsked)) : pending;
            // Order matters! A process that continues this lease writes the same again
            journal.reserving(reserved, next);
            pending = next;
            written = write(next);
        }
        return Math.max(0, written.untilConfirmable().toNanos());
    }

    /**
     * Confirms what {@link #reserveAhead} has written. Before that no tick of it is this holder's.
     *
     * @return null if ticks have been reserved, or why none will be any more
     */
    @Nullable
    LeaseEnding confirm() {
        PendingWrite<Boolean> written = Objects.requireNonNull(this.written);
        Reservation next = Objects.requireNonNull(pending);
        this.written = null; // Order matters! After an exception the same is written again
        if (!written.confirm()) {
            Optional<LeaseRow> found = find();
            requireNotAdmitted(fence(next), found); // even if it says what was wanted: that may not be safe yet
            return judge(next, found);
        }
        reserved = next;
        ahead.reserved(next.through(), layout.maxTick());
        pending = null;
        journal.reserving(reserved, null);
        return null;
    }

    private Fence fence(Reservation next) {
        return new Fence(acquired.term(), reserved.through(), next.through());
    }

    private PendingWrite<Boolean> write(Reservation next) {
        LeaseRow wanted = next.in(acquired);
        Supplier<PendingWrite<Boolean>> begin = () -> store.beginUpdate(fence(next), wanted);
        return FlightRecording.isOn() ? ReservationEvent.record(wanted, begin) : begin.get();
    }

    /**
     * Tells a store that has gone back how far ticks may be reserved, so that no successor starts below. Does nothing
     * if the row is another holder's.
     */
    void remind() {
        long through = reserved.announcedThrough();
        write(
                new Fence(acquired.term(), Long.MIN_VALUE, through - 1),
                new Reservation(through, reserved.announced()).in(acquired));
    }

    /**
     * Gives the worker id back, so that its next holder starts above a tick. Does nothing if the row is another
     * holder's.
     *
     * @param mayErase asks, right before the file is erased, whether no process has continued the lease from it
     * @return false if a process has, so that the worker id is not given back
     */
    boolean giveBack(long lastTick, BooleanSupplier mayErase) {
        if (!journal.isErased()) {
            journal.endAt(lastTick);
            find(); // Order matters! While the store is unavailable the lease is left to a process that can continue it
            if (!mayErase.getAsBoolean()) {
                return false;
            }
            journal.erase(); // Order matters! From the next write on another process may have the worker id
        }
        write(Fence.ofTerm(acquired.term()), RowRules.givenBack(reserved.in(acquired), lastTick));
        return true;
    }

    private void write(Fence fence, LeaseRow wanted) {
        if (!store.update(fence, wanted)) {
            Optional<LeaseRow> found = find();
            if (found.filter(row -> RowRules.agree(row, wanted)).isEmpty()) { // otherwise it was written before
                requireNotAdmitted(fence, found);
            }
        }
    }

    private Optional<LeaseRow> find() {
        return store.find(acquired.workerId());
    }

    /**
     * Requires of a row that was not changed that it is not to be changed by this holder.
     *
     * @throws StoreException if it is, so another process was just writing it, and the same is to be written again
     */
    private void requireNotAdmitted(Fence fence, Optional<LeaseRow> found) {
        if (found.filter(fence::admits).isPresent()) {
            throw new StoreException(
                    OptionText.of("the row of worker id %d is being written by another", acquired.workerId()), null);
        }
    }

    private Reservation plan(long wanted) {
        long ticks = ahead.ticks();
        long last = Math.min(lastAllowed(Math.min(wanted + ticks, layout.maxTick())), layout.maxTick());
        boolean littleToReserve = last - reserved.through() < ahead.usual() / 4;
        if (wanted > last && (littleToReserve || now() > last)) {
            throw refusal(wanted);
        }
        long position = Math.min(wanted, last);
        long greatest = Math.min(reserved.announcedThrough(), last);
        if (position > greatest) { // a long pause, or a clock set forward: announced now, reserved by the next write
            return new Reservation(greatest, announced(greatest, position - greatest + ticks, last));
        }
        long through = Math.min(ahead.reach(position, last), greatest);
        ahead.written();
        return new Reservation(through, announced(through, ahead.ticks(), last));
    }

    /**
     * Returns the last tick that may be reserved: one at a limited distance ahead of the store's own time, so that a
     * host whose clock is far ahead leaves no row behind that is useless for years. A tick that was allowed once stays
     * allowed, so the store is asked for the time only if the wanted tick lies beyond the known limit.
     */
    private long lastAllowed(long wanted) {
        if (wanted > lastAllowed) {
            storeTime = clocks.store().instant();
            lastAllowed =
                    Math.max(lastAllowed, layout.tickAt(storeTime.plus(furthest).toEpochMilli()));
        }
        return lastAllowed;
    }

    private UidGenerateException refusal(long wanted) {
        return new UidGenerateException(OptionText.of(
                "ticks are reserved at most %s ahead of %s: wanted=%s, host=%s, store=%s; set the clock that is wrong, of this host or of the store",
                furthest, storeName, layout.timeOf(wanted), clocks.host().instant(), storeTime));
    }

    /** As many as wanted, but no more than the usual number beyond the last tick that may be reserved now. */
    private long announced(long through, long wanted, long last) {
        return Math.min(wanted, Math.max(last - through, ahead.usual()));
    }

    /** Finds out why the row is no longer as this holder left it. */
    private LeaseEnding judge(Reservation wanted, Optional<LeaseRow> found) {
        Optional<StoreIdentity> other = otherIdentity();
        if (other.isPresent()) {
            return replaced(other.get());
        }
        if (found.isEmpty()) {
            return goneBack(OptionText.plain("there is no row"));
        }
        LeaseRow row = found.get();
        if (row.term() > acquired.term() && row.reservedThrough() >= leastOfSuccessor(wanted)) {
            return new LeaseEnding(
                    LeaseEnding.Kind.LOST,
                    OptionText.of(
                            "worker id %d of %s has gone to another holder: its row has TERM=%d, here is TERM=%d. This process has not reserved ticks in time, because it was paused or cut off from the store, or an operator has taken the worker id away",
                            acquired.workerId(), storeName, row.term(), acquired.term()));
        }
        if (row.term() == acquired.term() && row.reservedThrough() > wanted.through()) {
            return fileGoneBack(row, wanted);
        }
        return goneBack(OptionText.of("its row has TERM=%d, RESERVED_THROUGH=%d", row.term(), row.reservedThrough()));
    }

    /** The store identity that the store holds, if it is not the one that the worker id was taken in. */
    private Optional<StoreIdentity> otherIdentity() {
        Optional<StoreIdentity> own = identity.seen();
        return own.isEmpty()
                ? Optional.empty()
                : store.identityRecord().flatMap(StoreIdentityRecord::find).filter(held -> !held.equals(own.get()));
    }

    private LeaseEnding replaced(StoreIdentity other) {
        return new LeaseEnding(
                LeaseEnding.Kind.REVOKED,
                OptionText.of(
                        "%s HOLDS ANOTHER STORE IDENTITY, worker id %d is not used any more: it was taken in %s, but there is %s now. The address leads to another store, or what it held was replaced. UIDs of the two may be equal",
                        storeName,
                        acquired.workerId(),
                        identity.seen().map(StoreIdentity::describe).orElseThrow(),
                        other.describe()));
    }

    /** What a successor has reserved at least, whether what was wanted has been written or not. */
    private long leastOfSuccessor(Reservation wanted) {
        return Math.min(reserved.announcedThrough(), wanted.announcedThrough());
    }

    /** Only this holder reserves under its term, so this process has forgotten something. */
    private LeaseEnding fileGoneBack(LeaseRow row, Reservation wanted) {
        return new LeaseEnding(
                LeaseEnding.Kind.REVOKED,
                OptionText.of(
                        "THE LEASE FILE HAS GONE BACK IN TIME, worker id %d is not used any more: its row in %s has RESERVED_THROUGH=%d, but no more than %d was asked for here. The lease was continued from a file that was older than its last use, after a rollback of the disk or with a restored backup, or the row was edited. UIDs may have been issued twice",
                        acquired.workerId(), storeName, row.reservedThrough(), wanted.through()));
    }

    private LeaseEnding goneBack(OptionText seen) {
        return new LeaseEnding(
                LeaseEnding.Kind.REVOKED,
                OptionText.of(
                        "%s HAS GONE BACK IN TIME, worker id %d is not used any more: %s, but TERM=%d, RESERVED_THROUGH=%d were confirmed here. The store has lost what it had committed: a restored backup, a failover to a copy that lagged, or an edited row. If others have taken worker ids since then, UIDs may be issued twice: raise RESERVED_THROUGH of all rows above the ticks in use",
                        storeName, acquired.workerId(), seen, acquired.term(), reserved.through()));
    }
}
