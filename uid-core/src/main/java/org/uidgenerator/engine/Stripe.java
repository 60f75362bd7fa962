package org.uidgenerator.engine;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The open block of the callers that share a stripe: the place where UIDs are handed out.
 *
 * <p>Claiming needs no lock; opening and retiring do. The blocks of a stripe ascend: where a lower one is to be opened, a fresh
 * stripe takes over.
 */
final class Stripe extends StripeRightPad {
    /*
     *        next            last             next: the UID that the next claim gets; claims may run past last
     *          v               v              last: the highest UID of the open block, RETIRED if none is open
     *                                         step: how far a claim moves next, the same for all blocks
     *   --+----+----+----+----+----+--
     *     |handed out|  left  | overrun       each padded, so that reading last does not miss whenever next is written
     *   --+----+----+----+----+----+--
     *
     *   field   writer                         readers   write      read      guard
     *   next    every caller: getAndAdd        callers   volatile   -         the claim itself
     *           retiring: getAndAdd                      volatile   -         the lock, and the claim itself
     *           opening: the new first UID               opaque     -         the lock
     *           finding none left: block.last + step     opaque     -         the lock
     *   last    opening, retiring              callers   release    acquire   the lock, for writers
     *   step    -                              callers   final      plain
     *
     * Why no UID is handed out twice. Let blocks A and B be opened one after the other; every UID of B is greater than
     * every one of A, because the ring is first-in-first-out and is taken from under the lock. Opening B writes next,
     * then last. A caller reads last, then claims:
     *
     *   - It read A's last. What it claims is either at most that, and then from A: opening B only raises next above A. Or
     *     it is higher, in A's overrun or in B, and the caller drops it: it is lost, not handed out.
     *   - It read B's last. Then it sees B's next as well (acquire after release), so its claim is in B or past it, and
     *     within B no other claim got the same number: getAndAdd is atomic, and next is not set again while B has UIDs left.
     *     If B has been replaced meanwhile, the claim is past B and is dropped.
     *
     * The overrun of A may have the numbers of B, but whoever claimed there had read A's last, so those claims are dropped. It
     * would come round to A again after 2^64 / step claims without a new block; shortening it rules that out.
     *
     * Retiring A claims everything left in it, as a batch call would. No late caller can get those UIDs, so they may be opened
     * again, but in a fresh stripe: in this one they would not be above all of A.
     */
    private static final long NONE = -1;
    private static final long RETIRED = -1;

    private static final VarHandle LAST = ConstantBootstraps.fieldVarHandle(
                    MethodHandles.lookup(), "last", VarHandle.class, StripeLast.class, long.class)
            .withInvokeExactBehavior();

    /** Held while the block is opened or retired, never while waiting for one. */
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

    /** Makes a stripe without an open block. */
    Stripe(long step) {
        super(0, step);
        last = RETIRED;
        lock = new ReentrantLock();
    }

    /** Takes over the lock and the count of a stripe that has no UID left. Lock held. */
    Stripe(Stripe before) {
        super(0, before.step);
        last = RETIRED;
        lock = before.lock;
        issuedBefore = before.issuedBefore + before.issuedOfThisBlock();
    }

    /** The highest UID of the open block, or a negative number if none is open. */
    long lastAcquire() {
        return (long) LAST.getAcquire((StripeLast) this);
    }

    /**
     * Claims a UID.
     *
     * @return the UID, or a negative number if the open block is used up, or none is open
     */
    long claim() {
        long last = lastAcquire(); // Order matters! Before the claim: see above
        long uid = getAndAddValue(step);
        return uid <= last ? uid : NONE;
    }

    /**
     * Claims consecutive UIDs for an array from an index on.
     *
     * @return how many were claimed and stored: less than the rest of the array if the open block is used up now
     */
    int claim(long[] uids, int from) {
        long last = lastAcquire(); // Order matters! Before the claim: see above
        int wanted = (int) Math.min(uids.length - from, left(last));
        if (wanted == 0) {
            return 0;
        }
        long uid = getAndAddValue(wanted * step);
        int claimed = uid < 0 || uid > last ? 0 : (int) Math.min(wanted, (last - uid) / step + 1);
        for (int i = 0; i < claimed; i++) {
            uids[from + i] = uid + i * step;
        }
        return claimed;
    }

    /** Returns whether all UIDs of the blocks opened here so far are lower than a block. Lock held. */
    boolean isBelow(UidBlock block) {
        assert lock.isHeldByCurrentThread();
        return this.block == null || this.block.last() < block.first();
    }

