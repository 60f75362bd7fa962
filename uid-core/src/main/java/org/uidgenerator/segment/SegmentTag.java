package org.uidgenerator.segment;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidRange;
import org.uidgenerator.UidSource;
import org.uidgenerator.buffer.RejectedTakeBufferHandler;
import org.uidgenerator.engine.OwnedBlock;
import org.uidgenerator.engine.OwnedBlocks;
import org.uidgenerator.engine.RunState;
import org.uidgenerator.engine.UidBuffer;
import org.uidgenerator.internal.Waiting;

/**
 * Hands out the numbers of one tag of a {@link SegmentIdGenerator}, which makes and closes it. Keep it in a field,
 * which saves looking up the tag for each number.
 *
 * <p>The numbers that one thread gets strictly increase. While a tag is quiet its numbers have no gaps and ascend among
 * all threads. A busy tag gives each thread blocks of its own, of at most a thousandth of a range. What is left in them
 * when a thread ends or the tag becomes quiet is skipped.
 */
public final class SegmentTag implements UidSource {
    /*
     *              1,024 calls within a second, or none left
     *    QUIET ─────────────────────────────────────────────▶ BUSY: a UidBuffer, whose blocks come from the ranges
     *      ▲                                                    │
     *      └──── fewer than 1,024 numbers between two looks ────┘
     *
     *   field      writer                      readers   write     read      guard
     *   busy,      whoever finds it in demand  callers   volatile  volatile  the lock of the ranges, for writers
     *   slots      the padder: becoming quiet
     *              whoever suspends
     *   closed,    whoever closes, suspends                                  the lock of the ranges
     *   suspended  or resumes
     *   others     quiet callers                                             the lock of the ranges
     *
     * Becoming quiet stops the buffer. A call that is under way in it is refused then, finds that the buffer is suspended, which
     * it is for this reason or the next only, and looks again. What is put back was never opened, so it is above all that was handed
     * out: each thread's numbers ascend.
     *
     * Suspending drops all numbers: those in the ranges, those in the buffer with it, and those of a call of the store that is under
     * way, which returns to find that the ranges were dropped meanwhile.
     */
    private static final long NONE = -1;
    private static final int BUSY_FROM = 1_024;
    private static final long BUSY_WITHIN_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final RangeFetch fetch;
    private final TagRanges ranges;
    private final BusyTags busyTags;
    private final Waiting waiting;

    private volatile @Nullable UidBuffer busy;
    private volatile @Nullable OwnedBlock[] slots = OwnedBlocks.noSlots();
    private boolean closed;
    private boolean suspended;
    private int calls;
    private long countedFrom;
    private long issuedBefore;

    /** Makes a tag without numbers: {@link #fetch()} follows. */
    SegmentTag(RangeFetch fetch, RangeFetcher fetcher, BusyTags busyTags, Waiting waiting) {
        this.fetch = fetch;
        this.busyTags = busyTags;
        this.waiting = waiting;
        ranges = new TagRanges(this, fetcher);
        countedFrom = waiting.nanoTime();
    }

    /**
     * Returns the tag's name.
     *
     * @return the name of its counter in the store
     */
    public String name() {
        return fetch.tag;
    }

    @Override
    public long getUID() {
        long uid = OwnedBlocks.claimAtHome(slots);
        return uid >= 0 ? uid : next();
    }

    private long next() {
        while (true) {
            UidBuffer busy = this.busy;
            long uid = busy != null ? nextOf(busy) : nextOfQuiet();
            if (uid >= 0) {
                return uid;
            }
        }
    }

    private static long nextOf(UidBuffer busy) {
        try {
            return busy.next();
        } catch (UidGenerateException e) {
            return lookAgain(busy, e);
        }
    }

    /** Returns no number if the buffer was stopped because the tag has become quiet. */
    private static long lookAgain(UidBuffer busy, UidGenerateException refusal) {
        if (busy.state() == RunState.SUSPENDED) {
            return NONE;
        }
        throw refusal;
    }

    private long nextOfQuiet() {
        ranges.lock.lock();
        try {
            return isQuietWithNumbers() ? ranges.takeOne() : NONE;
        } finally {
            ranges.lock.unlock();
        }
    }

    @Override
    public OptionalLong tryGetUID(Duration timeout) {
        RejectedTakeBufferHandler handler = RejectedTakeBufferHandler.waitFor(timeout);
        while (true) {
            UidBuffer busy = this.busy;
            if (busy == null) {
                long uid = nextOfQuiet();
                if (uid >= 0) {
                    return OptionalLong.of(uid);
                }
            } else {
                try {
                    return busy.tryNext(handler);
                } catch (UidGenerateException e) {
                    lookAgain(busy, e);
                }
            }
        }
    }

    @Override
    public UidRange claim(int atMost) {
        if (atMost < 1) {
            throw new IllegalArgumentException("atMost must be at least 1: atMost=" + atMost);
        }
        while (true) {
            UidBuffer busy = this.busy;
            UidRange claimed = busy != null ? claimOf(busy, atMost) : claimOfQuiet(atMost);
            if (claimed != null) {
                return claimed;
            }
        }
    }

    private static @Nullable UidRange claimOf(UidBuffer busy, int atMost) {
        try {
            return busy.claim(atMost);
        } catch (UidGenerateException e) {
            lookAgain(busy, e);
            return null;
        }
    }

    private @Nullable UidRange claimOfQuiet(int atMost) {
        ranges.lock.lock();
        try {
            return isQuietWithNumbers() ? ranges.take(atMost) : null;
        } finally {
            ranges.lock.unlock();
        }
    }

