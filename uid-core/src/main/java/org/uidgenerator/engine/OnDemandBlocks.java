package org.uidgenerator.engine;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import java.time.Duration;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidRange;
import org.uidgenerator.buffer.RejectedTakeBufferHandler;
import org.uidgenerator.buffer.RingBuffer;
import org.uidgenerator.internal.Waiting;
import org.uidgenerator.internal.background.BackgroundTask;
import org.uidgenerator.internal.background.BackgroundThreads;
import org.uidgenerator.internal.background.BackgroundWork;

/**
 * Hands out UIDs of one open block, which all callers share. A caller that finds it empty replaces it by the next one,
 * so nothing is claimed ahead of demand.
 */
public final class OnDemandBlocks implements Engine<OnDemandSource>, BlockOpener, BackgroundWork {
    /*
     * What happens to the open block:
     *
     *   open    the first caller that finds it used up or retired opens the next one, if the source has one now and nobody waits.
     *           Otherwise it joins the line.
     *   thread  retires the block when it is no longer fresh; opens the next one for those that wait, and serves them before
     *           anybody else can claim from it. While no block is open and nobody waits it sleeps, so a generator that nobody
     *           uses falls silent.
     *   floor   an open block that is not above a UID which is advanced past is opened again from there on, or retired.
     *   stop    retires it, and refuses those that wait.
     *
     * All of this is done under one lock, under which nobody waits for anything.
     *
     * The blocks of one stripe ascend. A block that does not, because the source goes back, is opened in a fresh stripe, of
     * which the callers learn after that. No stripe but the latest has UIDs left: a caller that still uses an older one
     * finds it used up or retired, and comes here.
     */
    private static final System.Logger LOG = System.getLogger(OnDemandBlocks.class.getName());

    private static final long LONGEST_UNCHECKED_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    /** What is left of a wait that short is spun through, so that the moment is met at which a block can be claimed. */
    private static final long PRECISION_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

    private final String name;
    private final Waiting waiting;
    private final EngineMeter meter = new EngineMeter();
    private final HandOut handOut;
    private final LongAdder givenDirectly = new LongAdder();
    final WaitingLine line = new WaitingLine();
    final BackgroundTask task;

    /** All stripes share it. It guards the fields below, and what is in them. */
    private final ReentrantLock lock;

    /** Where UIDs are handed out. Another takes its place when the source goes back to lower ones. */
    private volatile Stripe stripe;

    private volatile @Nullable OnDemandSource source; // null until the first start only; written under the lock
    private volatile RunState state = RunState.SUSPENDED;

    /** The greatest UID that was advanced past. Written under the lock. */
    private volatile long floor = -1;

    /** Whether the thread comes back by itself to look after the open block. */
    private boolean watched;

    /**
     * Makes a generator's engine that is to be started.
     *
     * @param name of the generator, for logs and exceptions
     * @param threadName of the thread that looks after the open block
     * @param step how far apart the UIDs of a block are
     * @param handler what calls do that have to wait
     * @param waiting the time that the generator goes by
     * @param threads makes the thread
     */
    public OnDemandBlocks(
            String name,
            String threadName,
            long step,
            RejectedTakeBufferHandler handler,
            Waiting waiting,
            ThreadFactory threads) {
        this.name = name;
        this.waiting = waiting;
        stripe = new Stripe(step);
        lock = stripe.lock;
        handOut = new HandOut(name, this, handler, waiting, meter);
        task = new BackgroundThreads(threadName, 1, waiting, threads)
                .task(this, Duration.ofNanos(LONGEST_UNCHECKED_NANOS));
    }

    @Override
    public long next() {
        final long uid = stripe.claim();
        return uid >= 0 ? uid : handOut.fromNextBlock();
    }

    @Override
    public OptionalLong tryNext(RejectedTakeBufferHandler handler) {
        return handOut.tryNext(handler);
    }

    @Override
    public UidRange claim(int atMost) {
        return handOut.claim(atMost);
    }

    @Override
    public OpenBlock place() {
        return stripe;
    }

