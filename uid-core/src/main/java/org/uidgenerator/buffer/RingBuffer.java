package org.uidgenerator.buffer;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jctools.queues.varhandle.SpmcVarHandleArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * A bounded first-in-first-out ring of blocks: one thread puts, many take. Each block put is taken at most once.
 *
 * <p>{@link #put} and {@link #take} use no lock and never block; {@link #awaitNotEmpty} is for takers that found nothing.
 */
public final class RingBuffer {
    private static final int SPINS_BEFORE_PARKING = 200;

    private final SpmcVarHandleArrayQueue<UidBlock> blocks;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition notEmpty = lock.newCondition();
    private final AtomicInteger waiting = new AtomicInteger();
    private boolean closed; // guarded by lock

    /**
     * Makes an empty ring.
     *
     * @param capacity the most blocks it holds, a power of two
     * @throws IllegalArgumentException if the capacity is not a positive power of two
     */
    public RingBuffer(int capacity) {
        if (Integer.bitCount(capacity) != 1 || capacity < 0) {
            throw new IllegalArgumentException("capacity must be a power of two: capacity=" + capacity);
        }
        blocks = new SpmcVarHandleArrayQueue<>(capacity);
    }

    /**
     * Adds a block behind those that are there, and wakes waiting takers. At most one thread may put at a time.
     *
     * @param block the block
     * @return false, and nothing is added, if the ring is full
     */
    public boolean put(UidBlock block) {
        if (!blocks.offer(block)) {
            return false;
        }
        // Order matters! The queue publishes with a release store, which a later load may overtake: without the fence a
        // taker that registered just now could be missed and sleep beside a full ring.
        VarHandle.fullFence();
        if (waiting.get() > 0) {
            lock.lock();
            try {
                notEmpty.signalAll();
            } finally {
                lock.unlock();
            }
        }
        return true;
    }

    /**
     * Removes the oldest block.
     *
     * @return the block, or null if the ring is empty
     */
    public @Nullable UidBlock take() {
        return blocks.poll();
    }

    /**
     * Waits until the ring holds a block, spinning first and parking then. Another taker may be faster, so that the next
     * {@link #take} finds nothing all the same.
     *
     * @param nanos the longest time to wait in nanoseconds
     * @return false if the time passed and the ring is empty, true if it is not or if it is closed
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    public boolean awaitNotEmpty(long nanos) throws InterruptedException {
        for (int spin = 0; spin < SPINS_BEFORE_PARKING; spin++) {
            if (!blocks.isEmpty()) {
                return true;
            }
            Thread.onSpinWait();
        }
        lock.lockInterruptibly();
        waiting.incrementAndGet(); // Order matters: registered before the last look
        try {
            long left = nanos;
            while (blocks.isEmpty() && !closed && left > 0) {
                left = notEmpty.awaitNanos(left);
            }
            return left > 0 || !blocks.isEmpty();
        } finally {
            waiting.decrementAndGet();
            lock.unlock();
        }
    }

    /** Ends all waits in {@link #awaitNotEmpty}, those to come included. Blocks can be put and taken as before. */
    public void close() {
        lock.lock();
        try {
            closed = true;
            notEmpty.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Counts the blocks.
     *
     * @return the number of blocks now, a snapshot
     */
    public int size() {
        return blocks.size();
    }

    /**
     * Gives the most blocks the ring holds.
     *
     * @return the capacity in blocks
     */
    public int capacity() {
        return blocks.capacity();
    }

    /** Says how full the ring is, as in {@code 12 of 64 blocks}. */
    @Override
    public String toString() {
        return size() + " of " + capacity() + " blocks";
    }
}
