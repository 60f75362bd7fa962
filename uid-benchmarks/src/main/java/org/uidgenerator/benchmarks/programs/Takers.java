package org.uidgenerator.benchmarks.programs;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.uidgenerator.benchmarks.contestants.Contestant;
import org.uidgenerator.benchmarks.contestants.PaddedCounter;

/** Threads that take ids from a contestant without pause. */
final class Takers implements AutoCloseable {
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final List<Taker> takers = new ArrayList<>();

    /**
     * The ids that were taken during a measurement.
     *
     * @param seconds for how long
     * @param ids by all threads together
     */
    record Taken(double seconds, long ids) {}

    private Takers() {}

    static Takers start(Contestant contestant, int threads) {
        Takers started = new Takers();
        for (int i = 0; i < threads; i++) {
            Taker taker = started.new Taker(contestant);
            taker.start();
            started.takers.add(taker);
        }
        return started;
    }

    /**
     * Watches from the beginning of a second on, as UIDs come with the second, so it sees as many as it lasts begin.
     */
    Taken watch(int seconds) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(1_500 - System.currentTimeMillis() % 1_000);
        long startNanos = System.nanoTime();
        long before = taken();
        TimeUnit.SECONDS.sleep(seconds);
        long taken = taken() - before;
        return new Taken((System.nanoTime() - startNanos) / 1e9, taken);
    }

    private long taken() {
        return takers.stream().mapToLong(taker -> taker.taken.getOpaque()).sum();
    }

    @Override
    public void close() {
        stopped.set(true);
        try {
            for (Taker taker : takers) {
                taker.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private final class Taker extends Thread {
        private final Contestant shared;
        private final PaddedCounter taken = new PaddedCounter();

        Taker(Contestant shared) {
            super("taker");
            this.shared = shared;
        }

        @Override
        public void run() {
            Contestant contestant = shared.ofThisThread();
            while (!stopped.get()) {
                contestant.next();
                taken.setOpaque(taken.getPlain() + 1);
            }
        }
    }
}
