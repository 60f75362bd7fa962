package org.uidgenerator.buffer;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** {@link RingBuffer} in small, with two slots: twins break one rule of it each. */
class RingCopy {
    final AtomicReferenceArray<@Nullable UidBlock> slots = new AtomicReferenceArray<>(2);
    final AtomicLong puts = new AtomicLong();
    final AtomicLong takes = new AtomicLong();
    final AtomicInteger waiting = new AtomicInteger();
    volatile boolean closed;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition notEmpty = lock.newCondition();

    /** The first UID of a block that was taken, -1 if none was. */
    static long first(@Nullable UidBlock block) {
        return block == null ? -1 : block.first();
    }

    void put(UidBlock block) {
        long index = puts.get();
        slots.set((int) index & 1, block);
        puts.set(index + 1);
    }

    void signal() {
        lock.lock();
        try {
            notEmpty.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Nullable
    UidBlock take() {
        while (true) {
            long index = takes.get();
            if (index == puts.get()) {
                return null;
            }
            UidBlock block = slots.get((int) index & 1);
            if (takes.compareAndSet(index, index + 1)) {
                return block;
            }
        }
    }

    boolean awaitNotEmpty(long nanos) throws InterruptedException {
        lock.lockInterruptibly();
        waiting.incrementAndGet();
        try {
            long left = nanos;
            while (takes.get() == puts.get() && !closed && left > 0) {
                left = notEmpty.awaitNanos(left);
            }
            return left > 0;
        } finally {
            waiting.decrementAndGet();
            lock.unlock();
        }
    }
}
