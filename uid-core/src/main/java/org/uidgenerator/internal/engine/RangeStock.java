package org.uidgenerator.internal.engine;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidRange;

/**
 * Ranges that were fetched ahead of demand and not handed out yet. Gives them out lowest first, as blocks or some UIDs
 * at a time, and requests more before they are used up.
 */
public final class RangeStock implements BlockSource {
    /*
     *    the range to take from next         ranges for later
     *    ├────────────┬───────┤         ├──────────────────────┤   highest: the next ranges are above it
     *        taken    ▲ left                     left
     *                next
     *
     * More is requested whenever UIDs are taken and what is left, of all ranges together, is at most what the last fetch brought,
     * less a share of it. No field remembers that a request was made, so none can be lost: it is made again with the next UIDs.
     *
     * All is guarded by the lock, which is never held while a store or server is asked for ranges. The methods that say so are
     * called with the lock held, by callers that have to do several things at once.
     */

    /** Guards the stock, and whatever else has to change together with it. */
    public final ReentrantLock lock = new ReentrantLock();

    private final Supply supply;
    private final Cut cut;
    private @Nullable Deque<UidBlock> later; // null until there was more than one range: most tags never have two

    private long next;
    private long leftOfFirst;
    private long increment = 1;
    private long freshness;

    private long left;
    private long lastFetch;
    private long highest = -1;
    private long blockStep;

    /** The source of the ranges of a stock. Nothing here waits. */
    public interface Supply {

        /**
         * Requests more ranges. Called with the lock held, again and again until they come, so it is cheap if they have
         * been requested already.
         */
        void request();

        /** Returns whether UIDs that were added with this freshness may be handed out. Called from any thread. */
        default boolean isFresh(long freshness) {
            return true;
        }

        /**
         * Learns that there are no more blocks, because the next UIDs are another increment apart, until
         * {@link RangeStock#beginBlocks} is called. Called with the lock held.
         */
        default void stepChanges() {}

        /** Returns what each call is told that waits for ranges, or null as long as some may come. From any thread. */
        default @Nullable UidGenerateException refusal() {
            return null;
        }

        /** Returns why no ranges came last, for a message, or null if nothing is known. Called from any thread. */
        @Nullable
        String trouble();

        /** Returns why no ranges came when they were asked for last, or null if they did. Called from any thread. */
        @Nullable
        Throwable failure();
    }

    /**
     * The cut of a stock into blocks.
     *
     * @param reserve one in how many UIDs of a fetch is used when more are requested: with 10, a tenth of them
     * @param blocks how many blocks a fetch has at least, unless it has fewer UIDs
     * @param greatestBlock how many UIDs a block has at most
     */
    public record Cut(long reserve, long blocks, long greatestBlock) {

        /** Returns how many UIDs a block has: few where ranges are short, so that little is lost with an open block. */
        public long blockSize(long fetched) {
            return Math.max(1, Math.min(greatestBlock, fetched / blocks));
        }
    }

    public RangeStock(Supply supply, Cut cut) {
        this.supply = supply;
        this.cut = cut;
    }

    /**
     * Adds what a fetch has brought.
     *
     * @param ranges in ascending order, above all that were added before; at least one
     * @param freshness the greater, the fresher they are
     */
    public void add(List<UidRange> ranges, long freshness) {
        lock.lock();
        try {
            lastFetch = 0;
            for (UidRange range : ranges) {
                assert range.first() > highest : range + " after " + highest;
                highest = range.last();
                append(new UidBlock(range.first(), range.last(), range.increment(), freshness));
                lastFetch += range.size();
            }
            left += lastFetch;
            if (blockStep == 0) {
                blockStep = increment;
            }
        } finally {
            lock.unlock();
        }
    }

    private void append(UidBlock range) {
        if (leftOfFirst == 0) {
            open(range);
        } else {
            later().addLast(range);
        }
    }

    private void open(UidBlock range) {
        next = range.first();
        increment = range.increment();
        freshness = range.freshness();
        leftOfFirst = range.size();
    }

    private Deque<UidBlock> later() {
        Deque<UidBlock> later = this.later;
        if (later == null) {
            later = new ArrayDeque<>(1);
            this.later = later;
        }
        return later;
    }

    /** Notes that a UID was fetched that is not handed out: what is added next is above it. Lock held. */
    public void skip(long uid) {
        assert lock.isHeldByCurrentThread();
        highest = Math.max(highest, uid);
    }

    /**
     * Drops all that is left. Lock held.
     *
     * @return what of it lies at the end, without a hole: none of it was handed out, and nothing above it was fetched
     *     by this stock. Null if nothing is left, or something was {@linkplain #skip skipped} above it
     */
    public @Nullable UidRange drop() {
        UidRange rest = null;
        if (leftOfFirst > 0) {
            rest = new UidRange(next, lastOfFirst(), increment);
            for (UidBlock range : later == null ? List.<UidBlock>of() : later) {
                boolean continues =
                        range.increment() == rest.increment() && rest.last() + rest.increment() == range.first();
                rest = new UidRange(continues ? rest.first() : range.first(), range.last(), range.increment());
            }
        }
        later = null;
        leftOfFirst = 0;
        left = 0;
        return rest != null && rest.last() == highest ? rest : null;
    }

