package org.uidgenerator.segment;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidRange;
import org.uidgenerator.UidSource;
import org.uidgenerator.buffer.RejectedTakeBufferHandler;
import org.uidgenerator.internal.engine.OwnedBlock;
import org.uidgenerator.internal.engine.OwnedBlocks;
import org.uidgenerator.internal.engine.RunState;
import org.uidgenerator.internal.engine.UidBuffer;

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
     *       256 calls within a quarter of a second, or none left
     *    QUIET ─────────────────────────────────────────────▶ BUSY: a UidBuffer, whose blocks come from the ranges
     *      ▲                                                    │
     *      └──── fewer than 1,024 numbers between two looks ────┘
     *
     *   field      writer                      readers   write     read      guard
     *   busy,      whoever finds it in demand  callers   volatile  volatile  the lock of the stock, for writers
     *   slots      the padder: becoming quiet
     *              whoever stops it
     *   others     quiet callers                                             the lock of the stock
     *
     * Whether it becomes quiet, is suspended, forgotten or closed: its buffer is stopped. A call that is under way in the buffer
     * is refused then, and looks again here, where it finds what the tag is now. What is put back was never opened, so it is above
     * all that was handed out: each thread's numbers ascend.
     *
     * Why so few calls make it busy. HotSpot decides by the first few thousand calls what it compiles into getUID, and so into
     * its callers. If every fourth of them had found the tag quiet, it would be the lock as well, which no busy call needs, and
     * the whole would be too big for a caller.
     */
    private static final int BUSY_FROM = 256;
    private static final long BUSY_WITHIN_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final int QUIET_BELOW = 1_024;

    private final TagRanges ranges;
    private final BusyTags busyTags;

    private volatile @Nullable UidBuffer busy;
    private volatile @Nullable OwnedBlock[] slots = OwnedBlocks.noSlots();
    private int calls;
    private long countedFrom;
    private long issuedBefore;

    /** Makes a tag without numbers: {@link #takeFirst()} follows. */
    SegmentTag(String name, RangeTaker taker, BusyTags busyTags) {
        this.busyTags = busyTags;
        ranges = new TagRanges(this, name, taker);
        countedFrom = taker.nanoClock().nanoTime();
    }

    /**
     * Returns the tag's name.
     *
     * @return the name of its counter in the store
     */
    public String name() {
        return ranges.tag;
    }

    @Override
    public long getUID() {
        long uid = OwnedBlocks.claimAtHome(slots);
        return uid >= 0 ? uid : take(1, UidRange::first, UidBuffer::next);
    }

    @Override
    public OptionalLong tryGetUID(Duration timeout) {
        RejectedTakeBufferHandler handler = RejectedTakeBufferHandler.waitFor(timeout);
        return take(1, one -> OptionalLong.of(one.first()), buffer -> buffer.tryNext(handler));
    }

    @Override
    public UidRange claim(int atMost) {
        if (atMost < 1) {
            throw new IllegalArgumentException("atMost must be at least 1: atMost=" + atMost);
        }
        return take(atMost, taken -> taken, buffer -> buffer.claim(atMost));
    }

    /** Takes numbers of the stock itself while the tag is quiet, or else of its buffer. */
    private <T> T take(int atMost, Function<UidRange, T> ofStock, Function<UidBuffer, T> ofBuffer) {
        while (true) {
            UidBuffer busy = this.busy;
            if (busy == null) {
                UidRange taken = takeIfQuiet(atMost);
                if (taken != null) {
                    return ofStock.apply(taken);
                }
            } else {
                try {
                    return ofBuffer.apply(busy);
                } catch (UidGenerateException e) {
                    requireQuiet(busy, e);
                }
            }
        }
    }

    /** Passes a refusal on, unless the buffer was stopped because the tag has become quiet: then look again. */
    private static void requireQuiet(UidBuffer busy, UidGenerateException refusal) {
        if (busy.state() != RunState.SUSPENDED) {
            throw refusal;
        }
    }

    /** Takes numbers of the stock itself. Returns null if the tag has a buffer, now or meanwhile. */
    private @Nullable UidRange takeIfQuiet(int atMost) {
        ranges.stock.lock.lock();
        try {
            return isQuietWithNumbers() ? ranges.stock.take(atMost) : null;
        } finally {
            ranges.stock.lock.unlock();
        }
    }

    /** Returns whether the caller can take numbers here, or is to look again. Lock held. */
    private boolean isQuietWithNumbers() {
        ranges.state().requireRunning(this);
        if (busy == null && (ranges.stock.isEmpty() || isInDemand())) {
            becomeBusyIfPossible();
        }
        return busy == null;
    }

    /** A tag that has numbers hands them out here for as long as no thread can fill a buffer. */
    private void becomeBusyIfPossible() {
        Throwable whyNot = busyTags.whyNoThread();
        if (whyNot == null) {
            becomeBusy();
        } else if (ranges.stock.isEmpty()) {
            throw new UidGenerateException(
                    this
                            + " has no number left, and no thread can be started that fetches more, the next call tries again: "
                            + whyNot,
                    whyNot);
        }
    }

    private boolean isInDemand() {
        if (++calls < BUSY_FROM) {
            return false;
        }
        long now = ranges.taker.nanoClock().nanoTime();
        boolean inDemand = now - countedFrom < BUSY_WITHIN_NANOS;
        calls = 0;
        countedFrom = now;
        return inDemand;
    }

    /** If nothing is left, the buffer requests the next range: after a suspension nobody else does. */
    private void becomeBusy() {
        UidBuffer buffer = busyTags.add(this, ranges.stock.beginBlocks());
        buffer.start(ranges.stock);
        issuedBefore = -QUIET_BELOW; // it is in use at the first look
        busy = buffer;
        slots = buffer.slots();
    }

    /** Makes the padder give up the buffer soon, because the next numbers do not fit it. */
    void outgrow() {
        busyTags.outgrow(this);
    }

    /** Gives the buffer up if few numbers were taken since the last look. For the padder. */
    void becomeQuietIfUnused() {
        ranges.stock.lock.lock();
        try {
            UidBuffer buffer = busy;
            if (buffer == null || ranges.stock.isEmpty()) { // calls may wait where nothing is left
                return;
            }
            long issued = buffer.issued();
            if (issued - issuedBefore < QUIET_BELOW) {
                becomeQuiet();
            }
            issuedBefore = issued;
        } finally {
            ranges.stock.lock.unlock();
        }
    }

    /** Gives the buffer up. For the padder, which runs no other work meanwhile. */
    void becomeQuiet() {
        ranges.stock.lock.lock();
        try {
            UidBuffer buffer = busy;
            if (buffer != null) {
                dropBuffer();
                buffer.stop(RunState.SUSPENDED, Duration.ZERO); // a call that is refused now waits for the lock
                ranges.stock.putBack(buffer.takeUnopened());
            }
        } finally {
            ranges.stock.lock.unlock();
        }
    }

    private void dropBuffer() {
        slots = OwnedBlocks.noSlots();
        busy = null;
        busyTags.remove(this);
        calls = 0;
        countedFrom = ranges.taker.nanoClock().nanoTime();
    }

    /**
     * Takes the first range from the store, and waits for it.
     *
     * @throws UidGenerateException if there is none, or the tag was suspended or closed meanwhile
     */
    void takeFirst() {
        ranges.takeFirst();
        ranges.stock.lock.lock();
        try {
            ranges.state().requireRunning(this);
        } finally {
            ranges.stock.lock.unlock();
        }
    }

    /** Learns that a range has come. */
    void wake() {
        UidBuffer busy = this.busy;
        if (busy != null) {
            busy.wake();
        }
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
                ranges.tag,
                ranges.length(),
                ranges.stock.left() + buffered,
                ranges.stock.highest(),
                ranges.ranges(),
                busy != null,
                ranges.failure());
    }

    /** How many calls wait. */
    int waiting() {
        UidBuffer busy = this.busy;
        return busy == null ? 0 : busy.waiting();
    }

    /** Drops all numbers, and refuses calls from now on. */
    void stop(TagState to, Duration longestWait) {
        UidBuffer buffer;
        ranges.stock.lock.lock();
        try {
            if (ranges.state().isFinal()) {
                return;
            }
            ranges.stop(to);
            buffer = busy;
            dropBuffer();
        } finally {
            ranges.stock.lock.unlock();
        }
        if (to == TagState.FORGOTTEN) {
            ranges.close();
        }
        if (buffer != null) {
            buffer.stop(RunState.SUSPENDED, longestWait); // without the lock, which the padder may wait for
        }
    }

    /** Accepts calls again if it is suspended. The first one requests a range. */
    void resume() {
        ranges.stock.lock.lock();
        try {
            if (ranges.state() == TagState.SUSPENDED) {
                ranges.resume();
            }
        } finally {
            ranges.stock.lock.unlock();
        }
    }

    /** Returns whether it is not the generator's tag of this name any more. */
    boolean isForgotten() {
        ranges.stock.lock.lock();
        try {
            return ranges.state() == TagState.FORGOTTEN;
        } finally {
            ranges.stock.lock.unlock();
        }
    }

    /** Returns the names of generator and tag, as in {@code segments/orders}. */
    @Override
    public String toString() {
        return ranges.taker.generator() + "/" + ranges.tag;
    }
}
