package org.uidgenerator.benchmarks.contestants;

import org.jctools.queues.varhandle.SpmcVarHandleArrayQueue;

/** A ring of ids, as fast as rings of objects come: one producer, many consumers, no lock. */
@SuppressWarnings("ThreadPriorityCheck") // the other side may need the core of the one that waits
final class SpmcRing implements Contestant {
    private static final int CAPACITY = 1 << 16;

    private final SpmcVarHandleArrayQueue<Long> ring = new SpmcVarHandleArrayQueue<>(CAPACITY);
    private final Producer producer = new Producer(this::produce);

    private void produce() {
        for (long id = 0; !Thread.currentThread().isInterrupted(); id++) {
            Long boxed = id;
            while (!ring.offer(boxed) && !Thread.currentThread().isInterrupted()) {
                Thread.yield();
            }
        }
    }

    @Override
    public long next() {
        Long id = ring.poll();
        while (id == null) {
            Thread.yield();
            id = ring.poll();
        }
        return id;
    }

    @Override
    public void close() {
        producer.close();
    }
}
