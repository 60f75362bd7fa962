package org.uidgenerator.benchmarks.contestants;

import java.util.concurrent.atomic.AtomicLong;

/** The counter that most people would write. */
final class SharedAtomicLong implements Contestant {
    private final AtomicLong next = new AtomicLong();

    @Override
    public long next() {
        return next.getAndIncrement();
    }
}
