package org.uidgenerator.benchmarks.contestants;

/** The shared counter on cache lines of its own. */
final class PaddedAtomic implements Contestant {
    private final PaddedCounter next = new PaddedCounter();

    @Override
    public long next() {
        return next.getAndIncrement();
    }
}
