package org.uidgenerator.internal.lease.hold;

import static java.lang.System.Logger.Level.ERROR;
import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.OptionText;
import org.uidgenerator.StoreException;
import org.uidgenerator.StoreIdentity;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.internal.NanoClock;
import org.uidgenerator.internal.background.BackgroundTask;
import org.uidgenerator.internal.background.BackgroundWork;
import org.uidgenerator.internal.file.LockedFileException;
import org.uidgenerator.internal.lease.LeaseOptions;
import org.uidgenerator.internal.lease.StoreClock;
import org.uidgenerator.internal.lease.file.LeaseJournal;
import org.uidgenerator.internal.lease.file.LeaseStart;
import org.uidgenerator.worker.LeaseState;
import org.uidgenerator.worker.WorkerLease;
import org.uidgenerator.worker.WorkerLeaseLostException;

/**
 * A worker id whose ticks are reserved in a row of a store. The caller's thread only compares numbers; a background
 * task talks to the store.
 */
public final class FencedWorkerLease implements WorkerLease, BackgroundWork {
    /*
     * Why two holders of a worker id never use the same tick.
     *
     * The row is a counter of ticks, RESERVED_THROUGH, of which each writer takes the next ones by moving it on:
     *
     *     taken before    the holder's    its next write adds no more    a successor's
     *   ────────────────┬──────────────┬──────────────────────────────┬────────────────▶ ticks
     *               firstTick   RESERVED_THROUGH             + NEXT_RESERVATION
     *
     * A holder uses a tick only after a write that covers it was acknowledged. All writes to a row happen one after the
     * other. Each finds the row as its Fence says, or changes nothing:
     *
     *  - A reservation wants the holder's TERM, and RESERVED_THROUGH between what the holder knows to be reserved and what it
     *    is about to reserve. So it takes ticks above all that were reserved before, by any process. Either of the two
     *    would stop a holder that has a successor. Together they tell a successor from a store that has gone back.
     *  - An acquisition wants TERM and RESERVED_THROUGH as it has seen them, and raises TERM. From then on no reservation of
     *    the holder before can succeed. The new holder starts above RESERVED_THROUGH, and ticks up to there stay with the
     *    holder that reserved them. NEXT_RESERVATION is as it was seen, too, or less, because a reservation that leaves
     *    RESERVED_THROUGH as it is announces no more than the one before.
     *
     * What goes wrong, and why it does no harm:
     *
     *  - The holder is paused, partitioned or slow, and another one takes over: it still uses ticks that it had reserved,
     *    which lie below the first tick of the other; its next reservation finds another TERM.
     *  - Clocks are shifted: they decide which tick comes first. The store's own time decides which row looks expired, and how
     *    far ahead ticks may be reserved (LeaseRenewal.lastAllowed). Both the reserved ticks and those announced are skipped
     *    whatever a clock says; a reservation that the limit cuts short only takes fewer ticks than were announced.
     *  - The outcome of a write is unknown (time-out, connection lost at commit): it may have been done, may be done
     *    later, or never. The same row is written again until that is acknowledged. Written twice it changes nothing more, and a
     *    late ghost of it fails at the upper end of the Fence, or at the TERM.
     *  - The store can say only later whether a write survives a crash (PendingWrite). Until it has, the outcome is unknown.
     *    If the worker id is given back meanwhile, the row goes back with the last tick that was used, which lies below;
     *    the TERM is still this holder's, whether the write was lost or not.
     *  - A write is refused because another one to the same row is under way. Then the Fence still admits the row, and the
     *    same is written again.
     *  - The store loses the last write (failover to a copy that lags, restored backup): each reservation adds no more than
     *    the write before has announced in NEXT_RESERVATION, so the row as it was one write ago still says how far the holder
     *    can have got, and a successor starts above that. The holder itself finds the row lower than it knows. It stops
     *    using the worker id at once, since it cannot tell how many writes are gone, and raises the row above all that it
     *    can have reserved.
     *
     * What is not covered: a store that loses several writes of a holder, and gives the worker id to another process before
     * the holder's next write, which is due when half of the reserved ticks are used up; and one that loses the write of an
     * acquisition itself, and gives the worker id to another process at any time: the row has the TERM of the time before, so
     * the holder cannot raise it. Both may use the same ticks until the holder's next write. It is noticed then: TERMs are
     * raised by random steps, so no two acquisitions have the same one. The lease is revoked, and generators drop what they
     * have buffered; what they have handed out cannot be taken back, and a later holder may use it again.
     *
     * Why a process that continues a lease from its file, without asking the store, uses no such tick either.
     *
     * The file is a second reservation within that of the store. Ticks are usable once both have confirmed them:
     *
     *      may have been used       the next process may continue here      of no process without the store
     *   ──────────────────────────┬──────────────────────────────────────┬─────────────────────────────▶ ticks
     *                         usedThrough                          RESERVED_THROUGH
     *
     *  - No tick after usedThrough has been used, because the file says so, on the disk, before ticks become usable. A process
     *    that continues the lease starts above it and moves it on in the same way.
     *  - Ticks up to RESERVED_THROUGH are this holder's, whichever process has the worker id by now, see above. The next
     *    process uses none above them before the store has confirmed its first write, whatever the file says of one that was
     *    pending.
     *  - What the store is asked for is in the file before. So the next process repeats what may still be under way, as this
     *    one would, and does not take the outcome for that of a store that has gone back.
     *  - Once the worker id is given back, another process may start right above the last tick that was used. So the file is
     *    erased before, and only after the store has answered: while it is unavailable, the last tick is noted and the lease
     *    stays in the file. If the same process needs a worker id again meanwhile, it continues the lease, and gives it back
     *    no more: the first one decides, the task before it erases or the successor before it opens the file.
     *  - A lease that was revoked is erased as well, before its row is raised.
     *  - A file that cannot be written is erased. If that fails too, it may say what it said before, or what was to be
     *    written: the lease ends, and the ticks after those that were usable are left to a process that starts from the
     *    file.
     *  - No other process continues the lease. The file is locked until the last call to the store has been made. Copies,
     *    other hosts and damaged files are refused (FiledLease), and so are ticks that have passed or lie too far ahead
     *    (LeaseFileRestart).
     *
     * What is not covered: a disk or a file that is put back to an earlier state. That is noticed once the store answers.
     *
     * docs/internals/spec/WorkerLease.tla and LeaseFile.tla say all this again, for a model checker.
     *
     * Which thread touches what:
     *
     *   field           writer           readers          write     read      guard
     *   latestAsked     callers          task             volatile  volatile  an atomic maximum; falls when a wait times out
     *   unconfirmed     task             all              volatile  volatile  readers only report it
     *   ending          task, closer     callers, task    volatile  volatile  written under the lock, once
     *   lastUsed,       closer           task, closer     plain     plain     ending is read first
     *   releaseNanos
     *   toldTheStore    task             closer           volatile  volatile
     *   fate            task, successor  the same         CAS       volatile  leaves OPEN once
     *   waiting         callers, closer  task, closer                         a concurrent queue; in it before they look
     *   renewal         task             task             plain     plain     before the task is started: the acquiring thread
     *
     * Through which tick its owner may use it stands in two places, the row (renewal) and the file (journal), each of which
     * moves its own number up. Callers read both.
     */
    private static final System.Logger LOG = System.getLogger(LeaseOptions.LOGGER);

