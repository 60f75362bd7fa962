package org.uidgenerator.segment;

import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidRange;
import org.uidgenerator.engine.BlockSource;
import org.uidgenerator.engine.UidBlock;

/** The ranges of a busy tag as blocks, which never go stale. */
final class RangeBlocks implements BlockSource {
    /** A ring of so many blocks holds a sixteenth of a range. */
    static final int RING_CAPACITY = 64;

    private static final long BLOCKS_A_RANGE = 16L * RING_CAPACITY;
    private static final long GREATEST_BLOCK = 4_096;

    private final SegmentTag tag;
    private final TagRanges ranges;
    private final long step;

    /**
     * Makes blocks of one step.
     *
     * @param tag is told when the next UIDs have another step, so that there are no more blocks
     * @param step how far apart the UIDs of all blocks are
     */
    RangeBlocks(SegmentTag tag, TagRanges ranges, long step) {
        this.tag = tag;
        this.ranges = ranges;
        this.step = step;
    }

    /** Returns how many UIDs a block has: few where ranges are short, so that little is lost with an open block. */
    static long blockSize(long rangeSize) {
        return Math.max(1, Math.min(GREATEST_BLOCK, rangeSize / BLOCKS_A_RANGE));
    }

    @Override
    public @Nullable UidBlock next(long floor) {
        ranges.lock.lock();
        try {
            if (ranges.isEmpty()) {
                return null;
            }
            if (ranges.step() != step) {
                tag.outgrow();
                return null;
            }
            UidRange block = ranges.take(blockSize(ranges.lastSize()));
            return new UidBlock(block.first(), block.last(), step, 0);
        } finally {
            ranges.lock.unlock();
        }
    }

    /** Until the next range comes, whose arrival wakes the padder. */
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
        return true;
    }

    @Override
    public @Nullable String trouble() {
        Throwable failure = failure();
        if (failure != null) {
            return failure.getMessage();
        }
        return ranges.left() == 0 ? "the store has not answered yet" : null;
    }

    @Override
    public @Nullable Throwable failure() {
        return tag.storeFailure();
    }
}
