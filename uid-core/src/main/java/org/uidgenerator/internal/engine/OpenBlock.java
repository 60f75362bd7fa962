package org.uidgenerator.internal.engine;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidRange;

/**
 * The place where UIDs are handed out: a block that callers claim from, and the next one in its place when it is used
 * up or retired. The blocks ascend.
 *
 * <p>Claiming needs no lock; opening and retiring do.
 */
abstract sealed class OpenBlock extends OpenBlockRightPad permits Stripe, OwnedBlock {
    /*
     *        next              end            next: the UID that the next claim gets
     *          v                v             end: one above the highest UID of the block, 0 if none is open
     *                                         increment: how far a claim moves next, the same for all blocks
     *   --+----+----+----+----+----+--
     *     |handed out|  left  |               next and end are padded, so that reading end does not miss whenever
     *   --+----+----+----+----+----+--        next is written
     *
     * Next and end are compared as unsigned numbers: in the layout's very last block, they pass the greatest long.
     */
    static final long NONE = -1;
    private static final long NO_BLOCK = 0;

    private static final VarHandle END = ConstantBootstraps.fieldVarHandle(
                    MethodHandles.lookup(), "end", VarHandle.class, OpenBlockEnd.class, long.class)
            .withInvokeExactBehavior();

    /** Held while a block is opened or retired, never while waiting for one. */
    final ReentrantLock lock;

    /*
     * For counting, guarded by the lock: where the block was opened, the last UID of it that may be counted, and what was
     * handed out of the blocks before it.
     */
    private long start;
    private long lastCounted = -1;
    private long issuedBefore;

    /** The block that was opened last, or null. Guarded by the lock. */
    private @Nullable UidBlock block;

    /** Makes a place without an open block. */
    OpenBlock(long increment, ReentrantLock lock, long issuedBefore) {
        super(0, increment);
        end = NO_BLOCK + ORIGIN;
        this.lock = lock;
        this.issuedBefore = issuedBefore;
    }

    /**
     * Claims a UID.
     *
     * @return the UID, or a negative number if the open block is used up, or none is open
     */
    abstract long claim();

    /**
     * Claims consecutive UIDs.
     *
     * @param atMost how many are wanted, at least one
     * @return as many of them as are left, or null if the open block is used up, or none is open
     */
    abstract @Nullable UidRange claim(int atMost);

    /**
     * Prepares for the next block. Called with the lock held by a caller that has found no UID.
     *
     * @return false if the caller has another place from now on
     */
    abstract boolean foundNone();

    /**
     * Opens a block from one of its UIDs on, for callers that may be claiming at the same time. Otherwise as
     * {@link #open}.
     */
    abstract void offer(long firstUid, UidBlock block);

    /** Takes what is left of the open block away from the callers. Lock held. */
    abstract void retire();

    /** One above the highest UID of the open block, unsigned, or 0 if none is open. */
    final long endAcquire() {
        return (long) END.getAcquire((OpenBlockEnd) this) + ORIGIN;
    }

    /** As {@link #endAcquire()}, for callers that need nothing that was written before. */
    final long endOpaque() {
        return (long) END.getOpaque((OpenBlockEnd) this) + ORIGIN;
    }

    /** Opens a block at one of its UIDs. Lock held; all UIDs of earlier blocks are lower. */
    final void open(long firstUid, UidBlock block) {
        assert lock.isHeldByCurrentThread();
        assert block.increment() == increment : block;
        this.block = block;
        issuedBefore += issuedOfThisBlock();
        start = firstUid;
        lastCounted = block.last();
        setValueOpaque(firstUid);
        END.setRelease((OpenBlockEnd) this, block.last() + 1 + ORIGIN); // Order matters! After next: see Stripe
    }

    /** Stops all claims, and counts the UIDs up to this one. Lock held. */
    final void end(long lastUid) {
        assert lock.isHeldByCurrentThread();
        lastCounted = lastUid;
        END.setRelease((OpenBlockEnd) this, NO_BLOCK + ORIGIN);
    }

    /** Returns whether no block is open because UIDs were left when the last one was retired, or there was none yet. */
    final boolean isRetired() {
        return endAcquire() == NO_BLOCK;
    }

    /** Returns whether UIDs are left in the open block. Callers may be claiming them. */
    final boolean hasLeft() {
        return left() > 0;
    }

    /** Returns whether UIDs are left in the open block, the next of which is not above another one. Lock held. */
    boolean hasLeftUpTo(long uid) {
        assert lock.isHeldByCurrentThread();
        return hasLeft() && valueOpaque() <= uid; // callers may raise it, then all that is left is higher still
    }

    /** How many UIDs are left in the open block. */
    long left() {
        long end = endAcquire(); // Order matters! Before next, or next would be compared with the end of a later block
        return left(valueOpaque(), end);
    }

    /** How many UIDs there are from one up to the end of a block. */
    final long left(long next, long end) {
        return isBelow(next, end) ? (end - 1 - next) / increment + 1 : 0;
    }

    /** The UID that was handed out last, negative if none was. Lock held. */
    final long lastUid() {
        assert lock.isHeldByCurrentThread();
        return start + (issuedOfThisBlock() - 1) * increment;
    }

    /** The block that was opened last, or null. Lock held. */
    @Nullable
    UidBlock block() {
        assert lock.isHeldByCurrentThread();
        return block;
    }

    /** The freshness of the open block, or -1 if no UIDs are left in it. */
    final long freshnessOfLeft() {
        lock.lock();
        try {
            UidBlock block = block();
            return block != null && hasLeft() ? block.freshness() : -1;
        } finally {
            lock.unlock();
        }
    }

    /** Counts UIDs that were handed out in a place that is given up. Lock held. */
    final void addIssued(long uids) {
        assert lock.isHeldByCurrentThread();
        issuedBefore += uids;
    }

    /** How many UIDs have been handed out here, and before. */
    final long issued() {
        lock.lock();
        try {
            return issuedBefore + issuedOfThisBlock();
        } finally {
            lock.unlock();
        }
    }

    private long issuedOfThisBlock() {
        long next = valueOpaque();
        return ((next >= 0 && next <= lastCounted ? next : lastCounted + increment) - start) / increment;
    }
}

class OpenBlockEnd extends PaddedLong {
    final long increment;
    long end;

    OpenBlockEnd(long initial, long increment) {
        super(initial);
        this.increment = increment;
    }
}

class OpenBlockRightPad extends OpenBlockEnd {
    byte s000, s001, s002, s003, s004, s005, s006, s007, s008, s009, s010, s011, s012, s013, s014, s015;
    byte s016, s017, s018, s019, s020, s021, s022, s023, s024, s025, s026, s027, s028, s029, s030, s031;
    byte s032, s033, s034, s035, s036, s037, s038, s039, s040, s041, s042, s043, s044, s045, s046, s047;
    byte s048, s049, s050, s051, s052, s053, s054, s055, s056, s057, s058, s059, s060, s061, s062, s063;
    byte s064, s065, s066, s067, s068, s069, s070, s071, s072, s073, s074, s075, s076, s077, s078, s079;
    byte s080, s081, s082, s083, s084, s085, s086, s087, s088, s089, s090, s091, s092, s093, s094, s095;
    byte s096, s097, s098, s099, s100, s101, s102, s103, s104, s105, s106, s107, s108, s109, s110, s111;
    byte s112, s113, s114, s115, s116, s117, s118, s119, s120, s121, s122, s123, s124, s125, s126, s127;

    OpenBlockRightPad(long initial, long increment) {
        super(initial, increment);
    }
}
