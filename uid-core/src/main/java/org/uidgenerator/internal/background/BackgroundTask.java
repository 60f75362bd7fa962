package org.uidgenerator.internal.background;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Work that is done again and again in the background, when it is requested and when it is due. It is never done twice
 * at the same time. If it fails, that is reported once per outage, and it is tried again with back-off; a request does
 * not cut the back-off short. All methods may be called from any thread.
 */
public final class BackgroundTask {
    /*
     * A request is a level, not an entry in a queue: however many are made, the work is done once after them.
     *
     *   field      writer               readers           write     read      guard
     *   runner     any thread           all               CAS       volatile  itself: only one gets it
     *   requested  callers, runner      threads           volatile  volatile  cleared before the work, so that no request is lost
     *   dueAt      starter, runner      threads           volatile  volatile
     *   failure    runner               all               volatile  volatile  the runner, for writers
     *   failures   runner               runner            plain     plain     the runner
     *   closed     closer               all               volatile  volatile  never reset
     *   atItsEnd,  runner               runner            plain     plain     the runner
     *   isAmongFailing
     *
     * Which thread ends a task that is closed while it is done? The closer tries to become the runner, and so does the runner again
     * after it has let go and then finds the task closed. One of the two gets it, whatever the order.
     */
    static final long NEVER = Long.MAX_VALUE;

    private static final long FIRST_BACKOFF_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final int MOST_DOUBLINGS = 10;

    private static final VarHandle RUNNER = ConstantBootstraps.fieldVarHandle(
                    MethodHandles.lookup(), "runner", VarHandle.class, BackgroundTask.class, Thread.class)
            .withInvokeExactBehavior();

    private final Object what;
    private final BackgroundThreads threads;
    private final BackgroundWork work;
    private final long longestBackoffNanos;
    private final CountDownLatch ended = new CountDownLatch(1);

    private volatile @Nullable Thread runner;
    private volatile boolean requested;
    private volatile long dueAt = NEVER;
    private volatile @Nullable Throwable failure;
    private volatile boolean closed;
    private int failures;
    private boolean atItsEnd;

    /** Whether the task counts as failing while it is done. For the runner. */
    boolean isAmongFailing;

    BackgroundTask(Object what, BackgroundThreads threads, BackgroundWork work, Duration longestBackoff) {
        this.what = what;
        this.threads = threads;
        this.work = work;
        longestBackoffNanos = TimeUnit.NANOSECONDS.convert(longestBackoff);
    }

    /**
     * Makes the task due, unless it is already or is closed, and makes sure that there is a thread.
     *
     * @param untilFirst how long until it is done for the first time, unless it is requested earlier
     * @throws IllegalStateException if the thread factory makes no thread
     * @throws OutOfMemoryError if no thread can be started now; the task is not due then, and may be started again
     */
    public void start(Duration untilFirst) {
        if (!closed && dueAt == NEVER) {
            threads.startIfMissing();
            dueAt = threads.in(TimeUnit.NANOSECONDS.convert(untilFirst)); // Order matters! After there is a thread
            threads.serve();
        }
    }

    /**
     * Asks for the work to be done soon. Costs a few reads if it has been asked for already.
     *
     * @return whether a thread will do it, or none has to because it is closed; false if there is no thread and none
     *     can be started now, so that the next request tries again
     */
    public boolean request() {
        if (!requested) {
            requested = true;
        }
        return closed
                || isTaken()
                || (failure != null && threads.haveOne()) // who waits for the end of the back-off
                || threads.callOne()
                || isTaken() // meanwhile, so that the thread was working when it was looked at
                || threads.startOne();
    }

    /** Returns whether the work that was requested has begun, or a thread does it that looks again after that. */
    private boolean isTaken() {
        return runner != null || !requested;
    }

    /** When a thread is to do it, or {@link #NEVER}, as while it is being done. */
    long nextAt() {
        if (closed || runner != null) {
            return NEVER;
        }
        return requested && failure == null ? 0 : dueAt;
    }

    boolean isFailing() {
        return failure != null;
    }

    /** Becomes the runner, unless another thread is. {@link #runAndLetGo} follows. */
    boolean claim() {
        return RUNNER.compareAndSet(this, (Thread) null, Thread.currentThread());
    }

    /**
     * Does the work once, due or not, unless a thread does it now or it is closed. For tests.
     *
     * @return the nanoseconds until it is due again, unless it is requested earlier
     */
    public long runOnce() {
        if (claim()) {
            runAndLetGo(BackgroundThreads.Slot.THREADLESS);
        }
        return nanosUntilNext();
    }

