package org.uidgenerator.client;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidRange;
import org.uidgenerator.engine.UidBlock;
import org.uidgenerator.internal.Waiting;

/** The ranges that were fetched and not handed out yet, cut into blocks. What gets too old is dropped. */
final class RangeStock {
    /*
     *    highest UID fetched so far: the next ranges are above it
     *    │
     *    │      ranges, lowest first     blocks of one range, few of them where it is short
     *    │     ┌─────────┬─────────┐     ┌────┬────┬────┐
     *    └──── │ fetched │ fetched │ ──▶ │    │    │    │ ──▶ the ring
     *          └─────────┴─────────┘     └────┴────┴────┘
     *
     * All is guarded by the lock, which is never held
     * while a server is asked. The stamp of a block is the time of its fetch.
     */
    private static final long GREATEST_BLOCK = 8192;

    /** Twice as many as the ring has, so that the ring and what is fetched ahead are two fetches at most. */
    private static final long BLOCKS_A_FETCH = 128;

    private final ReentrantLock lock = new ReentrantLock();
    private final Waiting waiting;
    private final long startNanos;
    private final long freshNanos;
    private final Deque<Fetched> ranges = new ArrayDeque<>();
    private long left;
    private long lastSize;
    private long highest = -1;

    /** A range, or the rest of one, and when it was fetched. */
    private record Fetched(UidRange range, long stamp) {}

    /**
     * Makes an empty stock.
     *
     * @param freshNanos how long after they were fetched UIDs may be put into use
     */
    RangeStock(Waiting waiting, long freshNanos) {
        this.waiting = waiting;
        this.freshNanos = freshNanos;
        startNanos = waiting.nanoTime();
    }

    /** Adds ranges above all that were added before. */
    void add(RangeAnswer answer) {
        lock.lock();
        try {
            long stamp = waiting.nanoTime() - startNanos;
            for (UidRange range : answer.ranges()) {
                assert range.first() > highest : range + " after " + highest;
                ranges.addLast(new Fetched(range, stamp));
                highest = range.last();
            }
            lastSize = answer.size();
            left += lastSize;
        } finally {
            lock.unlock();
        }
    }

    /** Cuts the next block that has UIDs above a floor, or returns null if nothing is left. */
    @Nullable
    UidBlock next(long floor) {
        lock.lock();
        try {
            dropUseless(floor);
            return ranges.isEmpty() ? null : cut();
        } finally {
            lock.unlock();
        }
    }

    private void dropUseless(long floor) {
        for (Fetched first = ranges.peekFirst();
                first != null && (first.range().last() <= floor || !isFresh(first.stamp()));
                first = ranges.peekFirst()) {
            ranges.removeFirst();
            left -= first.range().size();
        }
    }

    private UidBlock cut() {
        Fetched first = ranges.removeFirst();
        UidRange range = first.range();
        long size = Math.min(range.size(), blockSize());
        long step = range.step();
        UidBlock block = new UidBlock(range.first(), range.first() + (size - 1) * step, step, first.stamp());
        if (block.last() < range.last()) {
            ranges.addFirst(new Fetched(new UidRange(block.last() + step, range.last(), step), first.stamp()));
        }
        left -= size;
        return block;
    }

    private long blockSize() {
        return Math.min(GREATEST_BLOCK, Math.max(1, lastSize / BLOCKS_A_FETCH));
    }

    /**
     * How many UIDs are left, and about how many are in blocks that were cut.
     *
     * @param blocks how many blocks have not been opened yet
     */
    long left(int blocks) {
        lock.lock();
        try {
            return left + blocks * blockSize();
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether the next ranges are to be fetched. */
    boolean isLow() {
        lock.lock();
        try {
            return left <= lastSize / 2;
        } finally {
            lock.unlock();
        }
    }

    /** The highest UID that was added, or -1. */
    long highest() {
        lock.lock();
        try {
            return highest;
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether UIDs that were fetched then may be handed out now, and until the next look. */
    boolean isFresh(long stamp) {
        return waiting.nanoTime() - startNanos - stamp <= freshNanos;
    }
}
