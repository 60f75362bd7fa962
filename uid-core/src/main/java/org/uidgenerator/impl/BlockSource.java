package org.uidgenerator.impl;

import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.buffer.UidBlock;

/**
 * Claims ticks, each once and in ascending order, and cuts them into blocks. The clock decides only which tick is claimed
 * next: {@code max(now, last + 1)}. For one thread at a time.
 */
final class BlockSource {
    private final LeasedTicks ticks;
    private final TickClock clock;
    private final HandOutWindow window;
    private final UidLayout layout;
    private final long blockSize;
    private final long step;

    private volatile long lastTick = -1; // status() reads it from other threads
    private long nextUid;
    private long leftInTick;

    /** Makes a source of blocks of {@code 2^blockBits} UIDs, where {@code blockBits <= layout.seqBits()}. */
    BlockSource(LeasedTicks ticks, TickClock clock, HandOutWindow window, UidLayout layout, int blockBits) {
        this.ticks = ticks;
        this.clock = clock;
        this.window = window;
        this.layout = layout;
        this.blockSize = 1L << blockBits;
        this.step = layout.sequenceStep();
    }

    /**
     * Cuts the next block, claiming a tick for it if need be. What is left of a tick that has gone stale is skipped.
     *
     * @return the block, or null as long as the next tick lies too far in the future
     * @throws UidGenerateException if the time bits are used up, or no tick can be reserved
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
        long first = ticks.reserveAfter(lastTick);
        if (first == LeasedTicks.NOT_YET) {
            return false;
        }
        assert layout.tickOf(first) > lastTick : "a tick claimed twice";
        lastTick = layout.tickOf(first);
        nextUid = first;
        leftInTick = layout.maxSequence() + 1;
        return true;
    }

    /** Has no UID claimed so far handed out any more if the lease has been revoked. */
    void dropWhatIsRevoked() {
        if (ticks.isRevoked()) {
            window.dropThrough(lastTick);
        }
    }

    /** How far the last claimed tick lies ahead of the clock, in milliseconds: negative if it has passed. */
    long borrowedMillis() {
        return clock.millisAhead(lastTick);
    }

    /** How long until {@link #next()} can claim a tick again after it gave null, in milliseconds. */
    long millisUntilNext() {
        return clock.millisUntilClaimable(lastTick + 1);
    }

    /** Gives the lease back, and the rest of the last tick up; nothing may be claimed until the ticks are taken anew. */
    void release() {
        leftInTick = 0;
        ticks.release(lastTick);
    }
}
