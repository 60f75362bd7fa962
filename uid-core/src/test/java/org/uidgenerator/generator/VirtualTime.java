package org.uidgenerator.generator;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import org.uidgenerator.contract.VirtualClock;
import org.uidgenerator.internal.NanoClock;
import org.uidgenerator.internal.background.BackgroundThreads;

/**
 * Time that passes only when a test lets it pass, or while a thread parks, and threads that do their work at its pace.
 * Setting the clock is not passing time.
 */
public final class VirtualTime implements NanoClock, ThreadFactory {
    static final Instant START = Instant.parse("2026-11-21T10:30:15.400Z");

    final VirtualClock clock = new VirtualClock(START);
    private final List<VirtualThread> threads = new CopyOnWriteArrayList<>();
    private volatile long nanos = 4_711_000_000_000L; // since some moment: only differences mean something

    /** Lets time pass, and threads work when their time has come. */
    public void pass(Duration time) {
        long until = nanos + time.toNanos();
        do {
            step(until);
        } while (nanos < until || (next() != null && next().due() <= nanos));
    }

    /** Lets time pass until the next thread has worked, or until a moment. */
    private void step(long until) {
        VirtualThread next = next();
        long at = next == null ? until : Math.min(until, Math.max(nanos, next.due()));
        clock.advance(Duration.ofNanos(at - nanos));
        nanos = at;
        if (next != null && next.due() <= at) {
            next.work();
        }
    }

    private VirtualThread next() {
        return threads.stream()
                .min(Comparator.comparingLong(thread -> thread.due() - nanos))
                .orElse(null);
    }

    /** How many threads will work although no test asks them to. */
    public long busyThreads() {
        return threads.stream().filter(thread -> thread.due() != Long.MAX_VALUE).count();
    }

    /** Makes a thread that works when time passes. */
    @Override
    public Thread newThread(Runnable work) {
        return new VirtualThread((BackgroundThreads) work);
    }

    @Override
    public long nanoTime() {
        return nanos;
    }

    @Override
    public void park(long nanos) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        step(this.nanos + Math.max(TimeUnit.MILLISECONDS.toNanos(1), nanos));
    }

    /** One thread is all threads, so it holds the lock meanwhile. */
    @Override
    public void await(Condition condition, long nanos) throws InterruptedException {
        park(nanos);
    }

    private final class VirtualThread extends Thread {
        private final BackgroundThreads work;

        VirtualThread(BackgroundThreads work) {
            super(work);
            this.work = work;
        }

        @Override
        public synchronized void start() {
            threads.add(this);
        }

        long due() {
            long untilNext = work.nanosUntilNext();
            return untilNext == Long.MAX_VALUE ? Long.MAX_VALUE : nanos + untilNext;
        }

        void work() {
            work.runReady();
        }
    }
}
