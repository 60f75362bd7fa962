package org.uidgenerator.internal.engine;

import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidRange;

/**
 * The open block of the callers that share a stripe: each UID is claimed by one atomic addition.
 *
 * <p>Where a lower block is to be opened than before, a fresh stripe takes over.
 */
final class Stripe extends OpenBlock {
    /*
     *        next              end
     *          v                v
     *   --+----+----+----+----+----+--
     *     |handed out|  left  | overrun       claims may run past end
     *   --+----+----+----+----+----+--
     *
     *   field   writer                         readers   write      read      guard
     *   next    every caller: getAndAdd        callers   volatile   -         the claim itself
     *           retiring: getAndAdd                      volatile   -         the lock, and the claim itself
     *           opening: the new first UID               opaque     -         the lock
     *           finding none left: block.last + increment     opaque     -         the lock
     *   end     opening, retiring              callers   release    acquire   the lock, for writers
     *   increment    -                              callers   final      plain
     *
     * Why no UID is handed out twice. Let blocks A and B be opened one after the other; every UID of B is greater than
     * every one of A, because the ring is first-in-first-out and is taken from under the lock. Opening B writes next,
     * then end. A caller reads end, then claims:
     *
     *   - It read A's end. What it claims is either below that, and then from A: opening B only raises next above A. Or
     *     it is higher, in A's overrun or in B, and the caller drops it: it is lost, not handed out.
     *   - It read B's end. Then it sees B's next as well (acquire after release), so its claim is in B or past it, and
     *     within B no other claim got the same number: getAndAdd is atomic, and next is not set again while B has UIDs left.
     *     If B has been replaced meanwhile, the claim is past B and is dropped.
     *
     * The overrun of A may have the numbers of B, but a caller that claimed there had read A's end, so those claims are
     * dropped. It would come round to A again after 2^64 / increment claims without a new block; shortening it rules that out.
     *
     * Retiring A claims everything left in it, as a caller would that wants it all. No late caller can get those UIDs, so they
     * may be opened again, but in a fresh stripe: in this one they would not be above all of A.
     */
    private static final long NOBODY = 0; // no thread has this id

    /** The thread that opened a block here last, by its id. Guarded by the lock. */
    private long openerId = NOBODY;

    /** Whether a fresh stripe has taken over. Guarded by the lock. */
    private boolean replaced;

    /** Makes a stripe without an open block. */
    Stripe(long increment) {
        super(increment, new ReentrantLock(), 0);
    }

    /** Takes over the lock and the count of a stripe that has no UID left. Lock held. */
    Stripe(Stripe before) {
        super(before.increment, before.lock, before.issued());
        before.replaced = true;
    }

    @Override
    long claim() {
        long end = endAcquire(); // Order matters! Before the claim: see above
        long uid = getAndAddValue(increment);
        return isBelow(uid, end) ? uid : NONE;
    }

    @Override
    @Nullable
    UidRange claim(int atMost) {
        long end = endAcquire(); // Order matters! Before the claim: see above
        long wanted = Math.min(atMost, left(valueOpaque(), end));
        if (wanted == 0) {
            return null;
        }
        long uid = getAndAddValue(wanted * increment);
        long claimed = Math.min(wanted, left(uid, end));
        if (claimed == 0) {
            return null;
        }
        return new UidRange(uid, uid + (claimed - 1) * increment, increment);
    }

    /** Returns whether all UIDs of the blocks opened here so far are lower than a block. Lock held. */
    boolean isBelow(UidBlock block) {
        UidBlock latest = block();
        return latest == null || latest.last() < block.first();
    }

    /**
     * Pulls next back to just past the block opened last, if that is used up or retired, so that failed claims can
     * never wrap around into it.
     */
    @Override
    boolean foundNone() {
        UidBlock block = block();
        if (block != null && left() == 0) {
            setValueOpaque(block.last() + increment); // past the greatest long after the layout's very last block
        }
        return !replaced;
    }

    /** Returns whether UIDs are left that are lower than a block. Lock held. */
    boolean hasLeftBelow(@Nullable UidBlock block) {
        return block != null && hasLeft() && isBelow(block);
    }

    @Override
    void offer(long firstUid, UidBlock block) {
        open(firstUid, block);
    }

    /** Notes that a thread opens the next block. Returns whether no other one has opened the one before. Lock held. */
    boolean isOpenedOnlyBy(Thread caller) {
        boolean only = openerId == NOBODY || openerId == caller.getId();
        openerId = caller.getId();
        return only;
    }

    @Override
    void retire() {
        takeBack();
    }

    /**
     * Takes what is left of the open block away from the callers. Lock held.
     *
     * @return the first remaining UID; it and the rest of the block now belong to the caller. Negative if none remained
     */
    long takeBack() {
        assert lock.isHeldByCurrentThread();
        long left = left();
        long end = endAcquire();
        long rest = left > 0 ? getAndAddValue(left * increment) : NONE; // past end if callers were faster
        if (!isBelow(rest, end)) {
            return NONE;
        }
        end(rest - increment);
        return rest;
    }
}
