package org.uidgenerator.buffer;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The algorithm of {@link RingBuffer} in small, so that the twins can break one rule each. */
class RingCopy {
    final AtomicReferenceArray<@Nullable UidBlock> slots = new AtomicReferenceArray<>(2);
    final AtomicLong puts = new AtomicLong();
    final AtomicLong takes = new AtomicLong();
    final AtomicInteger waiting = new AtomicInteger();
    final ReentrantLock lock = new ReentrantLock();
    final Condition notEmpty = lock.newCondition();
    volatile boolean closed;
    private static volatile boolean waitedInVain;

    void put(UidBlock block) {
        add(block);
        if (waiting.get() > 0) {
            signal();
        }
    }

    final void add(UidBlock block) {
        long index = puts.get();
        slots.set((int) index & 1, block);
        puts.set(index + 1);
    }

    final void signal() {
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

    /** Waits for a fraction of a second until that has once been in vain, and not at all from then on: twins end soon. */
    final boolean awaitNotEmptyOnce() throws InterruptedException {
        if (waitedInVain) {
            return true;
        }
        boolean awake = awaitNotEmpty(TimeUnit.MILLISECONDS.toNanos(200));
        waitedInVain = !awake;
        return awake;
    }
}
