package org.uidgenerator.internal.engine;

import org.jctools.queues.varhandle.SpmcVarHandleArrayQueue;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.buffer.RingBuffer;

/**
 * A bounded first-in-first-out ring of blocks: one thread puts, many take. Each block put is taken at most once.
 * Nothing here blocks; callers that find the ring empty wait in a {@link WaitingLine}.
 */
final class BlockRing implements RingBuffer {
    private final SpmcVarHandleArrayQueue<UidBlock> blocks;

    /** Makes an empty ring for at most {@code capacity} blocks, a power of two. */
    BlockRing(int capacity) {
        assert Integer.bitCount(capacity) == 1 : capacity;
        blocks = new SpmcVarHandleArrayQueue<>(capacity);
    }

    /** Adds a block behind those that are there, unless the ring is full. For one thread at a time. */
    boolean put(UidBlock block) {
        return blocks.offer(block);
    }

    /** Removes the oldest block, or returns null if the ring is empty. */
    @Nullable
    UidBlock take() {
        return blocks.poll();
    }

    /** About how many UIDs the blocks have that are there. */
    long left() {
        long left = 0;
        for (UidBlock block : blocks) {
            left += block.size();
        }
        return left;
    }

    @Override
    public int size() {
        return blocks.size();
    }

    @Override
    public int capacity() {
        return blocks.capacity();
    }

    /** Returns at once: a handler that sees the ring itself has found it full. */
    @Override
    public boolean awaitNotEmpty(long nanos) {
        return !blocks.isEmpty();
    }

    /** Returns how full the ring is, as in {@code 12 of 64 blocks}. */
    @Override
    public String toString() {
        return size() + " of " + capacity() + " blocks";
    }
}