    private static final long NONE = Long.MIN_VALUE;

    private final LeaseOptions options;
    private final String storeName;
    private final LeaseKeeper keeper;
    private final BackgroundTask task;
    private final StoreClock clocks;
    private final NanoClock time;
    private final long workerId;
    private final long term;
    private final long firstTick;
    private final LeaseRenewal renewal;
    private final LeaseJournal journal;
    private final Optional<String> identity;

    private final ReentrantLock lock = new ReentrantLock();
    private final Queue<Thread> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicLong latestAsked;
    private volatile @Nullable Throwable unconfirmed;
    private volatile @Nullable LeaseEnding ending;
    private long lastUsed;
    private long releaseNanos;
    private volatile boolean toldTheStore;
    private final AtomicReference<Fate> fate = new AtomicReference<>(Fate.OPEN);

    /** The decision whether the store or the file says that the worker id was given back. */
    private enum Fate {
        OPEN,

        /** The file is erased, or is about to be. */
        FOR_THE_STORE,

        /** The store is not told, because a process continues the lease from its file. */
        LEFT_TO_FILE
    }

    FencedWorkerLease(
            LeaseOptions options,
            LeaseKeeper keeper,
            StoreClock clocks,
            LeaseStart start,
            LeaseRenewal renewal,
            Optional<StoreIdentity> identity,
            @Nullable Throwable unconfirmed) {
        this.options = options;
        this.keeper = keeper;
        this.clocks = clocks;
        storeName = options.storeName();
        time = options.environment().nanoClock();
        this.renewal = renewal;
        this.unconfirmed = unconfirmed;
        this.identity = identity.isPresent() ? Optional.of(identity.get().toString()) : Optional.empty();
        journal = start.journal();
        workerId = start.row().workerId();
        term = start.row().term();
        firstTick = start.firstTick();
        latestAsked = new AtomicLong(firstTick - 1);
        task = keeper.task(this);
    }

