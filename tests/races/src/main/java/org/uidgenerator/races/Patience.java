package org.uidgenerator.races;

import java.util.concurrent.TimeUnit;

/** The time that an actor waits before it reports that nothing woke it. */
public enum Patience {
    /** For the tests: longer than a busy machine may keep another actor from running. */
    LONG(TimeUnit.MINUTES.toNanos(1)),

    /** For the twins, whose wait must fail: short, and no wait at all once one has failed. */
    SHORT(TimeUnit.MILLISECONDS.toNanos(200));

    private static volatile boolean waitedInVain;

    private final long nanos;

    Patience(long nanos) {
        this.nanos = nanos;
    }

    /** Waits. Returns {@code awake} or {@code asleep}. */
    public String await(Wait wait) {
        try {
            if (waitedInVain || wait.await(nanos)) {
                return "awake";
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        waitedInVain = this == SHORT;
        return "asleep";
    }

    /** Waits for this many nanoseconds. Returns whether the awaited event came. */
    @FunctionalInterface
    public interface Wait {
        boolean await(long nanos) throws InterruptedException;
    }
}
