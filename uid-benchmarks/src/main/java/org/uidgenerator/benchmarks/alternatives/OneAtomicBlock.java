package org.uidgenerator.benchmarks.alternatives;

import java.util.concurrent.atomic.AtomicLong;
import org.uidgenerator.benchmarks.contestants.Contestant;

/** One open block for all: a contended cache line, like any shared counter. */
public final class OneAtomicBlock implements Contestant {
    private final OpenBlock block = new OpenBlock(new AtomicLong());

    @Override
    public long next() {
        return block.claimShared();
    }
}
