package org.uidgenerator.internal;

import java.time.Duration;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A daemon thread that works when it is asked to and when something is due. A failure is reported once per outage and
 * retried with back-off. The thread survives every {@link Throwable}; if it ends nevertheless, the next request starts
 * another one.
 */
public final class RetryingThread implements Runnable, BackgroundWork {
    /*
     * A request is a level, not a task: however many are made, the work is done once after them.
     *
     *   field      writer             readers            write     read      guard
     *   requested  anyone, thread     anyone, thread     volatile  volatile  the unpark permit: no request is lost
     *   closed     closer             thread             volatile  volatile  the lock, for writers
     *   thread     who starts it      anyone             volatile  volatile  the lock, for writers
     *   ended      thread or closer   thread or closer   plain     plain     the lock
     */
    /** Here so that its class is loaded early: one that fails to load, because the heap is full, never loads again. */
    private static final Thread.State ENDED = Thread.State.TERMINATED;

    /** Parking is not exact, so work that comes due within this time is done now. */
    private static final long PRECISION_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

    private final String name;
    private final Work work;
    private final RetriedWork retried;
    private final Waiting waiting;
    private final ThreadFactory threads;
    private final ReentrantLock lock = new ReentrantLock();

    private volatile boolean requested;
    private volatile boolean closed;
    private volatile @Nullable Thread thread;
    private boolean ended;
    private long nanosUntilFirst; // written before the thread is started

    /** What the thread does. */
    public interface Work {
        /**
         * Does what is due.
         *
         * @return the nanoseconds until something is due again, unless it is requested earlier
         * @throws InterruptedException if the thread is interrupted: ignored, because the thread ends by {@link #close}
         */
        long run() throws InterruptedException;

        /**
         * Reports that an outage begins.
         *
         * @param failure what {@link #run} has thrown
         */
        void failing(Throwable failure);

        /**
         * Reports that an outage is over.
         *
         * @param failures how often {@link #run} has thrown
         */
        void recovered(int failures);

        /**
         * Does the last thing, once, when the thread is closed: on the thread, or in {@code close} if it never started.
         */
        default void end() {}
    }

    /**
     * Makes a thread that is not started.
     *
     * @param name the name of the thread
     * @param work what it does
     * @param longestBackoff how long to wait at most before work that has failed is tried again
     * @param waiting the time that it goes by
     * @param threads makes the thread, which is named and made a daemon whatever the factory says
     */
    public RetryingThread(String name, Work work, Duration longestBackoff, Waiting waiting, ThreadFactory threads) {
        this.name = name;
        this.work = work;
        retried = new RetriedWork(work, longestBackoff);
        this.waiting = waiting;
        this.threads = threads;
    }

    /**
     * Makes a platform thread that inherits no thread-locals: it may outlive what its creator has in them.
     *
     * @param work what the thread runs
     * @return a thread that is not started
     */
    public static Thread newThread(Runnable work) {
        return new Thread(null, work, "retrying", 0, false);
    }

    /** Starts the thread unless it runs or is closed. */
    @Override
    public void start(Duration untilFirst) {
        lock.lock();
        try {
            if (!closed && isMissing()) {
                nanosUntilFirst = TimeUnit.NANOSECONDS.convert(untilFirst);
                Thread fresh = threads.newThread(this);
                fresh.setName(name);
                fresh.setDaemon(true);
                thread = fresh;
                fresh.start();
            }
        } finally {
            lock.unlock();
        }
    }

    private boolean isMissing() {
        Thread thread = this.thread;
        return thread == null || thread.getState() == ENDED;
    }

    /**
     * Asks for the work to be done soon, and starts the thread if there is none. Cheap where it has been asked for
     * already.
     */
    @Override
    public void request() {
        if (!requested) {
            requested = true;
            LockSupport.unpark(thread);
        }
        if (isMissing() && !closed) {
            restart();
        }
    }

    private void restart() {
        try {
            start(Duration.ZERO);
        } catch (Throwable e) { // of the factory, or no thread can be made now: the next request tries again
            retried.cannotRun(e);
        }
    }

    /**
     * Returns whether the work has been requested and not begun since.
     *
     * @return whether it is to be done soon
     */
    public boolean isRequested() {
        return requested;
    }

    /** Returns why the work failed last, or that the thread has ended although nobody has closed it. */
    @Override
    public @Nullable Throwable failure() {
        Throwable failure = retried.failure();
        if (failure == null && !closed && thread != null && isMissing()) {
            return new IllegalStateException(name + " has ended unexpectedly, the next request starts it again");
        }
        return failure;
    }

    @Override
    public boolean isAlive() {
        Thread thread = this.thread;
        return thread != null && thread.isAlive();
    }

    @Override
    public boolean isCurrent() {
        return thread == Thread.currentThread();
    }

    /** Works until it is closed. For the thread. */
    @Override
    public void run() {
        long nanosUntilNext = nanosUntilFirst;
        while (!closed) {
            try {
                park(nanosUntilNext);
                nanosUntilNext = closed ? 0 : runOnce();
            } catch (Throwable e) { // what runs on whatever happens must not end here, and has nobody to throw to
                retried.cannotRun(e);
                nanosUntilNext = 0;
            }
        }
        endOnce();
    }

    @Override
    public long runOnce() {
        requested = false; // Order matters! Before the work, so that a request made meanwhile is not lost
        return retried.run();
    }

    /** Waits until the time is over, work is requested (which does not cut a back-off short), or the end has come. */
    private void park(long nanos) {
        long start = waiting.nanoTime();
        for (long left = nanos; left > PRECISION_NANOS && !closed; left = nanos - (waiting.nanoTime() - start)) {
            if (requested && retried.failure() == null) {
                return;
            }
            try {
                waiting.park(left);
            } catch (InterruptedException stray) {
                // the thread is ours and ends by close(): the flag is clear now, so that it does not spin
            }
        }
    }

    /**
     * Returns whether {@link #close} has been called.
     *
     * @return whether the thread is to end or has ended
     */
    public boolean isClosed() {
        return closed;
    }

    /** Ends the thread after the work that is under way, and does the last thing. */
    @Override
    public boolean close(Duration longestWait) {
        Thread running;
        lock.lock();
        try {
            closed = true;
            running = isMissing() ? null : thread;
        } finally {
            lock.unlock();
        }
        if (running == null) {
            endOnce();
            return true;
        }
        LockSupport.unpark(running);
        return awaitEnd(longestWait);
    }

    /**
     * Waits for the end of a thread that is closed.
     *
     * @param longestWait how long to wait; a thread that waits for itself does not wait
     * @return whether the thread has ended or was never started
     */
    public boolean awaitEnd(Duration longestWait) {
        Thread running = thread;
        if (running == null) {
            return true;
        }
        if (isCurrent()) {
            return false;
        }
        try {
            running.join(Math.max(1, longestWait.toMillis()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return !running.isAlive();
    }

    private void endOnce() {
        lock.lock();
        try {
            if (ended) {
                return;
            }
            ended = true;
        } finally {
            lock.unlock();
        }
        work.end();
    }
}
