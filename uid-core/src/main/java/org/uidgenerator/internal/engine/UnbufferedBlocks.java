package org.uidgenerator.internal.engine;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import java.time.Duration;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.buffer.RejectedTakeBufferHandler;
import org.uidgenerator.buffer.RingBuffer;
import org.uidgenerator.internal.NanoClock;
import org.uidgenerator.internal.background.BackgroundTask;
import org.uidgenerator.internal.background.BackgroundThreads;
import org.uidgenerator.internal.background.BackgroundWork;

/**
 * Hands out UIDs of one open block, which all callers share. A caller that finds it empty replaces it by the next one,
 * so nothing is claimed ahead of demand.
 */
public final class UnbufferedBlocks extends Engine<UnbufferedSource> implements BackgroundWork {
    /*
     * What is different from blocks that are claimed ahead:
     *
     *   supply  a block is claimed when it is opened, under the lock. If the source throws, those that wait are refused.
     *   thread  serves the line, at the moment at which a block can be claimed, and looks after the open block: callers do not
     *           look how old it is, so none is opened that the thread does not come back for. While no block is open and
     *           no call waits it sleeps, so a generator that is not used falls silent.
     *   stale   what is left of a block that is no longer fresh goes back to the source.
     *   floor   an open block that is not above a UID which is advanced past is opened again from there on.
     *   order   the source may go back.
     *
     * There is one place, and one lock, under which no thread waits for anything. The blocks of one stripe ascend. A block that
     * does not, because the source goes back or it is opened again, is opened in a fresh stripe, of which the callers learn after that.
     * No stripe but the latest has UIDs left: a caller that still uses an older one finds it used up or retired, and is sent on
     * to the latest.
     */
    private static final System.Logger LOG = System.getLogger(UnbufferedBlocks.class.getName());

    private static final long LONGEST_UNCHECKED_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    /** What is left of a wait that short is spun through, so that the moment is met at which a block can be claimed. */
    private static final long PRECISION_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

    private final NanoClock nanoClock;
    final BackgroundTask task;

    /** All stripes share it. It guards the fields below, and what is in them. */
    private final ReentrantLock lock;

    /** Where UIDs are handed out. Another takes its place when a lower block is opened. */
    private volatile Stripe stripe;

    /** Whether the thread comes back, without another request, to look after the open block. */
    private boolean watched;

    /**
     * Makes a generator's engine that is to be started.
     *
     * @param name of the generator, for logs and exceptions
     * @param threadName of the thread that looks after the open block
     * @param increment how far apart the UIDs of a block are
     * @param handler what calls do that have to wait
     * @param nanoClock the time that the generator goes by
     * @param threads makes the thread
     */
    public UnbufferedBlocks(
            String name,
            String threadName,
            long increment,
            RejectedTakeBufferHandler handler,
            NanoClock nanoClock,
            ThreadFactory threads) {
        super(name, handler, nanoClock);
        this.nanoClock = nanoClock;
        stripe = new Stripe(increment);
        lock = stripe.lock;
        task = new BackgroundThreads(threadName, 1, nanoClock, threads)
                .task(this, Duration.ofNanos(LONGEST_UNCHECKED_NANOS));
    }

    @Override
    public long next() {
        final long uid = stripe.claim();
        return uid >= 0 ? uid : handOut.first(1);
    }

    @Override
    OpenBlock place() {
        return stripe;
    }

    @Override
    Stream<OpenBlock> places() {
        return Stream.of(stripe);
    }

    @Override
    void visit(Consumer<OpenBlock> action) {
        lock.lock();
        try {
            action.accept(stripe);
        } finally {
            lock.unlock();
        }
    }

    @Override
    long issuedInPlaces() {
        return stripe.issued();
    }

    @Override
    long open() {
        lock.lock();
        try {
            state().requireRunning(name);
            requireWatch();
            return super.open();
        } finally {
            lock.unlock();
        }
    }

    /** Makes sure that the thread looks after what is opened. It does so once the lock is free. */
    private void requireWatch() {
        if (!watched && !task.request()) {
            Throwable failure = task.failure();
            throw new UidGenerateException(
                    name
                            + " opens no block because no thread can look after it, the next call tries to start one again: "
                            + failure,
                    failure);
        }
        watched = true; // Order matters! After the request, or a block whose request has failed would age without bound
    }

    @Override
    @Nullable
    UidBlock supply(long floor) {
        long start = nanoClock.nanoTime();
        UidBlock block = source().next(floor);
        while (block != null && block.last() <= floor) { // the rest of a tick that the floor is in
            block = source().next(floor);
        }
        if (block != null) {
            meter.refilled(nanoClock.nanoTime() - start);
        }
        return block;
    }

    @Override
    long firstUid(OpenBlock place, UidBlock block) {
        return source().start(block, stripe.lastUid(), !stripe.isRetired());
    }

    @Override
    void openRest(OpenBlock place, long firstUid, UidBlock block) {
        open(firstUid, block);
    }

    private void open(long firstUid, UidBlock block) {
        if (stripe.isBelow(block)) {
            stripe.open(firstUid, block);
        } else {
            Stripe fresh = new Stripe(stripe);
            fresh.open(firstUid, block);
            stripe = fresh; // Order matters! After the block is open, or callers would be back at once
        }
    }

    @Override
    void retireStale(OpenBlock place) {
        long rest = stripe.takeBack();
        if (rest >= 0) {
            source().takeBack(rest);
        }
    }

    @Override
    void retireUpTo(OpenBlock place, long uid) {
        UidBlock block = stripe.block();
        long rest = stripe.takeBack();
        if (block != null && rest >= 0 && block.last() > uid) {
            open(Math.max(rest, block.firstAbove(uid)), block);
        }
    }

    /** Looks after the open block and the line, and meets the moment at which the line can be served. */
    @Override
    public long run() throws InterruptedException {
        long untilNext = look();
        while (untilNext <= PRECISION_NANOS) {
            nanoClock.park(untilNext);
            untilNext = look();
        }
        return untilNext;
    }

    private long look() {
        lock.lock();
        try {
            watched = false; // whatever is thrown
            retireStale();
            serveOrRefuseLine();
            long untilNext = nanosUntilNextLook();
            watched = untilNext != UNTIL_REQUESTED;
            return untilNext;
        } finally {
            lock.unlock();
        }
    }

    private void serveOrRefuseLine() {
        try {
            serveLine();
        } catch (UidGenerateException e) { // there will be no block, or none for long
            line.refuseWhile(() -> new UidGenerateException(String.valueOf(e.getMessage()), e));
        }
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
    String describeTrouble() {
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
            if (state() == RunState.RUNNING && !stripe.hasLeft()) {
                source().requireNext(floor());
            }
            return null;
        } catch (RuntimeException e) {
            return e;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void start(UnbufferedSource source) {
        supplyFrom(source);
        letCallersIn();
    }

    /** The thread ends with the last stop only. */
    @Override
    public boolean stop(RunState to, Duration longestWait) {
        stop(to);
        return to != RunState.CLOSED || task.close(longestWait) || task.isCurrent();
    }

    /** Each block is claimed to be opened. */
    @Override
    public long greatestFreshnessOpened() {
        return Long.MAX_VALUE;
    }

    /** What is still under way has no effect any more. */
    @Override
    public boolean isEnding() {
        return false;
    }

    /** The view of handlers if there is no ring. */
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
