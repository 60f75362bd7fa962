package org.uidgenerator.worker;

import org.uidgenerator.UidGenerateException;

/**
 * A worker id and the ticks that may be used under it. A tick is <em>used</em> when a UID with that time and worker id
 * is handed out. It may be used only after {@link #reserve} has returned for it, or for a later one, so that two
 * holders of one worker id use disjoint ticks even if both believe that they own it.
 *
 * <p>A lease must know what its predecessors may have used. This one does, for a process that keeps a number in a place
 * of its own, which {@code advanceTo} moves up in one atomic, durable step:
 *
 * <pre>{@code
 * final class StoredLease implements WorkerLease {
 *     private final long firstTick = stored.get() + 1; // above all that was reserved before
 *     private volatile long reservedThrough = firstTick - 1;
 *
 *     public long workerId() {
 *         return 7;
 *     }
 *
 *     public long firstTick() {
 *         return firstTick;
 *     }
 *
 *     public synchronized void reserve(long tick) {
 *         if (tick > reservedThrough) {
 *             stored.advanceTo(tick + 600); // it is stored before the tick is used
 *             reservedThrough = tick + 600;
 *         }
 *     }
 *
 *     public LeaseState state() {
 *         return LeaseState.through(reservedThrough);
 *     }
 *
 *     public void release(long lastTick) {} // the next process starts above what was reserved
 * }
 * }</pre>
 *
 * <p>All methods may be called from any thread, possibly from several at the same time.
 */
public interface WorkerLease {

    /**
     * Makes a lease of a worker id that no other generator has and that is never used again, not even by the next run
     * of the same process. Nothing is reserved or given back, and the caller must ensure that the worker id is new. A
     * second generator with the same worker id, after the first is closed, would repeat UIDs;
     * {@link StaticWorkerIdAssigner} is for that.
     *
     * @param workerId the worker id
     * @return the lease
     */
    static WorkerLease neverReused(long workerId) {
        return new WorkerLease() {
            @Override
            public long workerId() {
                return workerId;
            }

            @Override
            public long firstTick() {
                return 0;
            }

            @Override
            public void reserve(long tick) {}

            @Override
            public LeaseState state() {
                return LeaseState.UNLIMITED;
            }

            @Override
            public void release(long lastTick) {}
        };
    }

    /** {@return the worker id, the same at each call} */
    long workerId();

    /**
     * {@return the lowest tick that may be used, the same at each call: above all that earlier holders of the worker id
     * may have used}
     */
    long firstTick();

    /**
     * Returns the latest tick that may be used while the clock shows another. If it is below the generator's own limit,
     * {@code maxBorrow}, the generator waits for the clock.
     *
     * @param currentTick the tick of now
     * @return by default all ticks: the lease sets no limit
     */
    default long latestTick(long currentTick) {
        return Long.MAX_VALUE;
    }

    /**
     * Reserves the ticks from {@link #firstTick()} through the given one, so that they may be used. Generators call it
     * once for each tick that they claim, and may call it for the tick of now when they start. If {@link #state()} says
     * that the tick is usable, they call it from any thread, under a lock, and it returns at once. Otherwise they call
     * it from a thread of their own for such calls, one call after the other, and it may do I/O. No call begins after
     * {@link #release} has begun.
     *
     * @param tick the tick about to be used, at least {@link #firstTick()}
     * @throws WorkerLeaseLostException if the worker id has gone to another holder. Ticks reserved earlier stay the
     *     caller's; for later ones it needs a new lease
     * @throws UidGenerateException if the store cannot tell now; the caller may try again
     */
    void reserve(long tick);

    /**
     * Returns whether the lease is void: even the reserved ticks must no longer be used, nor their UIDs be handed out,
     * because the store has gone back in time and may have given them to another holder. {@link #reserve} then says
     * that the lease is lost. Generators ask at least once per {@code maxStaleness / 8}; in memory, no I/O.
     *
     * @return false, unless the lease can find out
     */
    default boolean isRevoked() {
        return false;
    }

    /**
     * Describes the state of the lease with its store. In memory, no I/O. A lease that reserves ticks ahead, or needs
     * no store, says so here: generators then claim ticks without a detour through another thread.
     *
     * @return the state
     */
    LeaseState state();

    /**
     * Begins to give the worker id back, and waits for nothing: {@link #release} follows, with the same tick. A
     * generator that ends calls it for all its worker ids first, so that they are given back at the same time.
     *
     * @param lastTick as for {@link #release}
     */
    default void beginRelease(long lastTick) {}

    /**
     * Gives the worker id back. The caller uses no tick after {@code lastTick}, and the next holder starts above it. If
     * this is never called, because the process crashed, at most the reserved ticks are lost.
     *
     * @param lastTick the last tick of which a UID may have been handed out, or {@code firstTick() - 1} if there is
     *     none; it may be lower than one that was reserved
     * @throws UidGenerateException if the store cannot be told
     */
    void release(long lastTick);
}
