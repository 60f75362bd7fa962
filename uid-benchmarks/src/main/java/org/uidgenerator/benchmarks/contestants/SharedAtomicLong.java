package org.uidgenerator.benchmarks.contestants;

import java.util.concurrent.atomic.AtomicLong;

/** The counter as people write it. */
final class SharedAtomicLong implements Contestant {
    private final AtomicLong next = new AtomicLong();

    @Override
    public long next() {
        return next.getAndIncrement();
    }
}
