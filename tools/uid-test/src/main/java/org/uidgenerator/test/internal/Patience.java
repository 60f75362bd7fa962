package org.uidgenerator.test.internal;

import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The waits of tests for events that must happen. All have one limit, which a machine with eight busy threads does not
 * reach, so a test that reaches it has found something that hangs.
 */
public final class Patience {
    /** The limit of each wait. */
    public static final Duration LONGEST = Duration.ofMinutes(2);

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private Patience() {}

    /** Waits without a pause until a condition holds. */
    public static void spinUntil(BooleanSupplier holds) {
        waitUntil(holds, Thread::onSpinWait);
    }

    /** Waits until a condition holds, with a millisecond between two looks. */
    public static void awaitUntil(BooleanSupplier holds) {
        waitUntil(holds, Patience::pause);
    }

    private static void waitUntil(BooleanSupplier holds, Runnable pause) {
        long start = System.nanoTime();
        while (!holds.getAsBoolean()) {
            if (isOver(start)) {
                throw tooLate("the condition does not hold", null);
            }
            pause.run();
        }
    }

    private static boolean isOver(long start) {
        return System.nanoTime() - start > LONGEST.toNanos();
    }

    private static void pause() {
        LockSupport.parkNanos(PAUSE_NANOS);
    }

    private static AssertionError tooLate(String what, @Nullable Throwable cause) {
        return new AssertionError(what + " after " + LONGEST, cause);
    }

    /** Repeats a call until it no longer fails in one way, and returns its result. */
    public static <T> T untilNo(Class<? extends RuntimeException> failure, Supplier<T> call) {
        long start = System.nanoTime();
        while (true) {
            try {
                return call.get();
            } catch (RuntimeException e) {
                if (!failure.isInstance(e)) {
                    throw e;
                }
                if (isOver(start)) {
                    throw tooLate("the call still fails", e);
                }
                pause();
            }
        }
    }

    /** Returns the result of a future, or throws its exception. */
    public static <T> T get(Future<T> future) throws InterruptedException, ExecutionException {
        try {
            return future.get(LONGEST.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw tooLate(future + " is not done", e);
        }
    }

    /** Waits until a thread has ended. */
    public static void join(Thread thread) throws InterruptedException {
        thread.join(LONGEST.toMillis());
        if (thread.isAlive()) {
            throw tooLate(thread + " is alive, in " + Arrays.toString(thread.getStackTrace()), null);
        }
    }

    /** Waits until a process has ended, and returns its exit code. */
    public static int exitCode(Process process) throws InterruptedException {
        if (!process.waitFor(LONGEST.toMillis(), TimeUnit.MILLISECONDS)) {
            throw tooLate(process + " is alive", null);
        }
        return process.exitValue();
    }

    /** Waits for a latch that the code under test opens. */
    public static void await(CountDownLatch latch) {
        try {
            if (!latch.await(LONGEST.toMillis(), TimeUnit.MILLISECONDS)) {
                throw tooLate(latch + " is closed", null);
            }
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted", e);
        }
    }

    /**
     * Waits for a latch that a test opens, without a limit. The answer that the test holds back must not come early.
     */
    public static void awaitTest(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted while waiting for the test", e);
        }
    }
}
