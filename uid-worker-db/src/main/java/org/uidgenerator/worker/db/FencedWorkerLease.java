package org.uidgenerator.worker.db;

import static java.lang.System.Logger.Level.ERROR;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.worker.WorkerLease;
import org.uidgenerator.worker.WorkerLeaseLostException;

/**
 * A worker id whose ticks are reserved in a row of {@code WORKER_LEASE}. The caller's thread only compares numbers; the
 * {@link LeaseKeeper}'s thread talks to the store.
 */
final class FencedWorkerLease implements WorkerLease {
    /*
     * Why two holders of a worker id never stamp the same tick.
     *
     * The row is a counter of ticks, RESERVED_THROUGH, of which each writer takes the next ones by moving it on:
     *
     *        stamped by         reserved by       may be reserved by
     *        anyone so far      the holder        the holder's next write
     *   ───────────────────────┬─────────────────┬──────────────────────────┬────────────────────▶ ticks
     *                          mine              RESERVED_THROUGH           + NEXT_RESERVATION
     *                                                                       └─ a successor starts here
     *
     * A holder stamps a tick only after a write that covers it was acknowledged. All writes to a row happen one after the
     * other, each finds the row as its FENCE says, or changes nothing:
     *
     *  - A reservation wants the holder's TERM, and RESERVED_THROUGH between what the holder knows to be reserved and what
     *    it is about to reserve. So it takes ticks above all that were reserved before, by whomever.
     *  - An acquisition wants the TERM that it has seen and raises it. From then on no reservation of the holder before
     *    can succeed, and the new one starts above RESERVED_THROUGH; ticks up to there stay with whoever reserved them.
     *
     * What goes wrong, and why it does no harm:
     *
     *  - The holder is paused, partitioned or slow, and another one takes over: it still stamps ticks that it had reserved,
     *    which lie below the first tick of the other; its next reservation finds another TERM.
     *  - Clocks are shifted: they decide which row looks free and which tick comes first. Both the reserved ticks and those
     *    announced are skipped whatever a clock says.
     *  - The outcome of a write is unknown (time-out, connection lost at commit): it may have been done, may be done
     *    later, or never. The same statement is repeated until it is acknowledged: done twice it changes nothing more, and a
     *    late ghost of it fails at the upper end of the FENCE, or at the TERM.
     *  - The store loses the last write (failover to a copy that lags, restored backup): each reservation adds no more than
     *    the write before has announced in NEXT_RESERVATION, so the row as it was one write ago still says how far the holder
     *    can have got, and a successor starts above that. The holder itself finds the row lower than it knows, and stops
     *    the use of the worker id at once, since it cannot tell how many writes are gone, and raises the row above all that
     *    it can have reserved.
     *
     * What is not covered: a store that loses several writes of a holder, or the write of an acquisition itself, and gives the
     * worker id to somebody else before the holder's next write, which is due when half of the reserved ticks are used up.
     * Until then both may stamp the same ticks. It is noticed then: TERMs are raised by random steps, so no two acquisitions
     * have the same one. The lease is revoked, and generators drop what they have in store; what they have handed out
     * cannot be taken back.
     *
     * Who touches what:
     *
     *   field           writer           readers          write     read      guard
     *   latestAsked     callers          keeper           volatile  volatile  only grows
     *   usableThrough,
     *   refillAfter     keeper, closer   callers          volatile  volatile  written under the lock
     *   ending          keeper, closer   callers, keeper  volatile  volatile  written under the lock, once
     *   lastStamped     closer           keeper           plain     plain     ending is read first
     *   toldTheStore    keeper           closer           plain     plain     the lock
     *   the rest        keeper           keeper           plain     plain     before it is kept: the acquiring thread
     */
    private static final System.Logger LOG = System.getLogger(FencedWorkerLease.class.getName());

    private static final long NONE = Long.MIN_VALUE;

    private enum Kind {
        /** Another holder has it. What was reserved stays usable. */
        LOST,
        /** The store has gone back in time. Nothing is usable. */
        REVOKED,
        /** The caller needs it no more. Nothing is usable. */
        GIVEN_BACK
    }