    /** Notes that the rest that was dropped may be fetched again, by this stock or others. Lock held. */
    public void lower(UidRange rest) {
        assert lock.isHeldByCurrentThread();
        if (highest == rest.last()) {
            highest = rest.first() - 1; // not an increment less: UIDs of other increments may have come before it
        }
    }

    /** Puts blocks back that were never opened, in ascending order, below all that is left. Lock held. */
    public void putBack(List<UidBlock> unopened) {
        assert lock.isHeldByCurrentThread();
        for (int i = unopened.size() - 1; i >= 0; i--) {
            putBack(unopened.get(i));
        }
    }

    private void putBack(UidBlock block) {
        long size = block.size();
        left += size;
        if (leftOfFirst > 0 && isContinuedBy(block)) {
            next = block.first();
            leftOfFirst += size;
        } else {
            if (leftOfFirst > 0) {
                later().addFirst(new UidBlock(next, lastOfFirst(), increment, freshness));
            }
            open(block);
        }
    }

    /** Returns whether the range to take from next lies right above a block. */
    private boolean isContinuedBy(UidBlock block) {
        return block.increment() == increment && block.freshness() == freshness && block.last() + increment == next;
    }

    private long lastOfFirst() {
        return next + (leftOfFirst - 1) * increment;
    }

    @Override
    public @Nullable UidBlock next(long floor) {
        lock.lock();
        try {
            dropUseless(floor);
            if (left == 0) {
                supply.request();
                return null;
            }
            if (increment != blockStep) {
                supply.stepChanges();
                return null;
            }
            long freshness = this.freshness;
            UidRange block = take(cut.blockSize(lastFetch));
            return new UidBlock(block.first(), block.last(), block.increment(), freshness);
        } finally {
            lock.unlock();
        }
    }

    private void dropUseless(long floor) {
        while (left > 0 && (lastOfFirst() <= floor || !supply.isFresh(freshness))) {
            left -= leftOfFirst;
            leftOfFirst = 0;
            openNextIfNeeded();
        }
    }

    /** Takes as many of the wanted UIDs as are consecutive. Lock held; something is left. */
    public UidRange take(long atMost) {
        assert lock.isHeldByCurrentThread() && leftOfFirst > 0;
        long size = Math.min(atMost, leftOfFirst);
        UidRange taken = new UidRange(next, next + (size - 1) * increment, increment);
        next += size * increment; // past the greatest long after the very last UID
        leftOfFirst -= size;
        left -= size;
        openNextIfNeeded();
        if (left <= lowMark()) {
            supply.request();
        }
        return taken;
    }

    private void openNextIfNeeded() {
        Deque<UidBlock> later = this.later;
        if (leftOfFirst == 0 && later != null && !later.isEmpty()) {
            open(later.removeFirst());
        }
    }

    private long lowMark() {
        return lastFetch - Math.max(1, lastFetch / cut.reserve());
    }

    /** Returns whether more is to be fetched: always if nothing is left. */
    public boolean isLow() {
        lock.lock();
        try {
            return left == 0 || left <= lowMark();
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether nothing is left. Lock held. */
    public boolean isEmpty() {
        assert lock.isHeldByCurrentThread();
        return left == 0;
    }

    public long left() {
        lock.lock();
        try {
            return left;
        } finally {
            lock.unlock();
        }
    }

    /** The highest UID that was fetched, or -1. */
    public long highest() {
        lock.lock();
        try {
            return highest;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Lets blocks begin, all of which are the same increment apart as the next UIDs are, or the last ones were if
     * nothing is left. Lock held.
     *
     * @return the increment
     */
    public long beginBlocks() {
        assert lock.isHeldByCurrentThread();
        blockStep = increment;
        return increment;
    }

    /** Until the next ranges come, whose arrival wakes the padder. */
    @Override
    public long nanosUntilNext() {
        return Long.MAX_VALUE;
    }

    /** None is skipped. */
    @Override
    public long firstUid(UidBlock block) {
        return block.first();
    }

    @Override
    public boolean isFresh(UidBlock block) {
        return supply.isFresh(block.freshness());
    }

    @Override
    public @Nullable String trouble() {
        return supply.trouble();
    }

    @Override
    public @Nullable UidGenerateException refusal() {
        return left() == 0 ? supply.refusal() : null;
    }

    @Override
    public @Nullable Throwable failure() {
        return supply.failure();
    }

    /** Returns what a call is told that has waited in vain. */
    public UidGenerateException hasNone(String name, long waitedNanos) {
        return Waiter.inVain(name, waitedNanos, String.valueOf(trouble()), failure());
    }
}
