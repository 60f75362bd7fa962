package org.uidgenerator.benchmarks.contestants;

/** A field of each thread's own: what counting costs when nothing is shared. */
final class PlainField implements Contestant {
    private final PaddedCounter counter = new PaddedCounter();

    @Override
    public long next() {
        final PaddedCounter counter = this.counter;
        long next = counter.getPlain();
        counter.setPlain(next + 1);
        return next;
    }

    @Override
    public Contestant ofThisThread() {
        return new PlainField();
    }
}
