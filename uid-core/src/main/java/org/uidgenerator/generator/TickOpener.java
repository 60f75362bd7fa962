package org.uidgenerator.generator;

import java.time.Duration;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.internal.RetryingThread;
import org.uidgenerator.internal.Waiting;
import org.uidgenerator.worker.WorkerLease;

/** Opens the ticks of a {@link DefaultUidGenerator}, one after the other, ends them, and serves the line of those that wait. */
final class TickOpener {
    /*
     * The open tick is a block that all callers claim from, and the source says which comes next. What happens to it:
     *
     *   open    the first caller that finds it used up or retired opens the next one, if that is reserved and its time has come,
     *           and nobody waits. Otherwise it joins the line.
     *   thread  "<generator>-ticks" retires the tick when its time is over, when the clock policy wants another, or when its lease
     *           is revoked; opens the next one for those that wait, and serves them before anybody else can claim from it. While
     *           no tick is open and nobody waits it sleeps, so a generator that nobody uses falls silent.
     *   stop    retires it, and refuses those that wait.
     *
     * All of this is done under one lock, under which nobody waits for anything.
     *
     * The blocks of one stripe ascend. One that goes back with the clock is opened in a fresh stripe, and the callers learn of
     * that after it has been opened. No stripe but the latest has UIDs left: whoever still uses an older one finds it used up or
     * retired, and comes here.
     */
    static final long LOOK_AGAIN = -1;
    static final long MUST_WAIT = -2;

    private static final Duration LONGEST_UNCHECKED = Duration.ofMillis(250);
    private static final long UNTIL_REQUESTED = Long.MAX_VALUE;

    private final String name;
    private final UidLayout layout;
    private final Waiting waiting;
    private final SequenceStart sequenceStart;
    private final GeneratorMeter meter;
    private final Consumer<Stripe> callers;
    private final LongAdder givenDirectly = new LongAdder();
    final WaitingLine line = new WaitingLine();
    final RetryingThread thread;

    /** All stripes share it. It guards the fields below, and what is in them. */
    private final ReentrantLock lock;

    private volatile TickSource source; // written under the lock, read without it for status
    private Stripe stripe;
    private volatile RunState state = RunState.RUNNING;

    /** What the open tick was claimed under. */
    private WorkerLease lease;

    /** Whether the thread comes back by itself to look after the open tick. */
    private boolean watched;

    /**
     * Makes an opener whose thread is not started yet.
     *
     * @param name the generator's
     * @param meter counts the ticks that are opened
     * @param threads makes the thread
     * @param stripe where the first tick is opened
     * @param callers who are told of each stripe that takes the place of the one before
     */
    TickOpener(
            String name,
            UidLayout layout,
            SequenceStart sequenceStart,
            TickSource source,
            GeneratorMeter meter,
            Waiting waiting,
            ThreadFactory threads,
            Stripe stripe,
            Consumer<Stripe> callers) {
        this.name = name;
        this.layout = layout;
        this.sequenceStart = sequenceStart;
        this.source = source;
        this.meter = meter;
        this.waiting = waiting;
        this.stripe = stripe;
        this.callers = callers;
        lock = stripe.lock;
        lease = source.lease();
        thread = new RetryingThread(
                name + "-ticks", new TickThread(name, this, waiting), LONGEST_UNCHECKED, waiting, threads);
    }

