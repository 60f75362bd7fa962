package org.uidgenerator.internal.engine;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** {@link BlockRing} in small, with two slots. Each twin breaks one of its rules. */
class RingCopy {
    final AtomicReferenceArray<@Nullable UidBlock> slots = new AtomicReferenceArray<>(2);
    final AtomicLong puts = new AtomicLong();
    final AtomicLong takes = new AtomicLong();

    /** The first UID of a block that was taken, -1 if none was. */
    static long first(@Nullable UidBlock block) {
        return block == null ? -1 : block.first();
    }

    void put(UidBlock block) {
        long index = puts.get();
        slots.set((int) index & 1, block);
        puts.set(index + 1);
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
}
