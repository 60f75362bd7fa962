package org.uidgenerator.internal;

import static java.lang.System.Logger.Level.ERROR;
import static java.lang.System.Logger.Level.INFO;

import java.time.Duration;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.internal.RetryingThread.Work;

/**
 * One thread that does many kinds of work, each when it is requested and when it is due. The thread starts with the
 * first work. Work that fails is tried again with back-off and delays no other work. It is for work that waits for
 * nothing.
 */
public final class SharedThread implements Work {
    /*
     *   field      writer            readers         write     read      guard
     *   requested  anyone, thread    anyone          volatile  volatile  cleared before the work, so that no request is lost
     *   dueAt      starter, thread   thread          plain     plain     put into shares after it is set; then the thread only
     *   closed     closer            thread          volatile  volatile  running, for the thread: no work begins after close
     *   earliest   thread            thread          plain     plain
     */
    private static final System.Logger LOG = System.getLogger(SharedThread.class.getName());

    /** Work that is due later than this is done after this time. */
    private static final long LONGEST_NANOS = TimeUnit.HOURS.toNanos(1);

    private final String name;
    private final Duration longestBackoff;
    private final RetryingThread thread;
    private final Waiting waiting;
    private final Set<Share> shares = ConcurrentHashMap.newKeySet();
    private final Queue<Share> requests = new ConcurrentLinkedQueue<>();
    private long earliest;

    /**
     * Makes a thread that is not started.
     *
     * @param name the name of the thread
     * @param longestBackoff how long to wait at most before work that has failed is tried again
     * @param waiting the time that it goes by
     * @param threads makes the thread
     */
    public SharedThread(String name, Duration longestBackoff, Waiting waiting, ThreadFactory threads) {
        this.name = name;
        this.longestBackoff = longestBackoff;
        this.waiting = waiting;
        earliest = waiting.nanoTime();
        thread = new RetryingThread(name, this, longestBackoff, waiting, threads);
    }

    /**
     * Adds work, which is not started.
     *
     * @param work what is to be done; its {@link Work#end} is not called
     * @return what starts, requests and ends it
     */
    public BackgroundWork share(Work work) {
        return new Share(work);
    }

    /** Does all that is requested or due. */
    @Override
    public long run() {
        for (Share share = requests.poll(); share != null; share = requests.poll()) {
            share.runRequested();
            runDue(); // however many requests there are
        }
        runDue();
        return shares.isEmpty() ? Long.MAX_VALUE : Math.max(1, earliest - waiting.nanoTime());
    }

    private void runDue() {
        long now = waiting.nanoTime();
        if (now - earliest < 0) {
            return;
        }
        earliest = now + LONGEST_NANOS;
        for (Share share : shares) {
            if (share.dueAt - now <= 0) {
                share.run();
            } else {
                look(share);
            }
        }
    }

    private void look(Share share) {
        if (share.dueAt - earliest < 0) {
            earliest = share.dueAt;
        }
    }

    /** Reports what keeps the thread from any work, such as a lack of memory. */
    @Override
    public void failing(Throwable failure) {
        LOG.log(ERROR, name + " could not begin its work, trying again with back-off", failure);
    }

    @Override
    public void recovered(int failures) {
        LOG.log(INFO, "{0} works again after {1} failed runs", name, Integer.toString(failures));
    }

    /**
     * Ends the thread after the work that is under way.
     *
     * @param longestWait how long to wait for the end
     * @return whether the thread has ended
     */
    public boolean close(Duration longestWait) {
        return thread.close(longestWait);
    }

    /** The work of one of those that share the thread. */
    private final class Share implements BackgroundWork {
        private final RetriedWork work;
        private final ReentrantLock running = new ReentrantLock();
        private volatile boolean requested;
        private volatile boolean started;
        private volatile boolean closed;
        private long dueAt;

        Share(Work work) {
            this.work = new RetriedWork(work, longestBackoff);
        }

        @Override
        public void start(Duration untilFirst) {
            if (!started && !closed) {
                dueAt = waiting.nanoTime() + TimeUnit.NANOSECONDS.convert(untilFirst);
                started = true;
                shares.add(this);
                thread.start(Duration.ZERO);
                thread.request(); // it does not know yet when this is due
            }
        }

        @Override
        public void request() {
            if (!requested) {
                requested = true;
                requests.add(this);
            }
            thread.request();
        }

        /** A request does not cut a back-off short. */
        void runRequested() {
            requested = false; // Order matters! Before the work, so that a request made meanwhile is not lost
            if (work.failure() == null || dueAt - waiting.nanoTime() <= 0) {
                run();
            }
        }

        void run() {
            running.lock();
            try {
                if (!closed) {
                    dueAt = waiting.nanoTime() + Math.min(work.run(), LONGEST_NANOS);
                    look(this);
                }
            } finally {
                running.unlock();
            }
        }

        @Override
        public long runOnce() {
            return thread.runOnce();
        }

        @Override
        public @Nullable Throwable failure() {
            Throwable failure = work.failure();
            return failure == null ? thread.failure() : failure;
        }

        @Override
        public boolean isAlive() {
            return closed ? running.isLocked() : started;
        }

        @Override
        public boolean isCurrent() {
            return running.isHeldByCurrentThread();
        }

        @Override
        public boolean close(Duration longestWait) {
            closed = true;
            shares.remove(this);
            if (isCurrent()) {
                return false;
            }
            try {
                boolean ended = running.tryLock(longestWait.toNanos(), TimeUnit.NANOSECONDS);
                if (ended) {
                    running.unlock();
                }
                return ended;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return !running.isLocked();
            }
        }
    }
}