    /**
     * Opens the next tick if its time has come and nobody waits.
     *
     * @return a UID that is the caller's alone, {@link #LOOK_AGAIN} if there are UIDs now, or {@link #MUST_WAIT}
     * @throws UidGenerateException if the generator does not run, or the clock policy or the time bits do not allow another tick
     */
    long open() {
        lock.lock();
        try {
            state.requireRunning(name);
            if (stripe.hasLeft()) {
                return LOOK_AGAIN;
            }
            UidBlock block = line.isEmpty() ? next() : null;
            if (block == null) {
                stripe.shortenOverrun();
                return MUST_WAIT;
            }
            givenDirectly.increment(); // or others could use the tick up before the one that has opened it
            open(block, block.first() + block.step());
            if (!watched) {
                watched = true;
                thread.request();
            }
            return block.first();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Joins the line, unless there are UIDs now, and has it served.
     *
     * @return the place in the line, or null to look again
     * @throws UidGenerateException if the generator does not run
     */
    @Nullable
    Waiter join(int wanted) {
        lock.lock();
        try {
            state.requireRunning(name);
            if (stripe.hasLeft()) {
                return null;
            }
            Waiter waiter = line.join(stripe, wanted);
            thread.request();
            return waiter;
        } finally {
            lock.unlock();
        }
    }

    /** Leaves the line without UIDs. Returns false if the call has been served or refused meanwhile. */
    boolean leave(Waiter waiter) {
        return line.leave(waiter);
    }

    /** Claims what comes next, or returns null if its time has not come or it is not reserved. Lock held. */
    private @Nullable UidBlock next() {
        long start = waiting.nanoTime();
        WorkerLease lease = source.lease();
        TickRange range = source.claim(lease);
        if (range == null) {
            return null;
        }
        this.lease = lease;
        UidBlock block = block(range, lease.workerId());
        meter.refilled(waiting.nanoTime() - start);
        return block;
    }

    private UidBlock block(TickRange range, long workerId) {
        long first = layout.encode(range.tick(), workerId, range.firstSequence());
        long last = layout.encode(range.tick(), workerId, range.lastSequence());
        long skipped =
                sequenceStart.skipped(first, sequenceOf(stripe.lastUid()), !stripe.isRetired(), range.startRange());
        return new UidBlock(first + skipped * stripe.step, last, stripe.step);
    }

    private long sequenceOf(long uid) {
        return (uid / stripe.step) & layout.maxSequence();
    }

    /** Opens a block from one of its UIDs on. Lock held. */
    private void open(UidBlock block, long next) {
        if (stripe.isBelow(block)) {
            stripe.open(next, block);
        } else {
            stripe = new Stripe(stripe);
            stripe.open(next, block);
            callers.accept(stripe); // Order matters! After the block is open, or they would be back at once
        }
    }

    /**
     * Ends the open tick if it is over, and serves the line. For the thread.
     *
     * @return the nanoseconds until there is something to look after again, unless it is requested earlier
     */
    long look() {
        lock.lock();
        try {
            watched = false; // whatever is thrown
            leaveWhatIsOver();
            serveLine();
            long untilNext = nanosUntilNextLook();
            watched = untilNext != UNTIL_REQUESTED;
            return untilNext;
        } finally {
            lock.unlock();
        }
    }

    /** Ends a tick whose time is over, or that must not be stamped any more. Lock held. */
    private void leaveWhatIsOver() {
        if (stripe.hasLeft() && (lease.isRevoked() || source.mustLeave())) {
            long rest = stripe.retire();
            if (rest >= 0) {
                source.left(sequenceOf(rest));
            }
        }
    }

    /** Opens ticks for those that wait, as far as the time has come. Lock held. */
    private void serveLine() {
        try {
            while (state == RunState.RUNNING && !line.isEmpty() && serveLineFromNext()) {}
        } catch (UidGenerateException e) { // there will be no tick, or none for long
            line.refuseAll(() -> new UidGenerateException(String.valueOf(e.getMessage()), e));
        }
    }

    private boolean serveLineFromNext() {
        UidBlock block = next();
        if (block == null) {
            return false;
        }
        long given = line.serve(block.first(), block);
        givenDirectly.add(given);
        open(block, block.first() + given * block.step());
        return true;
    }

    private long nanosUntilNextLook() {
        if (!line.isEmpty()) {
            return Math.min(source.nanosUntilNext(), LONGEST_UNCHECKED.toNanos());
        }
        if (stripe.hasLeft()) {
            return Math.min(source.nanosUntilOver(), LONGEST_UNCHECKED.toNanos());
        }
        return UNTIL_REQUESTED;
    }

    /** How far the tick opened last is ahead of the clock, in milliseconds: negative if its start has passed. */
    long millisAhead() {
        return source.millisAhead();
    }

    /** How many UIDs have been given to callers that found none in an open tick. */
    long givenDirectly() {
        return givenDirectly.sum();
    }

    /** Why no tick can be opened now, or null if one is open or to be waited for. */
    @Nullable
    RuntimeException refusal() {
        lock.lock();
        try {
            if (state == RunState.RUNNING && !stripe.hasLeft()) {
                source.requireNext();
            }
            return null;
        } catch (RuntimeException e) {
            return e;
        } finally {
            lock.unlock();
        }
    }

    RunState state() {
        return state;
    }

    /**
     * Opens no tick any more, takes the open one away, and tells those that wait.
     *
     * @return the highest tick that was opened so far, or -1
     */
    long stop(RunState to) {
        lock.lock();
        try {
            state = to;
            stripe.retire();
            line.refuseAll(() -> to.refusal(name));
            return source.highestTick();
        } finally {
            lock.unlock();
        }
    }

    /** Opens ticks again after it was stopped. */
    void start(LeasedTicks ticks) {
        lock.lock();
        try {
            source = source.resumed(ticks);
            state = RunState.RUNNING;
        } finally {
            lock.unlock();
        }
    }
}