    /** Returns whether the caller can take numbers here, or is to look again. Lock held. */
    private boolean isQuietWithNumbers() {
        requireRunning();
        if (busy == null && (ranges.isEmpty() || isInDemand())) {
            if (ranges.isEmpty()) {
                ranges.ask(); // after a suspension nobody else does
            }
            becomeBusy();
        }
        return busy == null;
    }

    private void requireRunning() {
        if (closed || suspended) {
            throw new UidGenerateException(this + (closed ? " is closed" : " is suspended"));
        }
    }

    private boolean isInDemand() {
        if (++calls < BUSY_FROM) {
            return false;
        }
        long now = waiting.nanoTime();
        boolean inDemand = now - countedFrom < BUSY_WITHIN_NANOS;
        calls = 0;
        countedFrom = now;
        return inDemand;
    }

    private void becomeBusy() {
        UidBuffer buffer = busyTags.add(this, RangeBlocks.blockSize(ranges.lastSize()), ranges.step());
        buffer.start(new RangeBlocks(this, ranges, ranges.step()));
        issuedBefore = -BUSY_FROM; // it is in use at the first look
        busy = buffer;
        slots = buffer.slots();
    }

    /** Makes the padder give up the buffer soon, because the next numbers do not fit it. */
    void outgrow() {
        busyTags.outgrow(this);
    }

    /** Gives the buffer up if few numbers were taken since the last look. For the padder. */
    void becomeQuietIfUnused() {
        ranges.lock.lock();
        try {
            UidBuffer buffer = busy;
            if (buffer == null || ranges.isEmpty()) { // calls may wait where nothing is left
                return;
            }
            long issued = buffer.issued();
            if (issued - issuedBefore < BUSY_FROM) {
                becomeQuiet();
            }
            issuedBefore = issued;
        } finally {
            ranges.lock.unlock();
        }
    }

    /** Gives the buffer up. For the padder, which runs no other work meanwhile. */
    void becomeQuiet() {
        ranges.lock.lock();
        try {
            UidBuffer buffer = busy;
            if (buffer != null && !closed) {
                slots = OwnedBlocks.noSlots();
                busy = null; // Order matters! Before the stop: a call that is refused then waits for the lock
                buffer.stop(RunState.SUSPENDED, Duration.ZERO);
                ranges.putBack(buffer.takeUnopened());
                busyTags.remove(this);
                calls = 0;
                countedFrom = waiting.nanoTime();
            }
        } finally {
            ranges.lock.unlock();
        }
    }

    /**
     * Takes the next range from the store, and waits for it.
     *
     * @return whether it was added: false if the tag is suspended
     * @throws UidGenerateException if there is none
     */
    boolean fetch() {
        int drops = dropsIfWanted();
        while (drops >= 0) {
            UidRange range = fetch.next();
            if (add(range, drops)) {
                return true;
            }
            drops = dropsIfWanted();
        }
        return false;
    }

    /** Returns how often the ranges were dropped so far, or a negative number if the next one is not wanted. */
    private int dropsIfWanted() {
        ranges.lock.lock();
        try {
            if (suspended) {
                ranges.noneFollows();
                return -1;
            }
            return ranges.drops();
        } finally {
            ranges.lock.unlock();
        }
    }

    /** Adds a range unless it was asked for before a suspension. Returns whether it was added. */
    private boolean add(UidRange range, int drops) {
        ranges.lock.lock();
        try {
            if (suspended || ranges.drops() != drops) {
                return false;
            }
            ranges.add(range);
        } finally {
            ranges.lock.unlock();
        }
        UidBuffer busy = this.busy;
        if (busy != null) {
            busy.wake();
        }
        return true;
    }

    /**
     * Returns what the tag is doing.
     *
     * @return a snapshot
     */
    public SegmentStatus status() {
        UidBuffer busy = this.busy;
        long buffered = busy == null ? 0 : busy.available();
        return new SegmentStatus(
                fetch.tag,
                fetch.length(),
                ranges.left() + buffered,
                fetch.highest(),
                fetch.ranges(),
                busy != null,
                fetch.failure());
    }

    /** Why the last call to the store gave no range, or null. */
    @Nullable
    Throwable storeFailure() {
        return fetch.failure();
    }

    /** How many calls wait. */
    int waiting() {
        UidBuffer busy = this.busy;
        return busy == null ? 0 : busy.waiting();
    }

    /** Drops all numbers, and refuses calls until {@link #resume()}. */
    void suspend(Duration longestWait) {
        UidBuffer buffer;
        ranges.lock.lock();
        try {
            suspended = true;
            ranges.drop();
            buffer = busy;
            slots = OwnedBlocks.noSlots();
            busy = null; // Order matters! Before the stop: a call that is refused then finds the tag suspended
            calls = 0;
        } finally {
            ranges.lock.unlock();
        }
        if (buffer != null) {
            busyTags.remove(this);
            buffer.stop(RunState.SUSPENDED, longestWait); // without the lock, which the padder may wait for
        }
    }

    /** Accepts calls again. The first one requests a range. */
    void resume() {
        ranges.lock.lock();
        try {
            suspended = false;
        } finally {
            ranges.lock.unlock();
        }
    }

    /** Refuses all calls from now on. */
    void close(Duration longestWait) {
        ranges.lock.lock();
        try {
            closed = true;
        } finally {
            ranges.lock.unlock();
        }
        UidBuffer buffer = busy; // from here on the same
        if (buffer != null) {
            buffer.stop(RunState.CLOSED, longestWait); // without the lock, which the padder may wait for
        }
    }

    /** Returns the names of generator and tag, as in {@code segments/orders}. */
    @Override
    public String toString() {
        return fetch.generator + "/" + fetch.tag;
    }
}
