package org.uidgenerator.benchmarks.alternatives;

import java.util.concurrent.atomic.AtomicLong;
import org.uidgenerator.benchmarks.contestants.Contestant;

/**
 * An open block per stripe, the stripe picked by thread id. Costs an atomic addition on a line that is seldom shared,
 * which takes several times as long on some CPUs as on others.
 */
public final class AtomicStripes implements Contestant {
    private final OpenBlock[] stripes =
            new OpenBlock[Integer.highestOneBit(8 * Runtime.getRuntime().availableProcessors() - 1)];

    public AtomicStripes() {
        AtomicLong blocks = new AtomicLong();
        for (int i = 0; i < stripes.length; i++) {
            stripes[i] = new OpenBlock(blocks);
        }
    }

    @Override
    public long next() {
        final OpenBlock[] stripes = this.stripes;
        return stripes[(int) Thread.currentThread().getId() & (stripes.length - 1)].claimShared();
    }
}