    private record Ending(Kind kind, String message) {}

    private final WorkerLeaseTable table;
    private final LeaseKeeper keeper;
    private final UidLayout layout;
    private final InstantSource clock;
    private final Duration storeTimeout;
    private final long workerId;
    private final long term;
    private final long firstTick;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final AtomicLong latestAsked;
    private volatile long usableThrough;
    private volatile long refillAfter;
    private volatile @Nullable Ending ending;
    private long lastStamped;
    private boolean toldTheStore;

    private Reservation reserved;
    private @Nullable Reservation pending;
    private final ReservationSize size;
    private long margin;

    FencedWorkerLease(
            WorkerLeaseTable table,
            LeaseKeeper keeper,
            UidLayout layout,
            InstantSource clock,
            Duration storeTimeout,
            Acquisition acquired) {
        this.table = table;
        this.keeper = keeper;
        this.layout = layout;
        this.clock = clock;
        this.storeTimeout = storeTimeout;
        workerId = acquired.workerId();
        term = acquired.term();
        firstTick = acquired.firstTick();
        latestAsked = new AtomicLong(firstTick - 1);
        reserved = acquired.reservation();
        size = new ReservationSize(reserved.announced(), layout.maxTick(), System.nanoTime());
        margin = size.ticks() / 2;
        usableThrough = reserved.through();
        refillAfter = refillAfter();
    }

    @Override
    public long workerId() {
        return workerId;
    }

    @Override
    public long firstTick() {
        return firstTick;
    }

    @Override
    public void reserve(long tick) {
        latestAsked.accumulateAndGet(tick, Math::max);
        if (tick > usableThrough) {
            awaitReservation(tick);
        } else if (tick > refillAfter) {
            keeper.request();
        }
    }

    @Override
    public boolean isRevoked() {
        Ending ending = this.ending;
        return ending != null && ending.kind() == Kind.REVOKED;
    }

    private void awaitReservation(long tick) {
        keeper.request();
        boolean reservedInTime = awaitChange(() -> {
            requireNotEnded();
            return tick <= usableThrough;
        });
        if (!reservedInTime) {
            throw noAnswer("no more ticks of worker id %d are reserved than %d, wanted tick=%d"
                    .formatted(workerId, usableThrough, tick));
        }
    }

    private void requireNotEnded() {
        Ending ending = this.ending;
        if (ending == null) {
            return;
        }
        if (ending.kind() == Kind.GIVEN_BACK) {
            throw new UidGenerateException(ending.message());
        }
        throw new WorkerLeaseLostException(ending.message());
    }

    private UidGenerateException noAnswer(String what) {
        if (keeper.isClosed()) {
            return new UidGenerateException(what + ": its assigner is closed");
        }
        Throwable failure = keeper.failure();
        String said = failure == null ? "no answer" : String.valueOf(WorkerTable.said(failure));
        return new UidGenerateException(
                "%s: %s, waited for %s: %s".formatted(what, table, storeTimeout, said), failure);
    }

