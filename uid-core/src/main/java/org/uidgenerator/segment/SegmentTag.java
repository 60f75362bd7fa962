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
     *       256 calls within a quarter of a second
     *    QUIET ─────────────────────────────────────────────▶ BUSY: a UidBuffer, whose blocks come from the ranges
     *      ▲                                                    │
     *      └──── fewer than 1,024 numbers between two looks ────┘
     *
     *   field      writer                      readers   write     read      guard
     *   busy,      callers: becoming busy      callers   volatile  volatile  the lock of the stock, for writers
     *   slots      the padder: becoming quiet
     *              the stopping thread
     *   others     quiet callers                                             the lock of the stock
     *
     * When it becomes quiet, is suspended, forgotten or closed, its buffer is stopped. A call that is under way in the buffer
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

    final TagRanges ranges;

    private volatile @Nullable UidBuffer busy;
    private volatile @Nullable OwnedBlock[] slots = OwnedBlocks.noSlots();
    private int calls;
    private long countedFrom;
    private long issuedBefore;

    /** Makes a tag without numbers. */
    SegmentTag(String name, SegmentIdGenerator generator) {
        ranges = new Ranges(name, generator);
        countedFrom = generator.nanoClock.nanoTime();
    }

    /** {@return the tag's name, which is that of its counter in the store} */
    public String name() {
        return ranges.tag;
    }

    @Override
    public long getUID() {
        long uid = OwnedBlocks.claimAtHome(slots);
        return uid >= 0 ? uid : orRefuse(take(1, ranges.generator.maxWaitNanos, UidRange::first, UidBuffer::next));
    }

    @Override
    public OptionalLong tryGetUID(Duration timeout) {
        RejectedTakeBufferHandler handler = RejectedTakeBufferHandler.waitFor(timeout);
        OptionalLong uid = take(
                1,
                TimeUnit.NANOSECONDS.convert(timeout),
                one -> OptionalLong.of(one.first()),
                buffer -> buffer.tryNext(handler));
        return uid == null ? OptionalLong.empty() : uid;
    }

    @Override
    public UidRange claim(int atMost) {
        if (atMost < 1) {
            throw new IllegalArgumentException("atMost must be at least 1: atMost=" + atMost);
        }
        return orRefuse(take(atMost, ranges.generator.maxWaitNanos, taken -> taken, buffer -> buffer.claim(atMost)));
    }

    private <T> T orRefuse(@Nullable T taken) {
        if (taken == null) {
            throw ranges.hasNone();
        }
        return taken;
    }

    /**
     * Takes numbers of the stock itself while the tag is quiet, or else of its buffer. Returns null if the stock has
     * none in time.
     */
    private <T> @Nullable T take(
            int atMost, long waitNanos, Function<UidRange, T> ofStock, Function<UidBuffer, T> ofBuffer) {
        long left = waitNanos;
        while (true) {
            UidBuffer busy = this.busy;
            if (busy != null) {
                try {
                    return ofBuffer.apply(busy);
                } catch (UidGenerateException e) {
                    if (busy.state() != RunState.SUSPENDED) {
                        throw e;
                    } // else the buffer was stopped because the tag has become quiet
                }
            } else {
                ranges.stock.lock.lock();
                try {
                    UidRange taken = takeIfQuiet(atMost);
                    if (taken != null) {
                        return ofStock.apply(taken);
                    }
                    left = this.busy == null ? ranges.awaitAnswer(left) : Math.max(1, left);
                } finally {
                    ranges.stock.lock.unlock();
                }
                if (left == 0) {
                    return null;
                }
            }
        }
    }

    /**
     * Takes numbers of the stock itself. Returns null if it has none, or the tag has a buffer, now or meanwhile. Lock
     * held.
     */
    private @Nullable UidRange takeIfQuiet(int atMost) {
        ranges.state.requireRunning(this);
        if (busy != null || ranges.stock.isEmpty()) {
            return null;
        }
        if (isInDemand() && ranges.generator.busyTags.whyNoThread() == null) {
            becomeBusy();
            return null;
        }
        return ranges.stock.take(atMost);
    }

    private boolean isInDemand() {
        if (++calls < BUSY_FROM) {
            return false;
        }
        long now = ranges.generator.nanoClock.nanoTime();
        boolean inDemand = now - countedFrom < BUSY_WITHIN_NANOS;
        calls = 0;
        countedFrom = now;
        return inDemand;
    }

    private void becomeBusy() {
        UidBuffer buffer = ranges.generator.busyTags.add(this, ranges.stock.beginBlocks());
        buffer.start(ranges.stock);
        issuedBefore = -QUIET_BELOW; // it is in use at the first look
        busy = buffer;
        slots = buffer.slots();
    }

    /** Gives the buffer up if few numbers were taken since the last look. For the padder. */
    void becomeQuietIfUnused() {
        ranges.locked(() -> {
            UidBuffer buffer = busy;
            if (buffer == null || ranges.stock.isEmpty()) { // calls may wait when nothing is left
                return;
            }
            long issued = buffer.issued();
            if (issued - issuedBefore < QUIET_BELOW) {
                becomeQuiet();
            }
            issuedBefore = issued;
        });
    }

    /** Gives the buffer up. For the padder, which runs no other work meanwhile. */
    void becomeQuiet() {
        ranges.locked(() -> {
            UidBuffer buffer = busy;
            if (buffer != null) {
                dropBuffer();
                buffer.stop(RunState.SUSPENDED, Duration.ZERO); // a call that is refused now waits for the lock
                ranges.stock.putBack(buffer.takeUnopened());
            }
        });
    }

    private void dropBuffer() {
        slots = OwnedBlocks.noSlots();
        busy = null;
        ranges.generator.busyTags.remove(this);
        calls = 0;
        countedFrom = ranges.generator.nanoClock.nanoTime();
    }

    /** The ranges of this tag, which wake its buffer. */
    private final class Ranges extends TagRanges {
        Ranges(String tag, SegmentIdGenerator generator) {
            super(tag, generator);
        }

        @Override
        void wake() {
            UidBuffer busy = SegmentTag.this.busy;
            if (busy != null) {
                busy.wake();
            }
        }

        @Override
        public void stepChanges() {
            generator.busyTags.outgrow(SegmentTag.this);
        }
    }

    /** Returns whether there was a first range. */
    boolean hasBegun() {
        return ranges.ranges > 0;
    }

    /** {@return a snapshot of what the tag is doing} */
    public SegmentStatus status() {
        UidBuffer busy = this.busy;
        long buffered = busy == null ? 0 : busy.available();
        return new SegmentStatus(
                ranges.tag,
                ranges.length,
                ranges.stock.left() + buffered,
                ranges.stock.highest(),
                ranges.ranges,
                busy != null,
                ranges.failure());
    }

    /** How many calls wait. */
    int waiting() {
        UidBuffer busy = this.busy;
        return ranges.waiting() + (busy == null ? 0 : busy.waiting());
    }

    /** Refuses calls from now on, and drops all numbers. */
    void stop(TagState to, Duration longestWait) {
        UidBuffer buffer;
        ranges.stock.lock.lock();
        try {
            if (ranges.state.isFinal()) {
                return;
            }
            ranges.stop(to);
            buffer = busy;
            dropBuffer();
        } finally {
            ranges.stock.lock.unlock();
        }
        boolean ended = buffer == null
                || buffer.stop(RunState.SUSPENDED, longestWait); // without the lock, which the padder may wait for
        ranges.locked(() -> {
            if (buffer != null && ended) {
                ranges.stock.putBack(buffer.takeUnopened());
            }
            ranges.drop();
        });
    }

    /** Accepts calls again if it is suspended. The first one requests a range. */
    void resume() {
        ranges.locked(() -> {
            if (ranges.state == TagState.SUSPENDED) {
                ranges.state = TagState.RUNNING;
            }
        });
    }

    /** Returns the names of generator and tag, as in {@code segments/orders}. */
    @Override
    public String toString() {
        return ranges.toString();
    }
}
