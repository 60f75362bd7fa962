package org.uidgenerator.zookeeper;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * The pauses of a writer that comes too late again and again, because others write the same node. They are random, so
 * that writers that meet do not meet again, and grow, so that of many some get through. For one thread.
 */
final class Contention {
    private static final long FIRST_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(125);

    private final Duration patience;
    private final long start = System.nanoTime();
    private long longestPause = FIRST_NANOS;

    /**
     * Begins now.
     *
     * @param patience for how long to try
     */
    Contention(Duration patience) {
        this.patience = patience;
    }

    /** Waits before the next attempt. Returns false, and at once, if it has lasted long enough. */
    boolean pause() throws InterruptedException {
        if (System.nanoTime() - start >= patience.toNanos()) {
            return false;
        }
        TimeUnit.NANOSECONDS.sleep(ThreadLocalRandom.current().nextLong(longestPause));
        longestPause = Math.min(2 * longestPause, LONGEST_NANOS);
        return true;
    }
}
