package org.uidgenerator.worker;

import java.util.OptionalLong;
import org.uidgenerator.UidGenerateException;

/**
 * A worker id and the ticks that may be stamped under it. A tick may be stamped only after {@link #reserve} has
 * returned for it, or for a later one, so that two holders of one worker id stamp disjoint ticks even if both believe
 * that they own it.
 *
 * <p>All methods may be called from any thread, possibly from several at the same time.
 */
@FunctionalInterface
public interface WorkerLease {

    /**
     * Makes a lease of a worker id that is the caller's alone, for ever: there is nothing to reserve and nothing to
     * give back.
     *
     * <p>A process that is restarted under the same worker id must not start before the clock has passed every tick
     * that its predecessor stamped, including those borrowed from the future. The caller must ensure that.
     *
     * @param workerId the worker id
     * @return the lease
     */
    static WorkerLease of(long workerId) {
        return new WorkerLease() {
            @Override
            public long workerId() {
                return workerId;
            }

            @Override
            public LeaseState state() {
                return LeaseState.UNLIMITED;
            }
        };
    }

    /**
     * Returns the worker id.
     *
     * @return the same at each call
     */
    long workerId();

    /**
     * Returns the lowest tick that may be stamped: above all that earlier holders of the worker id may have stamped.
     *
     * @return the same at each call
     */
    default long firstTick() {
        return 0;
    }

    /**
     * Returns the latest tick that may be stamped while the clock shows another. Where it is below the generator's own
     * limit, {@code maxBorrow}, the generator waits for the clock.
     *
     * @param currentTick the tick of now
     * @return by default all ticks: the lease sets no limit
     */
    default long latestTick(long currentTick) {
        return Long.MAX_VALUE;
    }

    /**
     * Reserves the ticks from {@link #firstTick()} through the given one, so that they may be stamped. Generators call
     * it once for each tick that they claim, and may call it for the tick of now when they start. Where
     * {@link #state()} says that the tick is usable, they call it from any thread, under a lock, and it returns at
     * once. Otherwise they call it from a thread of their own for such calls, one call after the other, and it may do
     * I/O. No call begins after {@link #release} has begun.
     *
     * @param tick the tick about to be stamped, at least {@link #firstTick()}
     * @throws WorkerLeaseLostException if the worker id has gone to another holder. Ticks reserved earlier stay the
     *     caller's; for later ones it needs a new lease
     * @throws UidGenerateException if the store cannot tell now; the caller may try again
     */
    default void reserve(long tick) {}

    /**
     * Returns whether the lease is void: even the reserved ticks must no longer be stamped, nor their UIDs be handed
     * out, because the store has gone back in time and may have given them to another holder. {@link #reserve} then
     * says that the lease is lost. Generators ask at least once per {@code maxStaleness / 8}; in memory, no I/O.
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
     * @return by default a state without a term and with no tick reserved
     */
    default LeaseState state() {
        return new LeaseState(OptionalLong.empty(), firstTick() - 1, null, null);
    }

    /**
     * Returns the worker id back. The caller stamps no tick after {@code lastTick}, and the next holder starts above
     * it. If this is never called, because the process crashed, at most the reserved ticks are lost.
     *
     * @param lastTick the last tick that was claimed, or {@code firstTick() - 1} if none was
     * @throws UidGenerateException if the store cannot be told
     */
    default void release(long lastTick) {}
}
