package org.uidgenerator.internal.engine;

import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidRange;

/**
 * The open block of one thread, which claims from it alone, without an atomic operation and on cache lines of its own.
 */
public final class OwnedBlock extends OpenBlock {
    /*
     *   field    writer                       readers        write     read      guard
     *   owner    -                            callers        final     plain
     *   next     the owner: claims, opens     the owner      opaque    plain
     *                                         counting threads         opaque
     *   end      the owner: opens             the owner      release   opaque    the lock, for writers
     *            a retiring thread                           release
     *   others                                                                   the lock
     *
     * Why no UID is handed out twice. Only the owner writes next, and it never lowers it: it raises it past each UID that it
     * claims, and opens blocks that are higher. So no other thread can claim here, and the owner claims nothing twice.
     *
     * Retiring writes end only. The owner may be in the middle of a claim: it has read end before, and gets one more UID
     * (or, if it claims a range, one more range) of the retired block. This is why what is left is given up, and no other thread
     * ever gets it. For the same reason a block is never handed to another thread. When a slot changes hands, so does the object:
     * the former owner can only write the next of a block that is no longer used.
     *
     * The rest of a block from which waiting callers have been served is put aside. Its owner opens it when it comes back, or
     * there would be a second writer of next.
     *
     * Why the UIDs of a thread ascend when it falls back from its own block to the stripe that it shares with others. Its slot is
     * taken back only if the stripe has no UIDs left or its block came out of the ring later than the thread's own, which is
     * looked at under the stripe's lock: whatever is opened there from then on comes out of the ring later still. Every
     * UID that the thread has got comes from its own block or an earlier one, because the thread has not been back since
     * the block was retired: it has neither opened another nor waited in the line.
     */

    final Thread owner;

    /** Where the owner shared a block before, and will again. */
    final Stripe stripe;

    /** Where the owner finds this. */
    final int slot;

    /** What is to be opened by the owner, or null. Guarded by the lock. */
    private @Nullable UidBlock aside;

    /** Whether the block was retired and the owner has not been back since. Guarded by the lock. */
    private boolean quiet;

    /** Whether the slot was taken back. Guarded by the lock. */
    private boolean gone;

    /** Makes a place without an open block. */
    OwnedBlock(Thread owner, Stripe stripe, int slot) {
        super(stripe.increment, new ReentrantLock(), 0);
        this.owner = owner;
        this.stripe = stripe;
        this.slot = slot;
    }

    /** As {@link OpenBlock#claim()}. For the owner. */
    @Override
    long claim() {
        long end = endOpaque();
        long uid = valuePlain();
        if (!isBelow(uid, end)) {
            return NONE;
        }
        setValueOpaque(uid + increment);
        return uid << 1 >>> 1; // itself, but now the compiler knows that callers need not ask for NONE
    }

    /** As {@link OpenBlock#claim(int)}. For the owner. */
    @Override
    @Nullable
    UidRange claim(int atMost) {
        long uid = valuePlain();
        long claimed = Math.min(atMost, left(uid, endOpaque()));
        if (claimed == 0) {
            return null;
        }
        setValueOpaque(uid + claimed * increment);
        return new UidRange(uid, uid + (claimed - 1) * increment, increment);
    }

    /** Puts the block aside for the owner. */
    @Override
    void offer(long firstUid, UidBlock block) {
        assert lock.isHeldByCurrentThread();
        aside = firstUid <= block.last() && firstUid >= 0
                ? new UidBlock(firstUid, block.last(), increment, block.freshness())
                : null;
    }

    /** Opens what was put aside. For the owner. */
    @Override
    boolean foundNone() {
        assert lock.isHeldByCurrentThread();
        quiet = false;
        UidBlock next = aside;
        if (next != null) {
            aside = null;
            open(next.first(), next);
        }
        return !gone;
    }

    /** Gives up what is left. */
    @Override
    void retire() {
        assert lock.isHeldByCurrentThread();
        aside = null;
        UidBlock block = block();
        if (block != null && hasLeft()) {
            end(block.last());
            quiet = true;
        }
    }

    /** Ends for good, because the slot is taken back: the owner is to look elsewhere. Lock held. */
    void vacate() {
        retire();
        gone = true;
    }

    /** Returns whether the block was retired and the owner has not been back since. Lock held. */
    boolean isQuiet() {
        assert lock.isHeldByCurrentThread();
        return quiet;
    }

    /** Returns whether the owner has ended. */
    boolean isAbandoned() {
        return !owner.isAlive();
    }

    /** The block that was opened or put aside last, or null. Lock held. */
    @Override
    @Nullable
    UidBlock block() {
        UidBlock aside = this.aside;
        return aside != null ? aside : super.block();
    }

    /** As {@link OpenBlock#hasLeftUpTo}, of the open block or the one that was put aside. */
    @Override
    boolean hasLeftUpTo(long uid) {
        UidBlock aside = this.aside;
        return aside != null ? aside.first() <= uid : super.hasLeftUpTo(uid);
    }

    /** How many UIDs are left in the open block, or in the one that was put aside. */
    @Override
    long left() {
        lock.lock();
        try {
            UidBlock aside = this.aside;
            return aside != null ? aside.size() : super.left();
        } finally {
            lock.unlock();
        }
    }
}