    /**
     * Writes down the first ticks, and does from then on what is due in the background. Before any caller knows the
     * lease.
     *
     * @throws RuntimeException if that cannot be begun, such as when no thread can be started; {@link #abandon} or
     *     {@link #withdraw} follows
     */
    public void begin() {
        cover();
        journal.start(this::cover);
        task.start(keeper.pause()); // it comes with ticks reserved
        keeper.keep(this);
    }

    /** Looks soon whether the store has what this lease says. */
    public void confirmSoon() {
        task.request();
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
        if (tick > usableThrough()) {
            awaitReservation(tick);
        } else if (tick > Math.min(renewal.dueAfter(), journal.dueAfter())) {
            request();
        }
    }

    /** The last tick that may be used. A lease that is lost keeps those that it had. */
    private long usableThrough() {
        LeaseEnding ending = this.ending;
        return ending == null || ending.kind() == LeaseEnding.Kind.LOST
                ? Math.min(renewal.reservedThrough(), journal.usableThrough())
                : NONE;
    }

    private void request() {
        task.request();
        journal.request();
    }

    /** The clock by which ticks are used, as compared with the store's. */
    StoreClock clocks() {
        return clocks;
    }

    @Override
    public boolean isRevoked() {
        return hasEnded(LeaseEnding.Kind.REVOKED);
    }

    @Override
    public LeaseState state() {
        Throwable unconfirmed = this.unconfirmed;
        long usable = usableThrough();
        long reserved = ending == null ? renewal.reservedThrough() : usable;
        return new LeaseState(
                OptionalLong.of(term),
                Math.max(reserved, firstTick - 1),
                Math.max(usable, firstTick - 1),
                clocks.skew(),
                unconfirmed == null ? task.failure() : unconfirmed,
                identity);
    }