    /** Waits until something holds, the time is over or the keeper has ended. Says whether it holds. */
    private boolean awaitChange(BooleanSupplier holds) {
        try {
            lock.lockInterruptibly();
            try {
                long left = storeTimeout.toNanos();
                while (!holds.getAsBoolean()) {
                    if (left <= 0 || keeper.isClosed()) {
                        return false;
                    }
                    left = changed.awaitNanos(left);
                }
                return true;
            } finally {
                lock.unlock();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UidGenerateException("interrupted while waiting for " + table, e);
        }
    }

    @Override
    public void release(long lastTick) {
        lock.lock();
        try {
            if (ending == null) {
                lastStamped = Math.max(lastTick, firstTick - 1);
                end(Kind.GIVEN_BACK, "worker id %d was given back".formatted(workerId));
            }
        } finally {
            lock.unlock();
        }
        if (isGivenBack()) {
            keeper.request();
            if (!awaitChange(() -> toldTheStore)) {
                throw noAnswer("worker id %d is not given back yet".formatted(workerId));
            }
        }
    }

    private boolean isGivenBack() {
        Ending ending = this.ending;
        return ending != null && ending.kind() == Kind.GIVEN_BACK;
    }

    /** Has the waiting callers look again. */
    void signal() {
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void end(Kind kind, String message) {
        lock.lock();
        try {
            if (ending != null) {
                return;
            }
            usableThrough = kind == Kind.LOST ? usableThrough : NONE;
            refillAfter = Long.MAX_VALUE;
            ending = new Ending(kind, message);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Does what is due. For the keeper's thread.
     *
     * @return whether there will be more to do some time
     */
    boolean serve() {
        while (ending == null && isDue()) {
            reserveAhead();
        }
        if (isGivenBack()) {
            giveBack();
        }
        return ending == null;
    }

    private void giveBack() {
        table.giveBack(workerId, term, lastStamped);
        lock.lock();
        try {
            toldTheStore = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private boolean isDue() {
        return pending != null || position() > refillAfter();
    }

    /** Where the ticks are being used: where the generator is, or where it will go on after having been idle. */
    private long position() {
        long nowTick = layout.tickAt(clock.millis());
        return Math.min(Math.max(latestAsked.get(), nowTick), layout.maxTick());
    }

    /** The position from which on less than half of the reservation is left. */
    private long refillAfter() {
        return reserved.through() < layout.maxTick() ? reserved.through() - margin : Long.MAX_VALUE;
    }

    private void reserveAhead() {
        Reservation next = pending == null ? plan() : pending;
        pending = next; // until the store has answered, it may have been written or not
        if (table.reserve(workerId, term, reserved.through(), next)) {
            written(next);
        } else {
            refused(next, table.find(workerId));
        }
    }

    private Reservation plan() {
        long position = position();
        long greatest = Math.min(reserved.announcedThrough(), layout.maxTick());
        long ticks = size.ticks();
        if (position > greatest) { // a long pause, or a clock set forward: announced first, reserved by the next write
            return new Reservation(greatest, position - greatest + ticks);
        }
        margin = ticks / 2;
        size.adapt(System.nanoTime());
        return new Reservation(Math.min(position + ticks, greatest), size.ticks());
    }

    private void written(Reservation next) {
        lock.lock();
        try {
            pending = null;
            reserved = next;
            if (ending == null) {
                usableThrough = next.through();
                refillAfter = refillAfter();
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void refused(Reservation wanted, Optional<LeaseRow> found) {
        LeaseRow row = found.orElse(null);
        if (row == null) {
            revoke("there is no row");
        } else if (row.term() == term
                && row.reservedThrough() == wanted.through()
                && row.nextReservation() == wanted.announced()) {
            written(wanted); // some drivers count no row that was written before and so did not change
        } else if (row.term() > term && row.reservedThrough() >= leastOfSuccessor(wanted)) {
            end(
                    Kind.LOST,
                    "worker id %d of %s has gone to another holder: its row has TERM=%d, here is TERM=%d. This process has not reserved ticks in time: it was paused or cut off from the database"
                            .formatted(workerId, table, row.term(), term));
        } else {
            revoke("its row has TERM=%d, RESERVED_THROUGH=%d".formatted(row.term(), row.reservedThrough()));
            table.raise(workerId, term, reserved.announcedThrough());
        }
    }

    /** What a successor has reserved at least, whether what was wanted has been written or not. */
    private long leastOfSuccessor(Reservation wanted) {
        return Math.min(reserved.announcedThrough(), wanted.announcedThrough());
    }

    private void revoke(String seen) {
        String message =
                "%s HAS GONE BACK IN TIME, worker id %d is not used any more: %s, but TERM=%d, RESERVED_THROUGH=%d were confirmed here. The database has lost what it had committed: a restored backup, a failover to a copy that lagged, or an edited row. If others have taken worker ids since then, UIDs may be given twice: raise RESERVED_THROUGH of all rows above the ticks in use"
                        .formatted(table, workerId, seen, term, reserved.through());
        LOG.log(ERROR, message);
        end(Kind.REVOKED, message);
    }
}
