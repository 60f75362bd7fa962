package org.uidgenerator.internal.engine;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.uidgenerator.UidGenerateException;

/**
 * Starts, suspends, resumes and closes a generator, one change at a time. Closing never waits for a resumption, which
 * may wait for a store.
 *
 * @param <R> what works while the generator runs
 */
public final class Lifecycle<R extends Lifecycle.Run<R>> {
    private static final System.Logger LOG = System.getLogger(Lifecycle.class.getName());

    private static final Duration LONGEST_WAIT_FOR_THE_END = Duration.ofSeconds(10);

    private final String name;
    private final Supplier<RunState> state;
    private final ReentrantLock changing = new ReentrantLock();
    private final ReentrantLock resuming = new ReentrantLock();
    private volatile R run;
    private boolean closed; // guarded by changing

    /**
     * What works from a start or resumption until the generator is suspended or closed. Used by one thread at a time.
     *
     * @param <R> what takes its place
     */
    public interface Run<R> {

        /** Begins to hand out UIDs, or throws: then {@link #abandon} follows. */
        void start();

        /** Gives back what it holds. Instead of a start, or after one that has failed. */
        void abandon();

        /**
         * Stops handing out UIDs, refuses calls that wait, and gives back what it holds, in the background if that
         * takes longer.
         *
         * @return whether everything has ended, or the caller is part of it and cannot wait
         */
        boolean stop(RunState to, Duration longestWait);

        /** Returns whether something is still busy with the end. */
        boolean isAlive();

        /** Makes what takes its place after a resumption. May ask a store, and throw. */
        R successor();

        /** Returns, for the log, what it works with, as in {@code worker id 7}. */
        @Override
        String toString();
    }

    /**
     * Starts a generator.
     *
     * @param name the generator's
     * @param state returns what the generator does
     * @param first what works from now on
     */
    public Lifecycle(String name, Supplier<RunState> state, R first) {
        this.name = name;
        this.state = state;
        run = first;
        start(first);
    }

    private static void start(Run<?> run) {
        boolean started = false;
        try {
            run.start();
            started = true;
        } finally {
            if (!started) {
                run.abandon();
            }
        }
    }

    /** Returns what works now, or worked last. */
    public R run() {
        return run;
    }

    /** Suspends the generator if it runs. */
    public void suspend() {
        changing.lock();
        try {
            if (state.get() == RunState.RUNNING) {
                stop(RunState.SUSPENDED);
            }
        } finally {
            changing.unlock();
        }
    }

    /** Closes the generator. */
    public void close() {
        changing.lock();
        try {
            closed = true;
            stop(RunState.CLOSED);
        } finally {
            changing.unlock();
        }
    }

    private void stop(RunState to) {
        if (!run.stop(to, LONGEST_WAIT_FOR_THE_END) && !Thread.currentThread().isInterrupted()) {
            LOG.log(WARNING, "{0} is still busy, its worker id goes back when it ends", name);
        }
    }

    /**
     * Continues after {@link #suspend}.
     *
     * @throws UidGenerateException if the generator is closed, still busy with its end or being resumed by the calling
     *     thread, or cannot start
     */
    public void resume() {
        if (resuming.isHeldByCurrentThread()) { // one of the two runs would be forgotten
            throw new UidGenerateException(name + " is being resumed: its clock and its store must not resume it");
        }
        resuming.lock(); // apart from the other lock, so that close() does not wait for a store
        try {
            if (state.get() != RunState.RUNNING) {
                requireResumable();
                resume(run.successor());
            }
        } finally {
            resuming.unlock();
        }
    }

    private void requireResumable() {
        state.get().requireOpen(name);
        if (run.isAlive()) {
            throw new UidGenerateException(name + " is still busy with giving its worker id back");
        }
    }

    private void resume(R next) {
        changing.lock();
        try {
            if (state.get() == RunState.CLOSED) { // meanwhile
                next.abandon();
                throw RunState.CLOSED.refusal(name);
            }
            start(next);
            run = next;
            if (closed) { // from within the start, by its clock
                stop(RunState.CLOSED);
                throw RunState.CLOSED.refusal(name);
            }
        } finally {
            changing.unlock();
        }
        LOG.log(INFO, "{0} continues with {1}", name, next);
    }
}