    private void awaitReservation(long tick) {
        request();
        try {
            boolean isReserved = awaitChange(
                    () -> {
                        requireNotEnded();
                        return tick <= usableThrough();
                    },
                    options.answerTimeout());
            if (!isReserved) {
                latestAsked.accumulateAndGet(usableThrough(), Math::min); // no call wants it any more
                throw noAnswer(OptionText.of(
                        "no more ticks of worker id %d are reserved than %d, wanted tick=%d",
                        workerId, usableThrough(), tick));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UidGenerateException("interrupted while waiting for " + storeName, e);
        }
    }

    private void requireNotEnded() {
        LeaseEnding ending = this.ending;
        if (ending != null) {
            throw ending.kind() == LeaseEnding.Kind.GIVEN_BACK
                    ? new UidGenerateException(ending.message())
                    : new WorkerLeaseLostException(ending.message().toString());
        }
    }

    private UidGenerateException noAnswer(OptionText what) {
        if (keeper.isClosed()) {
            return new UidGenerateException(OptionText.of("%s: its assigner is closed", what));
        }
        Throwable failure = task.failure();
        if (failure == null || failure instanceof StoreException) {
            keeper.unanswered();
        }
        String trouble = task.trouble();
        String said = failure != null ? String.valueOf(failure.getMessage()) : trouble != null ? trouble : "no answer";
        return new UidGenerateException(
                OptionText.of("%s: %s, waited for %s: %s", what, storeName, options.answerTimeout(), said), failure);
    }

    /** Waits until something holds, the time is over or the keeper has ended. Returns whether it holds. */
    private boolean awaitChange(BooleanSupplier holds, Duration longestWait) throws InterruptedException {
        Thread caller = Thread.currentThread();
        waiting.add(caller); // Order matters! Before the look, so that no change is missed
        try {
            long start = time.nanoTime();
            while (!holds.getAsBoolean()) {
                long left = longestWait.toNanos() - (time.nanoTime() - start);
                if (left <= 0 || keeper.isClosed()) {
                    return false;
                }
                time.park(left);
            }
            return true;
        } finally {
            waiting.remove(caller);
        }
    }

    @Override
    public void beginRelease(long lastTick) {
        lock.lock();
        try {
            if (ending == null) {
                lastUsed = Math.max(lastTick, firstTick - 1);
                releaseNanos = time.nanoTime();
                end(new LeaseEnding(
                        LeaseEnding.Kind.GIVEN_BACK, OptionText.of("worker id %d was given back", workerId)));
            }
        } finally {
            lock.unlock();
        }
        if (hasEnded(LeaseEnding.Kind.GIVEN_BACK)) {
            request();
        }
    }

    /**
     * {@inheritDoc}
     *
     * <p>Waits for the store, unless another caller has just waited for it in vain. If it does not answer in time,
     * counted from the beginning of the release, the worker id is given back in the background, as long as the assigner
     * is not closed.
     */
    @Override
    public void release(long lastTick) {
        beginRelease(lastTick);
        if (hasEnded(LeaseEnding.Kind.GIVEN_BACK)) {
            awaitGiveBack(options.closeTimeout().minusNanos(time.nanoTime() - releaseNanos));
            if (isLeft() && keeper.isClosed()) {
                throw noAnswer(OptionText.of("worker id %d is not given back", workerId));
            }
        }
    }

    /**
     * Waits until the store knows that the worker id was given back, if it was, unless others have waited in vain or
     * the caller is the one that tells it.
     */
    void awaitGiveBack(Duration longestWait) {
        try {
            if (isUntold() && !awaitChange(() -> toldTheStore || keeper.isSilent(), longestWait)) {
                keeper.unanswered();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the worker id is given back in the background
        }
    }

    /** Returns whether the worker id was given back here, and the store neither knows it yet nor is being told. */
    boolean isUntold() {
        return isLeft() && !task.isCurrent();
    }

    /** Returns whether the worker id was given back here and the store does not know it yet. */
    boolean isLeft() {
        return hasEnded(LeaseEnding.Kind.GIVEN_BACK) && !toldTheStore && fate.get() != Fate.LEFT_TO_FILE;
    }

    /**
     * Leaves a worker id that was given back to the generator that continues it from its lease file, in this process,
     * too. Does nothing without a file, or if the store may have been told already.
     */
    void leaveToFile() {
        if (isLeft() && !journal.isErased() && fate.compareAndSet(Fate.OPEN, Fate.LEFT_TO_FILE)) {
            closeJournal(true);
            task.close(Duration.ZERO);
        }
    }

    /**
     * Leaves the file to the next process.
     *
     * @param isLeft whether that may continue the lease, and is told the last tick
     */
    private void closeJournal(boolean isLeft) {
        try {
            if (isLeft) {
                journal.endAt(lastUsed);
            }
        } catch (LockedFileException e) {
            LOG.log(WARNING, aboutFile("its lease file stays as it was", e), e);
        } finally {
            journal.close();
        }
    }

    /** Decides for the store, unless the worker id was left to the file before. */
    private boolean isForTheStore() {
        return fate.compareAndSet(Fate.OPEN, Fate.FOR_THE_STORE) || fate.get() == Fate.FOR_THE_STORE;
    }

    /** Describes until when the worker id stays reserved if the store is never told. */
    String describeReserved() {
        return String.format(Locale.ROOT, "%d is free from %s on", workerId, renewal.freeFrom());
    }

    private boolean hasEnded(LeaseEnding.Kind kind) {
        LeaseEnding ending = this.ending;
        return ending != null && ending.kind() == kind;
    }

    @Override
    public long run() {
        long answersBefore = keeper.answers();
        long untilConfirmable;
        try {
            untilConfirmable = serve();
        } catch (StoreException e) {
            keeper.outage.failed(e, answersBefore);
            throw e;
        } catch (RuntimeException e) {
            clocks.compareIfDue(keeper.outage); // a clock far ahead may be why a reservation was refused
            throw e;
        }
        if (ending != null && !isLeft()) { // or it was given back just now, and the next run tells the store
            task.close(Duration.ZERO);
            return UNTIL_REQUESTED;
        }
        if (task.failure() == null) { // or a store that is back would be asked twice by each
            clocks.compareIfDue(keeper.outage);
        }
        return untilConfirmable > 0 ? untilConfirmable : keeper.pause().toNanos();
    }

    /** Returns in how many nanoseconds a reservation can be confirmed that has begun, or zero if none has. */
    private long serve() {
        long untilConfirmable = 0;
        try {
            untilConfirmable = reserveAhead();
        } catch (LockedFileException e) {
            loseToFile(e);
        }
        if (hasEnded(LeaseEnding.Kind.REVOKED)) {
            renewal.remind(); // again after an exception: otherwise a successor may start below a tick that was used
        }
        if (hasEnded(LeaseEnding.Kind.GIVEN_BACK)) {
            giveBack();
        }
        return untilConfirmable;
    }

    private void giveBack() {
        keeper.outage.requireTurn(true);
        if (renewal.giveBack(lastUsed, this::isForTheStore)) {
            journal.close();
            LOG.log(
                    INFO,
                    "worker id {0} given back to {1}, last tick {2}",
                    Long.toString(workerId),
                    storeName,
                    Long.toString(lastUsed));
            toldTheStore = true;
            signal();
        }
    }

    /** A reservation that was begun is no end of an outage: the store may have lost it. */
    @Override
    public boolean isPending() {
        return renewal.isPending();
    }

    @Override
    public void failing(Throwable failure) {
        keeper.failing(this, failure);
    }

    @Override
    public void recovered(int failures) {
        keeper.recovered(this, failures);
    }

    private long reserveAhead() {
        while (ending == null && renewal.isDue(latestAsked.get())) {
            keeper.outage.requireTurn(latestAsked.get() > usableThrough());
            long untilConfirmable = renewal.reserveAhead(latestAsked.get());
            if (untilConfirmable > 0) {
                return untilConfirmable;
            }
            LeaseEnding found = renewal.confirm();
            if (found == null) {
                confirm();
            } else if (found.kind() == LeaseEnding.Kind.REVOKED) {
                LOG.log(ERROR, found.message().toString());
                end(found); // Order matters! Without a file, any tick could be used
                eraseJournal();
            } else {
                end(found);
            }
        }
        return 0;
    }

    private void confirm() {
        signal();
        journal.request();
        if (unconfirmed != null) {
            unconfirmed = null;
            LOG.log(
                    INFO,
                    "{0} has confirmed worker id {1}, which was continued without it",
                    storeName,
                    Long.toString(workerId));
        }
    }

    /** Makes the journal write ticks down before they are used. For the journal's task, after the starting thread. */
    private void cover() {
        if (hasEnded(LeaseEnding.Kind.GIVEN_BACK)) {
            journal.endAt(lastUsed);
        } else if (ending == null) {
            try {
                journal.cover(renewal.position(latestAsked.get()));
                signal();
            } catch (LockedFileException e) {
                loseToFile(e);
            }
        }
    }

    /** A process that starts from the file may use the ticks after those that may be used according to it. */
    private void loseToFile(LockedFileException e) {
        if (ending == null) {
            String left = aboutFile("it is left to the process that starts from its lease file", e);
            LOG.log(WARNING, left, e);
            end(new LeaseEnding(LeaseEnding.Kind.LOST, OptionText.plain(left)));
        }
    }

    private void eraseJournal() {
        try {
            journal.erase();
        } catch (LockedFileException e) {
            LOG.log(WARNING, aboutFile("it must not be used any more, so remove its lease file", e), e);
        } finally {
            journal.close();
        }
    }

    private String aboutFile(String what, LockedFileException e) {
        return String.format(Locale.ROOT, "worker id %d of %s: %s, as %s", workerId, storeName, what, e.why());
    }

    /** Ends a lease that no generator has got. Its file stays as it is, for the process that continues it. */
    public void abandon() {
        task.close(Duration.ZERO);
    }

    /**
     * Ends a lease that no generator has got, so that its worker id can be given back.
     *
     * @return whether no process can continue it from its file any more
     */
    public boolean withdraw() {
        eraseJournal();
        abandon();
        return journal.isErased();
    }

    /** Order matters! After the last call to the store, so that no lease file is left while one is under way. */
    @Override
    public void end() {
        keeper.forget(this);
        closeJournal(isLeft());
    }

    private void end(LeaseEnding found) {
        lock.lock();
        try {
            if (ending == null) {
                if (found.kind() == LeaseEnding.Kind.LOST) {
                    journal.close(); // Order matters! The next lease may want the file at once
                }
                ending = found;
            }
        } finally {
            lock.unlock();
        }
        signal();
    }

    /** Makes the waiting callers look again. */
    void signal() {
        waiting.forEach(LockSupport::unpark);
    }
}