    /**
     * {@return in how many nanoseconds the work is due unless it is requested earlier: at least one;
     * {@link Long#MAX_VALUE} if it is not due at any time}
     */
    public long nanosUntilNext() {
        long at = nextAt();
        return at == NEVER ? Long.MAX_VALUE : Math.max(1, at - threads.now());
    }

    /** Does the work, whatever it throws. For the runner, which is none afterwards. */
    void runAndLetGo(BackgroundThreads.Slot slot) {
        try {
            if (!closed) {
                runOnceMore();
            }
        } finally {
            slot.look(); // Order matters! Before it lets go, so that a caller that finds no runner finds the thread
            runner = null; // Order matters! Before the look, so that a closer finds no thread at work from now on
            endIfClosed(slot);
        }
    }

    private void runOnceMore() {
        requested = false; // Order matters! Before the work, so that a request made meanwhile is not lost
        try {
            long nanos = work.run();
            long at = threads.in(nanos);
            dueAt = at;
            if (failure != null && (at == NEVER || !work.isPending())) {
                recovered();
            }
        } catch (Throwable e) { // what runs on whatever happens has no caller to throw to
            failed(e);
        }
    }

    private void recovered() {
        int failures = this.failures;
        failure = null;
        this.failures = 0;
        work.recovered(failures);
    }

    private void failed(Throwable e) {
        boolean outageBegins = failure == null;
        failure = e; // Order matters! Before it is reported, which may fail as well where memory is short
        dueAt = threads.in(Math.min(FIRST_BACKOFF_NANOS << Math.min(failures++, MOST_DOUBLINGS), longestBackoffNanos));
        if (outageBegins) {
            try {
                work.failing(e);
            } catch (Throwable unreported) {
                // those that ask for the failure are told nevertheless
            }
        }
    }

    /**
     * {@return why the work failed last, or why no thread does it; null if it succeeded and there is a thread to do it}
     */
    public @Nullable Throwable failure() {
        Throwable failure = this.failure;
        return failure != null || closed ? failure : threads.whyMissing(dueAt != NEVER || requested);
    }

    /**
     * Describes, for the message of a caller that waits, why the work has not even begun.
     *
     * @return text such as {@code all 8 threads of segments-store are busy, one for PT4.2S with segments/orders}, or
     *     null if there are threads left
     */
    public @Nullable String trouble() {
        return runner == null ? threads.whyBusy() : null;
    }

    /** {@return whether the work has been requested and not begun since} */
    public boolean isRequested() {
        return requested;
    }

    /** {@return whether {@link #close} has been called} */
    public boolean isClosed() {
        return closed;
    }

    /** {@return whether the task was closed and no thread does anything for it any more} */
    public boolean hasEnded() {
        return ended.getCount() == 0;
    }

    /** {@return whether the calling thread does the work} */
    public boolean isCurrent() {
        return runner == Thread.currentThread();
    }

    /**
     * Ends the task after what is under way, and does the last thing. May be called again.
     *
     * @param longestWait how long to wait for what is under way; work that closes itself does not wait
     * @return whether the task has ended
     */
    public boolean close(Duration longestWait) {
        if (!closed) {
            refuse();
            threads.forgetClosed();
        }
        endIfClosed(null);
        return awaitEnd(longestWait);
    }

    /** Makes it begin no other run. {@link #close} follows. */
    void refuse() {
        closed = true;
    }

    private void endIfClosed(BackgroundThreads.@Nullable Slot slot) {
        if (closed && !hasEnded() && claim()) {
            try {
                if (!atItsEnd) {
                    atItsEnd = true;
                    threads.work(this, slot);
                    work.end();
                }
            } finally {
                runner = null;
                ended.countDown();
            }
        }
    }

    /**
     * Waits for the end of a task that is closed. If it was the last one, waits for the end of the threads as well, so
     * that none is left behind.
     *
     * @param longestWait how long to wait; work that waits for itself does not wait
     * @return whether the task has ended
     */
    public boolean awaitEnd(Duration longestWait) {
        long start = System.nanoTime();
        try {
            boolean over = hasEnded()
                    || (!isCurrent() && ended.await(TimeUnit.NANOSECONDS.convert(longestWait), TimeUnit.NANOSECONDS));
            if (over) {
                threads.awaitEnd(longestWait.minusNanos(System.nanoTime() - start));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return hasEnded();
    }

    /** Returns what is done, as in {@code segments/orders}. */
    @Override
    public String toString() {
        return what.toString();
    }
}
