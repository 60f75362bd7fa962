package org.uidgenerator.generator;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
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
final class TickOpener implements RetryingThread.Work {
    /*
     * The open tick is a block that all callers claim from, and the course says which comes next. What happens to it:
     *
     *   open    the first caller that finds it used up or retired opens the next one, if that is reserved and its time has come,
     *           and nobody waits. Otherwise it joins the line.
     *   thread  "<generator>-ticks" retires the tick when the clock shows another, as the course has it, or when its lease is
     *           revoked; opens the next one for those that wait, and serves them before anybody else can claim from it. While no
     *           tick is open and nobody waits it sleeps, so a generator that nobody uses falls silent.
     *   stop    retires it, and refuses those that wait.
     *
     * All of this is done under one lock, under which nobody waits for anything.
     *
     * The blocks of one stripe ascend. A block that does not, because the course goes back, is opened in a fresh stripe, of
     * which the callers learn after that. No stripe but the latest has UIDs left: whoever still uses an older one finds it used
     * up or retired, and comes here.
     */
    static final long LOOK_AGAIN = -1;
    static final long MUST_WAIT = -2;

    private static final System.Logger LOG = System.getLogger(TickOpener.class.getName());

    private static final long LONGEST_UNCHECKED_MILLIS = 250;
    private static final long UNTIL_REQUESTED = Long.MAX_VALUE;

    /** What is left of a wait that short is spun through, so that the start of a tick is met. */
    private static final long PRECISION_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

    private final String name;
    private final UidLayout layout;
    private final TickClock clock;
    private final Waiting waiting;
    private final SequenceStart sequenceStart;
    private final GeneratorMeter meter;
    private final Consumer<Stripe> callers;
    private final LongAdder givenDirectly = new LongAdder();
    final WaitingLine line = new WaitingLine();
    final RetryingThread thread;

    /** All stripes share it. It guards the fields below, and what is in them. */
    private final ReentrantLock lock;

    private final Course course;
    private volatile LeasedTicks ticks; // written under the lock, read without it for status
    private Stripe stripe;
    private volatile RunState state = RunState.RUNNING;

    /** What the open tick was reserved under. */
    private WorkerLease lease;

    /** Whether the thread comes back by itself to look after the open tick. */
    private boolean watched;

    /**
     * Makes an opener.
     *
     * @param stripe where the first tick is opened
     * @param callers who are told of each stripe that takes the place of the one before
     */
    TickOpener(
            DefaultUidGenerator.Builder options,
            Course course,
            LeasedTicks ticks,
            GeneratorMeter meter,
            Stripe stripe,
            Consumer<Stripe> callers) {
        name = options.name;
        layout = options.layout;
        clock = course.clock;
        waiting = options.waiting;
        sequenceStart = options.sequenceStart;
        this.ticks = ticks;
        this.meter = meter;
        this.callers = callers;
        lock = stripe.lock;
        this.course = course;
        this.stripe = stripe;
        lease = ticks.lease();
        thread = new RetryingThread(
                name + "-ticks", this, Duration.ofMillis(LONGEST_UNCHECKED_MILLIS), waiting, options.threadFactory);
    }

    /**
     * Opens the next tick if its time has come and nobody waits.
     *
     * @return a UID that is the caller's alone, {@link #LOOK_AGAIN} if there are UIDs now, or {@link #MUST_WAIT}
     * @throws UidGenerateException if the generator does not run, or the course or the time bits do not allow another tick
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

    /** Reserves what comes next, or returns null if its time has not come or its reservation has to be waited for. Lock held. */
    private @Nullable UidBlock next() {
        WorkerLease lease = ticks.lease();
        long nanoTime = waiting.nanoTime();
        Opening opening = course.next(lease, nanoTime);
        if (opening == null || !ticks.tryReserve(opening.tick(), lease)) {
            return null;
        }
        UidBlock block = block(opening, lease.workerId());
        this.lease = lease;
        course.opened(opening, nanoTime);
        meter.refilled(waiting.nanoTime() - nanoTime);
        return block;
    }

    private UidBlock block(Opening opening, long workerId) {
        long first = layout.encode(opening.tick(), workerId, opening.firstSequence());
        long last = layout.encode(opening.tick(), workerId, opening.lastSequence());
        long skipped =
                sequenceStart.skipped(first, sequenceOf(stripe.lastUid()), !stripe.isRetired(), opening.skipRange());
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

    /** Looks after the open tick and the line, and meets the start of the tick that the line waits for. */
    @Override
    public long run() throws InterruptedException {
        long untilNext = look();
        while (untilNext <= PRECISION_NANOS) {
            waiting.park(untilNext);
            untilNext = look();
        }
        return untilNext;
    }

    private long look() {
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
        if (stripe.hasLeft() && (lease.isRevoked() || course.mustLeave(clock.currentTick()))) {
            long rest = stripe.retire();
            if (rest >= 0) {
                course.leave(sequenceOf(rest));
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
            return Math.min(course.nanosUntilNext(waiting.nanoTime()), longestUnchecked());
        }
        if (stripe.hasLeft()) {
            long untilNextTick = TimeUnit.MILLISECONDS.toNanos(Math.max(1, clock.millisAhead(course.last + 1)));
            return Math.min(untilNextTick, longestUnchecked());
        }
        return UNTIL_REQUESTED;
    }

    private static long longestUnchecked() {
        return TimeUnit.MILLISECONDS.toNanos(LONGEST_UNCHECKED_MILLIS);
    }

    @Override
    public void failing(Throwable failure) {
        LOG.log(WARNING, name + " could not look after its open tick, trying again", failure);
    }

    @Override
    public void recovered(int failures) {
        LOG.log(
                INFO,
                "{0} looks after its open tick again after {1} failed attempts",
                name,
                Integer.toString(failures));
    }

    /** The tick opened last, or -1. */
    long lastTick() {
        return course.last;
    }

    /** How many UIDs have been given to callers that found none in an open tick. */
    long givenDirectly() {
        return givenDirectly.sum();
    }

    /** Why a call would fail now, or null if it would get a UID or wait for the next tick. */
    @Nullable
    Throwable failure() {
        Throwable failure = thread.failure() != null ? thread.failure() : ticks.failure();
        return failure != null ? failure : refusal();
    }

    private @Nullable Throwable refusal() {
        lock.lock();
        try {
            if (state == RunState.RUNNING && !stripe.hasLeft()) {
                Opening next = course.next(ticks.lease(), waiting.nanoTime());
                if (next != null) {
                    ticks.requireInTimeBits(next.tick());
                }
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
     * @return the highest tick that was opened, or -1
     */
    long stop(RunState to) {
        lock.lock();
        try {
            state = to;
            stripe.retire();
            course.end();
            line.refuseAll(() -> to.refusal(name));
            return course.highest;
        } finally {
            lock.unlock();
        }
    }

    /** Opens ticks again after it was stopped. */
    void start(LeasedTicks ticks) {
        lock.lock();
        try {
            this.ticks = ticks;
            state = RunState.RUNNING;
        } finally {
            lock.unlock();
        }
    }
}
