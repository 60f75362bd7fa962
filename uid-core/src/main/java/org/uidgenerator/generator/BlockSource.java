package org.uidgenerator.generator;

import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.worker.WorkerLease;

/**
 * Claims ticks, each once and in ascending order, and cuts them into blocks. The clock decides only which tick is claimed
 * next: {@code max(now, last + 1)}. For one thread at the same time.
 */
final class BlockSource {
    private final LeasedTicks ticks;
    private final TickClock clock;
    private final HandOutWindow window;
    private final UidLayout layout;
    private final long blockSize;
    private final long step;

    /** What the last tick was claimed under. */
    private WorkerLease lease;

    private volatile long lastTick; // status() reads it from other threads
    private long nextUid;
    private long leftInTick;

    /**
     * Makes a source of blocks of {@code 2^blockBits} UIDs, where {@code blockBits <= layout.seqBits()}.
     *
     * @param lastTick the last tick that was claimed before, or -1
     */
    BlockSource(
            LeasedTicks ticks, TickClock clock, HandOutWindow window, UidLayout layout, int blockBits, long lastTick) {
        this.ticks = ticks;
        this.clock = clock;
        this.window = window;
        this.layout = layout;
        this.blockSize = 1L << blockBits;
        this.step = layout.sequenceStep();
        this.lease = ticks.lease();
        this.lastTick = lastTick;
    }

    /**
     * Cuts the next block, claiming a tick for it if need be. What is left of a tick that has gone stale is skipped.
     *
     * @return the block, or null as long as the next tick lies too far in the future or is not reserved
     * @throws UidGenerateException if the time bits are used up
     */
    @Nullable
    UidBlock next() {
        boolean tickUsedUp = leftInTick == 0 || !window.contains(nextUid);
        if (tickUsedUp && !claimTick()) {
            return null;
        }
        UidBlock block = new UidBlock(nextUid, nextUid + (blockSize - 1) * step, step);
        nextUid += blockSize * step; // past the greatest long after the layout's very last block
        leftInTick -= blockSize;
        return block;
    }

    private boolean claimTick() {
        leftInTick = 0;
        WorkerLease lease = ticks.lease();
        dropWhatIsRevoked(); // Order matters! If another lease is there, the one before has been revoked by now or
        // never is
        long now = clock.currentTick();
        long tick = Math.max(Math.max(now, lastTick + 1), lease.firstTick());
        if (tick > clock.latestTick(now) || !ticks.tryReserve(tick, lease)) {
            return false;
        }
        assert tick > lastTick : "a tick claimed twice";
        this.lease = lease;
        lastTick = tick;
        nextUid = layout.encode(tick, lease.workerId(), 0);
        leftInTick = layout.maxSequence() + 1;
        return true;
    }

    /** If the lease of the UIDs claimed so far has been revoked, bans them all, even if another one has taken its place. */
    void dropWhatIsRevoked() {
        if (lease.isRevoked()) {
            window.dropThrough(lastTick);
        }
    }

    /** The last tick that was claimed, or -1. */
    long lastTick() {
        return lastTick;
    }

    /** How far the last claimed tick lies ahead of the clock, in milliseconds: negative if it has passed. */
    long borrowedMillis() {
        return clock.millisAhead(lastTick);
    }

    /** How long until {@link #next()} can claim a tick again after it returned null, in milliseconds, if it is reserved. */
    long millisUntilNext() {
        return clock.millisUntilClaimable(lastTick + 1);
    }
}
