package org.uidgenerator.benchmarks.contestants;

import java.util.concurrent.ArrayBlockingQueue;

/** A ring of ids out of the JDK. */
final class BlockingRing implements Contestant {
    private static final int CAPACITY = 1 << 16;

    private final ArrayBlockingQueue<Long> ring = new ArrayBlockingQueue<>(CAPACITY);
    private final Producer producer = new Producer(this::produce);

    private void produce() {
        try {
            for (long id = 0; ; id++) {
                ring.put(id);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public long next() {
        try {
            return ring.take();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for an id", e);
        }
    }

    @Override
    public void close() {
        producer.close();
    }
}