    @Override
    public long open() {
        lock.lock();
        try {
            UidBlock block = foundUids() || !line.isEmpty() ? null : claim();
            if (block == null) {
                return OpenBlock.NONE;
            }
            long uid = start(block);
            givenDirectly.increment(); // or others could use the block up before the one that has opened it
            open(block, uid + block.step());
            if (!watched) {
                watched = true;
                task.request();
            }
            return uid;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public @Nullable Waiter join(int wanted) {
        lock.lock();
        try {
            if (foundUids()) {
                return null;
            }
            Waiter waiter = line.join(stripe, wanted);
            task.request();
            return waiter;
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether a caller that has found no UID is to look again. Lock held. */
    private boolean foundUids() {
        state.requireRunning(name);
        stripe.foundNone();
        return stripe.hasLeft();
    }

    @Override
    public boolean leave(Waiter waiter) {
        return line.leave(waiter);
    }

    /** Lock held. */
    private @Nullable UidBlock claim() {
        long start = waiting.nanoTime();
        UidBlock block = source().next(floor);
        while (block != null && block.last() <= floor) { // the rest of a tick that the floor is in
            block = source().next(floor);
        }
        if (block != null) {
            meter.refilled(waiting.nanoTime() - start);
        }
        return block;
    }

    /** Lock held. */
    private long start(UidBlock block) {
        long first = source().start(block, stripe.lastUid(), !stripe.isRetired());
        return Math.max(first, block.firstAbove(floor));
    }

    /** Opens a block from one of its UIDs on. Lock held. */
    private void open(UidBlock block, long next) {
        if (stripe.isBelow(block)) {
            stripe.open(next, block);
        } else {
            Stripe fresh = new Stripe(stripe);
            fresh.open(next, block);
            stripe = fresh; // Order matters! After the block is open, or callers would be back at once
        }
    }

    @Override
    public void advancePast(long uid) {
        lock.lock();
        try {
            if (uid > floor) {
                retireUpTo(uid);
                floor = uid; // Order matters! Afterwards: whoever sees it without the lock has nothing to do
            }
        } finally {
            lock.unlock();
        }
    }

    /** Lock held. */
    private void retireUpTo(long uid) {
        UidBlock block = stripe.block();
        if (block != null && stripe.hasLeftUpTo(uid)) {
            long rest = stripe.takeBack();
            if (rest >= 0 && block.last() > uid) {
                open(block, Math.max(rest, block.firstAbove(uid)));
            }
        }
    }

    @Override
    public long passed() {
        return floor;
    }

    /** Looks after the open block and the line, and meets the moment at which the line can be served. */
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
            retireStale();
            serveLine();
            long untilNext = nanosUntilNextLook();
            watched = untilNext != UNTIL_REQUESTED;
            return untilNext;
        } finally {
            lock.unlock();
        }
    }

    private void retireStale() {
        UidBlock block = stripe.block();
        if (block != null && stripe.hasLeft() && !source().isFresh(block)) {
            long rest = stripe.takeBack();
            if (rest >= 0) {
                source().takeBack(rest);
            }
        }
    }

    /** Opens blocks for those that wait, as far as there are any. Lock held. */
    private void serveLine() {
        try {
            while (state == RunState.RUNNING && !line.isEmpty() && serveLineFromNext()) {}
        } catch (UidGenerateException e) { // there will be no block, or none for long
            line.refuseAll(() -> new UidGenerateException(String.valueOf(e.getMessage()), e));
        }
    }

    private boolean serveLineFromNext() {
        UidBlock block = claim();
        if (block == null) {
            return false;
        }
        long first = start(block);
        long given = line.serve(first, block, line.joined());
        givenDirectly.add(given);
        open(block, first + given * block.step());
        return true;
    }

    private long nanosUntilNextLook() {
        if (!line.isEmpty()) {
            return Math.min(source().nanosUntilNext(), LONGEST_UNCHECKED_NANOS);
        }
        return stripe.hasLeft() ? Math.min(source().nanosUntilStale(), LONGEST_UNCHECKED_NANOS) : UNTIL_REQUESTED;
    }

    @Override
    public void failing(Throwable failure) {
        LOG.log(WARNING, name + " could not look after its open block, trying again", failure);
    }

    @Override
    public void recovered(int failures) {
        LOG.log(
                INFO,
                "{0} looks after its open block again after {1} failed attempts",
                name,
                Integer.toString(failures));
    }

    /** Asks the thread to look after the line soon. */
    @Override
    public void wake() {
        task.request();
    }

    /** There is no ring. */
    @Override
    public RingBuffer ring() {
        return NoRing.INSTANCE;
    }

    @Override
    public String describeTrouble() {
        return String.valueOf(source().trouble());
    }

    /** Returns why a call would fail now, or null if it would get a UID or wait for the next block. */
    @Override
    public @Nullable Throwable failure() {
        Throwable failure = task.failure() != null ? task.failure() : source().failure();
        return failure != null ? failure : refusal();
    }

    private @Nullable Throwable refusal() {
        lock.lock();
        try {
            if (state == RunState.RUNNING && !stripe.hasLeft()) {
                source().requireNext(floor);
            }
            return null;
        } catch (RuntimeException e) {
            return e;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public RunState state() {
        return state;
    }

    private OnDemandSource source() {
        return Objects.requireNonNull(source, "source");
    }

    @Override
    public void start(OnDemandSource source) {
        lock.lock();
        try {
            this.source = source;
            state = RunState.RUNNING;
        } finally {
            lock.unlock();
        }
    }

    /** The thread ends with the last stop only. */
    @Override
    public boolean stop(RunState to, Duration longestWait) {
        lock.lock();
        try {
            state = to;
            stripe.retire();
            line.refuseAll(() -> to.refusal(name));
        } finally {
            lock.unlock();
        }
        return to != RunState.CLOSED || task.close(longestWait) || task.isCurrent();
    }

    /** What is still under way has no effect any more. */
    @Override
    public boolean isEnding() {
        return false;
    }

    @Override
    public long issued() {
        return stripe.issued() + givenDirectly.sum();
    }

    @Override
    public long available() {
        return stripe.left();
    }

    @Override
    public long oldestStamp() {
        return stripe.stampOfLeft();
    }

    @Override
    public EngineMeter meter() {
        return meter;
    }

    /** What handlers see where there is no ring. */
    private enum NoRing implements RingBuffer {
        INSTANCE;

        @Override
        public int size() {
            return 0;
        }

        @Override
        public int capacity() {
            return 0;
        }

        @Override
        public boolean awaitNotEmpty(long nanos) {
            return false;
        }
    }
}
