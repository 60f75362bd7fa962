package org.uidgenerator.generator;

import java.util.Locale;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.worker.WorkerLease;
import org.uidgenerator.worker.WorkerLeaseLostException;

/**
 * A worker id that a generator holds: which ticks of it are reserved, which were claimed, and whether it has been lost.
 * Only {@link #reserve()} and {@link #giveBack} ask the store; all other methods compare numbers.
 */
final class HeldWorkerId {
    /*
     * A tick is claimed under the lock, and end() reads there which was the last. So nothing is claimed after what the lease is
     * given back with, however late the padder comes.
     *
     *   field          writer                     readers   write     read      guard
     *   lost, ended    any thread, closer         all       volatile  volatile  the lock, for writers
     *   leaving        the thread of the set      all       volatile  volatile
     *   wanted         callers                    thread    volatile  volatile  the lock, for writers
     *   lastClaimed    padder                     all       volatile  volatile  the lock, for writers
     *   reservedByUs   thread                     all       volatile  volatile
     */
    private static final long NONE = -1;

    /** The first worker id of a generator has 0, additional ones have the numbers after it. */
    final int ordinal;

    final WorkerLease lease;
    private final long lowestTick;
    private final Consumer<WorkerLeaseLostException> whenLost;
    private final ReentrantLock lock = new ReentrantLock();

    private volatile boolean leaving;
    private volatile boolean lost;
    private volatile boolean ended;
    private volatile long wanted = NONE;
    private volatile long reservedByUs = NONE;
    private volatile long lastClaimed = NONE;

    /**
     * Holds a worker id.
     *
     * @param ordinal which of the generator's it is
     * @param lowestTick a tick above all that the generator has claimed before
     * @param whenLost is called once, with the lock held
     */
    HeldWorkerId(int ordinal, WorkerLease lease, long lowestTick, Consumer<WorkerLeaseLostException> whenLost) {
        this.ordinal = ordinal;
        this.lease = lease;
        this.lowestTick = lowestTick;
        this.whenLost = whenLost;
    }

    /**
     * Claims a tick, from memory.
     *
     * @return whether the tick may be used. If not, and the store has to be asked, {@link #mustReserve()} says so from
     *     now on
     */
    boolean tryClaim(long tick) {
        lock.lock();
        try {
            if (!tryReserve(tick)) {
                return false;
            }
            lastClaimed = Math.max(lastClaimed, tick);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** As {@link #tryClaim}, for a tick that may be claimed later. */
    boolean tryReserve(long tick) {
        lock.lock();
        try {
            if (ended) {
                return false;
            }
            if (!lost && reserveFromMemory(tick)) {
                return true;
            }
            wanted = tick;
            return false;
        } finally {
            lock.unlock();
        }
    }

    /** Lock held. */
    private boolean reserveFromMemory(long tick) {
        if (lease.isRevoked()) {
            lose(new WorkerLeaseLostException(
                    "worker id " + lease.workerId() + " is revoked: its store has gone back"));
            return false;
        }
        if (tick <= reservedByUs) {
            return true;
        }
        if (tick > lease.state().usableThrough()) {
            return false;
        }
        try {
            lease.reserve(tick);
            return true;
        } catch (WorkerLeaseLostException e) { // revoked since it said how far it reaches
            lose(e);
            return false;
        }
    }

    /** Records that it is lost, once. */
    void lose(WorkerLeaseLostException why) {
        lock.lock();
        try {
            if (!lost) {
                lost = true;
                whenLost.accept(why);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Records that a tick that could not be reserved is no longer wanted. */
    void forget(long tick) {
        lock.lock();
        try {
            if (wanted == tick) {
                wanted = NONE;
            }
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether the store has to be asked for ticks. */
    boolean mustReserve() {
        return !ended && !lost && wantsMore();
    }

    private boolean wantsMore() {
        return wanted > Math.max(lease.state().usableThrough(), reservedByUs);
    }

    /** Asks the store for the wanted tick. For the only thread that may wait. */
    void reserve() {
        long tick = wanted;
        try {
            lease.reserve(tick); // no lock held: asks the store
            reservedByUs = Math.max(reservedByUs, tick);
        } catch (WorkerLeaseLostException e) {
            lose(e);
        }
    }

    /** Returns whether ticks may be claimed, as far as they are reserved. */
    boolean takesPart() {
        return !leaving && !lost;
    }

    boolean isLost() {
        return lost;
    }

    /** Takes no part in ticks from the next one on, but stays held. */
    void leave() {
        leaving = true;
    }

    void joinAgain() {
        leaving = false;
    }

    /** Returns whether it was told to leave and is held still. */
    boolean isLeaving() {
        return leaving && !lost;
    }

    /** The last tick that was claimed, or -1. */
    long lastClaimed() {
        return lastClaimed;
    }

    /**
     * Returns whether the UIDs of a tick that was claimed may still be handed out, as far as the store is concerned.
     */
    boolean isInForce() {
        return !ended && !lease.isRevoked();
    }

    /** Returns whether a UID of a tick of this worker id was made under this lease, and not under an earlier one. */
    boolean isOf(long workerId, long tick) {
        return workerId == lease.workerId() && tick >= lowestTick;
    }

    /** Returns whether its ticks are above those of an earlier lease of the same worker id. */
    boolean isLaterThan(HeldWorkerId other) {
        return lowestTick > other.lowestTick;
    }

    /** Returns whether a wanted tick is not reserved, or no other worker id has taken the place of this lost one. */
    boolean lacksTicks() {
        return lost || wantsMore();
    }

    /**
     * Why it {@linkplain #lacksTicks lacks ticks}, or null if nothing is known.
     *
     * @param lastFailure why the last call to the store failed, or null if it succeeded or is under way
     */
    @Nullable
    Throwable whyNone(@Nullable Throwable lastFailure) {
        return lastFailure != null || lost ? lastFailure : lease.state().storeFailure();
    }

    /** Describes why it {@linkplain #lacksTicks lacks ticks}. */
    String describeTrouble(@Nullable Throwable lastFailure) {
        Throwable failure = whyNone(lastFailure);
        return String.format(
                Locale.ROOT,
                lost
                        ? "worker id %d is lost and no other is there yet: %s"
                        : "no ticks of worker id %d are reserved: %s",
                lease.workerId(),
                failure != null ? failure.getMessage() : "no answer yet");
    }

    /**
     * Ends the claims.
     *
     * @return whether the lease is to be given back: not if it was lost, or ended before
     */
    boolean end() {
        lock.lock();
        try {
            boolean held = !ended && !lost;
            ended = true;
            return held;
        } finally {
            lock.unlock();
        }
    }

    /** Begins to give the worker id back, after {@link #end()}. Waits for nothing. */
    void beginGiveBack(long lastUsed) {
        lease.beginRelease(lastTick(lastUsed));
    }

    /**
     * Gives the worker id back, after {@link #end()}. May ask the store.
     *
     * @param lastUsed no later tick was used, whatever was claimed
     */
    void giveBack(long lastUsed) {
        lease.release(lastTick(lastUsed));
    }

    private long lastTick(long lastUsed) {
        return Math.max(Math.min(lastClaimed, lastUsed), lease.firstTick() - 1);
    }

    @Override
    public String toString() {
        return Long.toString(lease.workerId());
    }
}
