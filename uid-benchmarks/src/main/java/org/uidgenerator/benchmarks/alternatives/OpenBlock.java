package org.uidgenerator.benchmarks.alternatives;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicLong;
import org.uidgenerator.benchmarks.contestants.PaddedCounter;

/**
 * Consecutive numbers that one thread or several take one by one. Blocks come from a counter, because what is measured
 * is handing numbers out, not where blocks come from.
 */
final class OpenBlock extends PaddedCounter {
    private static final long SIZE = 1 << 20;

    private static final VarHandle LAST = ConstantBootstraps.fieldVarHandle(
                    MethodHandles.lookup(), "last", VarHandle.class, OpenBlock.class, long.class)
            .withInvokeExactBehavior();

    private final AtomicLong blocks;
    private long last = -1;

    OpenBlock(AtomicLong blocks) {
        this.blocks = blocks;
    }

    /** For threads that share the block. */
    long claimShared() {
        while (true) {
            long last =
                    (long) LAST.getAcquire(this); // Order matters! A claim past the end of the block seen is dropped
            long claimed = getAndIncrement();
            if (claimed <= last) {
                return claimed;
            }
            open(last);
        }
    }

    private synchronized void open(long seenLast) {
        if (last == seenLast) {
            long first = blocks.getAndAdd(SIZE);
            setOpaque(first);
            LAST.setRelease(this, first + SIZE - 1); // Order matters! After the first number
        }
    }

    /** For the one thread that owns the block. */
    long claimOwned() {
        long claimed = getPlain();
        if (claimed > last) {
            claimed = blocks.getAndAdd(SIZE);
            last = claimed + SIZE - 1;
        }
        setPlain(claimed + 1);
        return claimed;
    }
}
