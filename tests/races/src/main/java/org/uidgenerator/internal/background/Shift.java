package org.uidgenerator.internal.background;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.uidgenerator.races.Patience;
import org.uidgenerator.races.Pause;
import org.uidgenerator.races.Twin;

/**
 * A thread and its only task, which has been requested once. An actor is the thread, another requests the task again.
 */
abstract class Shift {
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private volatile boolean begun;
    private volatile boolean worked;
    private volatile boolean wanted;
    private final CountDownLatch done = new CountDownLatch(1);

    /** What the thread does until the task is closed, or until there is nothing to do for long. */
    abstract void serve();

    abstract void request();

    abstract void close();

    /** Does what was wanted before it began, and takes some time. */
    final void work() {
        boolean wanted = this.wanted;
        begun = true;
        Pause.some();
        if (wanted) {
            done.countDown();
        }
        worked = true;
    }

    /** Returns while the thread works for the first time. */
    final void awaitBegin() {
        while (!begun) {
            Thread.onSpinWait();
        }
    }

    /** Returns when the thread has worked for the first time. */
    final void awaitWork() {
        while (!worked) {
            Thread.onSpinWait();
        }
    }

    /**
     * Pauses where a twin breaks its rule: as long as nothing is wanted, within limits, and until that may be
     * requested.
     */
    final void pauseForRequest() {
        long start = System.nanoTime();
        while (!wanted && System.nanoTime() - start < LONGEST_PAUSE_NANOS) {
            Thread.onSpinWait();
        }
        Pause.some();
    }

    /** Wants something, requests it, and waits for it: {@code awake} if it was done, {@code asleep} if not. */
    final String want() {
        Pause.some();
        wanted = true;
        request();
        String result =
                (Twin.RUNS ? Patience.SHORT : Patience.LONG).await(nanos -> done.await(nanos, TimeUnit.NANOSECONDS));
        close();
        return result;
    }
}
