package org.uidgenerator.benchmarks.contestants;

/** A look at the clock, which most peers take at each call. */
final class CurrentTime implements Contestant {
    @Override
    public long next() {
        return System.currentTimeMillis();
    }
}
