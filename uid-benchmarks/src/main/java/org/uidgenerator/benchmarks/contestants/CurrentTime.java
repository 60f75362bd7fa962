package org.uidgenerator.benchmarks.contestants;

/** Reading the clock, as most peers do at each call. */
final class CurrentTime implements Contestant {
    @Override
    public long next() {
        return System.currentTimeMillis();
    }
}
