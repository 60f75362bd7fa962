package org.uidgenerator.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Lets threads take ids as fast as they can, once. */
final class Race {
    private static final int UNCHECKED = 1024;

    private final LongSupplier ids;
    private final int threads;
    private volatile boolean over;

    Race(LongSupplier ids, int threads) {
        this.ids = ids;
        this.threads = threads;
    }

    double idsPerSecond(long millis) throws InterruptedException {
        List<Runner> runners = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            runners.add(new Runner());
        }
        runners.forEach(Thread::start);
        TimeUnit.MILLISECONDS.sleep(millis);
        over = true;
        double sum = 0;
        for (Runner runner : runners) {
            runner.join();
            sum += runner.idsPerSecond;
        }
        return sum;
    }

    private final class Runner extends Thread {
        double idsPerSecond;

        @Override
        public void run() {
            long start = System.nanoTime();
            long taken = 0;
            long all = 0;
            while (!over) {
                for (int i = 0; i < UNCHECKED; i++) {
                    all |= ids.getAsLong(); // used below, or the JIT could leave the call out
                }
                taken += UNCHECKED;
            }
            long nanos = System.nanoTime() - start;
            idsPerSecond = all < 0 ? Double.NaN : taken * 1e9 / nanos;
        }
    }
}