    /** Opens a block at one of its UIDs. Lock held; all UIDs of earlier blocks are lower. */
    void open(long firstUid, UidBlock block) {
        assert lock.isHeldByCurrentThread();
        assert block.step() == step : block;
        this.block = block;
        issuedBefore += issuedOfThisBlock();
        start = firstUid;
        lastCounted = block.last();
        setValueOpaque(firstUid);
        LAST.setRelease((StripeLast) this, block.last()); // Order matters! After next: see above
    }

    /**
     * Takes what is left of the open block away from the callers. Lock held.
     *
     * @return the first remaining UID; it and the rest of the block now belong to the caller. Negative if none remained
     */
    long retire() {
        assert lock.isHeldByCurrentThread();
        long left = left();
        long last = lastAcquire();
        long rest = left > 0 ? getAndAddValue(left * step) : NONE; // past last, whatever callers have claimed meanwhile
        if (rest < 0 || rest > last) {
            return NONE;
        }
        lastCounted = rest - step;
        LAST.setRelease((StripeLast) this, RETIRED);
        return rest;
    }

    /**
     * Pulls next back to just past the block opened last, which is used up or retired, so that failed claims can never wrap around
     * into it. Lock held.
     */
    void shortenOverrun() {
        assert lock.isHeldByCurrentThread();
        if (block != null && left() == 0) {
            setValueOpaque(block.last() + step); // past the greatest long after the layout's very last block
        }
    }

    /** Retires the block, waiting for the lock. */
    void lockAndRetire() {
        lock.lock();
        try {
            retire();
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether no block is open because UIDs were left when the last one was retired, or there was none yet. */
    boolean isRetired() {
        return lastAcquire() == RETIRED;
    }

    /** Returns whether UIDs are left in the open block. Callers may be claiming them. */
    boolean hasLeft() {
        return left() > 0;
    }

    /** How many UIDs are left in the open block. */
    long left() {
        return left(lastAcquire());
    }

    private long left(long last) {
        long next = valueOpaque();
        return next >= 0 && next <= last ? (last - next) / step + 1 : 0;
    }

    /** The UID that was handed out last, negative if none was. Lock held. */
    long lastUid() {
        assert lock.isHeldByCurrentThread();
        return start + (issuedOfThisBlock() - 1) * step;
    }

    /** The block that was opened last, or null. Lock held. */
    @Nullable
    UidBlock block() {
        assert lock.isHeldByCurrentThread();
        return block;
    }

    /** The stamp of the open block, or -1 if no UIDs are left in it. */
    long stampOfLeft() {
        lock.lock();
        try {
            return block != null && hasLeft() ? block.stamp() : -1;
        } finally {
            lock.unlock();
        }
    }

    /** How many UIDs have been handed out here, and before. */
    long issued() {
        lock.lock();
        try {
            return issuedBefore + issuedOfThisBlock();
        } finally {
            lock.unlock();
        }
    }

    private long issuedOfThisBlock() {
        long next = valueOpaque();
        return ((next >= 0 && next <= lastCounted ? next : lastCounted + step) - start) / step;
    }
}

class StripeLast extends PaddedLong {
    final long step;
    long last;

    StripeLast(long initial, long step) {
        super(initial);
        this.step = step;
    }
}

class StripeRightPad extends StripeLast {
    byte s000, s001, s002, s003, s004, s005, s006, s007, s008, s009, s010, s011, s012, s013, s014, s015;
    byte s016, s017, s018, s019, s020, s021, s022, s023, s024, s025, s026, s027, s028, s029, s030, s031;
    byte s032, s033, s034, s035, s036, s037, s038, s039, s040, s041, s042, s043, s044, s045, s046, s047;
    byte s048, s049, s050, s051, s052, s053, s054, s055, s056, s057, s058, s059, s060, s061, s062, s063;
    byte s064, s065, s066, s067, s068, s069, s070, s071, s072, s073, s074, s075, s076, s077, s078, s079;
    byte s080, s081, s082, s083, s084, s085, s086, s087, s088, s089, s090, s091, s092, s093, s094, s095;
    byte s096, s097, s098, s099, s100, s101, s102, s103, s104, s105, s106, s107, s108, s109, s110, s111;
    byte s112, s113, s114, s115, s116, s117, s118, s119, s120, s121, s122, s123, s124, s125, s126, s127;

    StripeRightPad(long initial, long step) {
        super(initial, step);
    }
}
