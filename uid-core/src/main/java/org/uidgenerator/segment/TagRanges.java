package org.uidgenerator.segment;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.uidgenerator.UidRange;
import org.uidgenerator.engine.UidBlock;

/**
 * What is left of the ranges that were taken for a tag. Requests the next range when a tenth of the last one is used.
 */
final class TagRanges {
    /*
     *    the last range but one         the last range
     *    ├────────────┬───────┤         ├──────────────────────┤
     *        used     ▲ left                     left
     *                next
     *
     * The next range is asked for when what is left, of both together, is at most nine tenths of the last range.
     *
     * All is guarded by the lock, which is never held while the store is asked.
     */
    final ReentrantLock lock = new ReentrantLock();
    private final SegmentTag tag;
    private final RangeFetcher fetcher;
    private final Deque<UidRange> later = new ArrayDeque<>(1);

    private long next;
    private long leftOfFirst;
    private long step = 1;

    private long left;
    private long lastSize;
    private boolean asked;
    private int drops;

    /**
     * Starts without ranges.
     *
     * @param fetcher is asked for the next range; {@link #add} follows
     */
    TagRanges(SegmentTag tag, RangeFetcher fetcher) {
        this.tag = tag;
        this.fetcher = fetcher;
    }

    /** Adds a range above all that were added before. Lock held. */
    void add(UidRange range) {
        assert lock.isHeldByCurrentThread();
        later.addLast(range);
        lastSize = range.size();
        left += lastSize;
        openNextIfNeeded();
        asked = false;
        askIfLow();
    }

    /** Drops all that is left. Lock held. */
    void drop() {
        assert lock.isHeldByCurrentThread();
        later.clear();
        leftOfFirst = 0;
        left = 0;
        drops++;
    }

    /** How often everything was dropped: a range that was requested before a drop must not be added. Lock held. */
    int drops() {
        assert lock.isHeldByCurrentThread();
        return drops;
    }

    /** Notes that no range follows. Lock held. */
    void noneFollows() {
        assert lock.isHeldByCurrentThread();
        asked = false;
    }

    /** Asks for a range unless one follows. Lock held. */
    void ask() {
        assert lock.isHeldByCurrentThread();
        if (!asked) {
            fetcher.ask(tag);
            asked = true; // Order matters! Not before: asking may fail where memory is short, and is then done again
        }
    }

    /** Puts blocks back that no caller has opened, in ascending order, below all that is left. Lock held. */
    void putBack(List<UidBlock> unopened) {
        assert lock.isHeldByCurrentThread();
        for (int i = unopened.size() - 1; i >= 0; i--) {
            putBack(unopened.get(i));
        }
    }

    private void putBack(UidBlock block) {
        if (leftOfFirst > 0 && (block.step() != step || block.last() + step != next)) {
            later.addFirst(new UidRange(next, next + (leftOfFirst - 1) * step, step));
            leftOfFirst = 0;
        }
        long size = (block.last() - block.first()) / block.step() + 1;
        next = block.first();
        step = block.step();
        leftOfFirst += size;
        left += size;
    }

    /** Returns whether nothing is left. Lock held. */
    boolean isEmpty() {
        assert lock.isHeldByCurrentThread();
        return left == 0;
    }

    /** How many numbers are left. */
    long left() {
        lock.lock();
        try {
            return left;
        } finally {
            lock.unlock();
        }
    }

    /** How many numbers the last range had. Lock held. */
    long lastSize() {
        assert lock.isHeldByCurrentThread();
        return lastSize;
    }

    /** How far apart the next numbers are, or the last ones were if nothing is left. Lock held. */
    long step() {
        assert lock.isHeldByCurrentThread();
        return step;
    }

    /** Takes the next number. Lock held; something is left. */
    long takeOne() {
        long uid = next;
        use(1);
        return uid;
    }

    /** Takes as many of the wanted numbers as are consecutive. Lock held; something is left. */
    UidRange take(long atMost) {
        long first = next;
        long step = this.step;
        long size = Math.min(atMost, leftOfFirst);
        use(size);
        return new UidRange(first, first + (size - 1) * step, step);
    }

    private void use(long size) {
        assert lock.isHeldByCurrentThread() && leftOfFirst >= size;
        next += size * step; // past the greatest long after the very last number
        leftOfFirst -= size;
        left -= size;
        openNextIfNeeded();
        askIfLow();
    }

    private void openNextIfNeeded() {
        if (leftOfFirst == 0 && !later.isEmpty()) {
            UidRange range = later.removeFirst();
            next = range.first();
            step = range.step();
            leftOfFirst = range.size();
        }
    }

    private void askIfLow() {
        if (left <= lastSize - Math.max(1, lastSize / 10)) {
            ask();
        }
    }
}
