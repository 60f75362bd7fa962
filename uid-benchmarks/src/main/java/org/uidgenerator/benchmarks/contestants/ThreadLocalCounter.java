package org.uidgenerator.benchmarks.contestants;

/** A counter of each thread's own that is looked up at each call. */
final class ThreadLocalCounter implements Contestant {
    private final ThreadLocal<PaddedCounter> counters = ThreadLocal.withInitial(PaddedCounter::new);

    @Override
    public long next() {
        PaddedCounter counter = counters.get();
        long next = counter.getPlain();
        counter.setPlain(next + 1);
        return next;
    }
}
