package org.uidgenerator.worker.db;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.random.RandomGenerator;
import org.uidgenerator.internal.RetryingThread;

/** Time that passes, threads and chance. Simulations put their own in its place. */
interface Machine {
    /** The one that this process runs on. */
    Machine REAL = new Machine() {
        @Override
        public long nanoTime() {
            return System.nanoTime();
        }

        @Override
        @SuppressWarnings("WaitNotInLoop") // the caller loops
        public long await(Condition changed, long nanos) throws InterruptedException {
            return changed.awaitNanos(nanos);
        }

        @Override
        public void sleep(long millis) throws InterruptedException {
            TimeUnit.MILLISECONDS.sleep(millis);
        }

        @Override
        public Thread newThread(Runnable work, String name) {
            Thread thread = RetryingThread.newThread(work);
            thread.setName(name);
            return thread;
        }

        @Override
        public RandomGenerator random() {
            return ThreadLocalRandom.current();
        }
    };

    /** Nanoseconds since some fixed moment, ascending. */
    long nanoTime();

    /**
     * Waits for a change, its lock being held; may return early, so callers loop.
     *
     * @return the nanoseconds left, not positive if the time is over
     */
    long await(Condition changed, long nanos) throws InterruptedException;

    void sleep(long millis) throws InterruptedException;

    /** Makes a thread that is not started. */
    Thread newThread(Runnable work, String name);

    /** For the calling thread. */
    RandomGenerator random();
}
