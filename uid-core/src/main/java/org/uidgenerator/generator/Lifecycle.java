package org.uidgenerator.generator;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.internal.engine.BlockSource;
import org.uidgenerator.internal.engine.Engine;
import org.uidgenerator.internal.engine.RunState;

/**
 * Starts, suspends, resumes and closes a generator, one change at a time: each run has worker ids of its own. Closing
 * never waits for a resumption, which may wait for a store.
 *
 * @param <S> the blocks that ticks are cut into
 */
final class Lifecycle<S extends BlockSource> {
    private static final System.Logger LOG = System.getLogger(Lifecycle.class.getName());

    private static final Duration LONGEST_WAIT_FOR_THE_END = Duration.ofSeconds(10);

    /** A closed generator does not wait for a store that keeps another worker id back, which it needs no more. */
    private static final Duration ENDS_AT_ONCE = Duration.ofMillis(100);

    private final String name;
    private final Engine<S> engine;
    private final TickSource ticks;
    private final S blocks;
    private final ReentrantLock changing = new ReentrantLock();
    private final ReentrantLock resuming = new ReentrantLock();
    private volatile LeasedTicks leases;
    private boolean closed; // guarded by changing

    /**
     * Starts a generator once a tick of its first worker id may be used.
     *
     * @param name the generator's
     * @param engine hands out the UIDs
     * @param ticks the ticks of all runs, and the worker ids of the first one
     * @param blocks what the ticks are cut into
     */
    Lifecycle(String name, Engine<S> engine, TickSource ticks, S blocks) {
        this.name = name;
        this.engine = engine;
        this.ticks = ticks;
        this.blocks = blocks;
        leases = ticks.leases();
        leases.awaitFirst(ticks.highestTick());
        start(leases);
    }

    private void start(LeasedTicks leases) {
        boolean started = false;
        try {
            ticks.begin(leases);
            engine.start(blocks);
            started = true;
        } finally {
            if (!started) {
                leases.release();
            }
        }
    }

    /** Returns the worker ids of the present run, or of the last one. */
    LeasedTicks leases() {
        return leases;
    }

    /** Suspends the generator if it runs. */
    void suspend() {
        changing.lock();
        try {
            if (engine.state() == RunState.RUNNING) {
                stop(RunState.SUSPENDED);
            }
        } finally {
            changing.unlock();
        }
    }

    void close() {
        changing.lock();
        try {
            closed = true;
            stop(RunState.CLOSED);
        } finally {
            changing.unlock();
        }
    }

    /** Refuses calls that wait, and gives the worker ids back: in the background, if that takes longer. */
    private void stop(RunState to) {
        boolean stopped = engine.stop(to, LONGEST_WAIT_FOR_THE_END);
        leases.release(engine.greatestFreshnessOpened());
        boolean ended = leases.awaitEnd(to == RunState.CLOSED ? ENDS_AT_ONCE : LONGEST_WAIT_FOR_THE_END);
        if (!(stopped && ended) && !Thread.currentThread().isInterrupted()) {
            LOG.log(WARNING, "{0} is still busy, its worker id goes back when it ends", name);
        }
    }

    /**
     * Continues after {@link #suspend}, with other worker ids, whose ticks are above those claimed before.
     *
     * @throws UidGenerateException if the generator is closed, still busy with its end or being resumed by the calling
     *     thread, or cannot start
     */
    void resume() {
        if (resuming.isHeldByCurrentThread()) { // one of the two runs would be forgotten
            throw new UidGenerateException(name + " is being resumed: its clock and its store must not resume it");
        }
        resuming.lock(); // apart from the other lock, so that close() does not wait for a store
        try {
            if (engine.state() != RunState.RUNNING) {
                requireResumable();
                LeasedTicks next = leases.successor();
                next.awaitFirst(ticks.highestTick());
                resume(next);
            }
        } finally {
            resuming.unlock();
        }
    }

    private void requireResumable() {
        engine.state().requireOpen(name);
        if (engine.isEnding() || leases.isEnding()) {
            throw new UidGenerateException(name + " is still busy with giving its worker id back");
        }
    }

    private void resume(LeasedTicks next) {
        changing.lock();
        try {
            if (engine.state() == RunState.CLOSED) { // meanwhile
                next.release();
            } else {
                start(next);
                leases = next; // Order matters! After the start: a close from within it ends the run before
                if (closed) { // from within the start, by its clock
                    stop(RunState.CLOSED);
                }
            }
            engine.state().requireOpen(name);
        } finally {
            changing.unlock();
        }
        LOG.log(INFO, "{0} continues with {1}", name, next);
    }
}
