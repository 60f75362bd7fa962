package org.uidgenerator.benchmarks.alternatives;

import java.util.concurrent.atomic.AtomicLong;
import org.uidgenerator.benchmarks.contestants.Contestant;

/**
 * An open block per thread: plain writes, but a look-up at each call, and each thread that ends loses the rest of a
 * block.
 */
public final class ThreadLocalBlock implements Contestant {
    private final AtomicLong blocks = new AtomicLong();
    private final ThreadLocal<OpenBlock> block = ThreadLocal.withInitial(() -> new OpenBlock(blocks));

    @Override
    public long next() {
        return block.get().claimOwned();
    }
}
