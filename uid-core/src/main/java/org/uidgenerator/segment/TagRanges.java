package org.uidgenerator.segment;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.PendingWrite;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidRange;
import org.uidgenerator.internal.background.BackgroundTask;
import org.uidgenerator.internal.background.BackgroundWork;
import org.uidgenerator.internal.engine.RangeStock;

/**
 * The ranges of one tag. Takes them from the store, one after the other, each above all earlier ones and long enough to
 * last for the set time: the first for the call that begins with the tag, the others in the background.
 */
final class TagRanges implements BackgroundWork, RangeStock.Supply {
    /*
     *               stock is low                it may be confirmed
     *      IDLE ───────────────────▶ PENDING ─────────────────────────▶ IDLE, and the range is in the stock
     *
     * A store that answers when a range is safe leaves nothing pending. One that needs two seconds for that has its range
     * confirmed by a later run, and no thread waits for it. What cannot be confirmed is lost, and the next run begins another.
     *
     * Suspending drops all that is left, and counts that. A range that was begun before is not added then.
     *
     *   field             writer                     readers   write     read      guard
     *   state, drops      whoever stops or resumes   all       plain     plain     the lock of the stock
     *   task              the first request          all       volatile  volatile  the lock of the stock, for writers
     *   pending           whoever takes              all       volatile  volatile  only one takes
     *   length, ranges    whoever takes              all       volatile  volatile  only one takes
     *   others            whoever takes                                            only one takes
     *
     * Whoever takes is the first caller, and then the task.
     */
    private static final System.Logger LOG = System.getLogger(SegmentIdGenerator.class.getName());

    /** A ring of so many blocks holds a sixteenth of a range. */
    static final int RING_CAPACITY = 64;

    /** The next range is requested when a tenth of the last one is used. */
    private static final RangeStock.Cut CUT = new RangeStock.Cut(10, 16L * RING_CAPACITY, 4_096);

    private static final long NONE = -1;

    final String tag;
    final RangeTaker taker;
    final RangeStock stock = new RangeStock(this, CUT);
    private final SegmentTag owner;

    private TagState state = TagState.RUNNING;
    private int drops;

    private volatile @Nullable BackgroundTask task;
    private volatile @Nullable PendingWrite<UidRange> pending;
    private volatile long length;
    private volatile long ranges;
    private int dropsBefore;
    private long wanted;
    private long missing = NONE;
    private long takenAt;

    TagRanges(SegmentTag owner, String tag, RangeTaker taker) {
        this.owner = owner;
        this.tag = tag;
        this.taker = taker;
        length = taker.rule().min();
    }

    /**
     * Takes the first range, and waits for it, unless the tag is stopped meanwhile.
     *
     * @throws UidGenerateException if there is none
     */
    void takeFirst() {
        while (isWanted()) {
            add(taker.take(tag, nextLength()));
        }
    }

    /** Confirms what is pending, or begins with the next range if little is left. */
    @Override
    public long run() {
        PendingWrite<UidRange> begun = pending;
        if (begun == null) {
            if (!isWanted()) {
                return UNTIL_REQUESTED;
            }
            begun = taker.begin(tag, nextLength());
            pending = begun;
        }
        long nanos = TimeUnit.NANOSECONDS.convert(begun.untilConfirmable());
        if (nanos > 0) {
            return nanos;
        }
        pending = null; // Order matters! Before anything is added: requests that find it pending are not passed on
        add(taker.confirm(tag, begun));
        return isWanted() ? 0 : UNTIL_REQUESTED;
    }

    private boolean isWanted() {
        stock.lock.lock();
        try {
            dropsBefore = drops;
            return state == TagState.RUNNING && stock.isLow();
        } finally {
            stock.lock.unlock();
        }
    }

    /** Returns how many numbers to take: those that the counter has gone back by, too. */
    private long nextLength() {
        if (missing >= 0) {
            return missing > Long.MAX_VALUE - wanted ? missing : missing + wanted;
        }
        // The second range is taken when a tenth of the first is used: the time in between does not show how long one
        // lasts.
        wanted = ranges < 2
                ? length
                : taker.rule().next(length, taker.nanoClock().nanoTime() - takenAt);
        return wanted;
    }

    /** Adds what lies above all that was taken before, or sees to it that the next range does. */
    private void add(UidRange range) {
        long highest = stock.highest();
        if (range.first() > highest) {
            addAbove(range);
            return;
        }
        if (missing < 0) {
            warn(range, highest);
        }
        if (range.last() > highest) {
            long skipped = (highest - range.first()) / range.step() + 1;
            addAbove(new UidRange(range.first() + skipped * range.step(), range.last(), range.step()));
        } else if (missing < 0) {
            missing = (highest - range.last()) / range.step();
        } else {
            missing = NONE;
            throw new UidGenerateException(String.format(
                    Locale.ROOT,
                    "%s got no range of tag %s from %s: its counter went back to %d and %d was taken before, raise it above that",
                    taker.generator(),
                    tag,
                    taker.store(),
                    range.last(),
                    highest));
        }
    }

    private void warn(UidRange range, long highest) {
        LOG.log(
                WARNING,
                "{0}: the counter of tag {1} in {2} went back: {3} was taken before, now it gives {4}."
                        + " The numbers in between are skipped; check whether other generators have taken more than that",
                taker.generator(),
                tag,
                taker.store(),
                Long.toString(highest),
                Long.toString(range.first()));
    }

    private void addAbove(UidRange range) {
        missing = NONE;
        length = wanted;
        takenAt = taker.nanoClock().nanoTime();
        long rangesBefore = ranges;
        ranges = rangesBefore + 1;
        addUnlessDropped(range);
        owner.wake();
    }

    private void addUnlessDropped(UidRange range) {
        stock.lock.lock();
        try {
            if (state == TagState.RUNNING && drops == dropsBefore) {
                stock.add(List.of(range), 0);
            } else {
                stock.skip(range.last());
            }
        } finally {
            stock.lock.unlock();
        }
    }

    /** Has the next range taken in the background. What is pending looks after itself. */
    @Override
    public void request() {
        if (pending == null && state == TagState.RUNNING) {
            BackgroundTask task = this.task;
            if (task == null) {
                task = taker.task(tag, this);
                this.task = task;
            }
            task.request();
        }
    }

    @Override
    public void stepChanges() {
        owner.outgrow();
    }

    @Override
    public @Nullable String trouble() {
        Throwable failure = failure();
        if (failure != null) {
            return failure.getMessage();
        }
        if (stock.left() > 0) {
            return null;
        }
        BackgroundTask task = this.task;
        String allBusy = task == null ? null : task.trouble();
        return allBusy == null ? "the store has not answered yet" : "the store has not been asked yet: " + allBusy;
    }

    @Override
    public @Nullable Throwable failure() {
        BackgroundTask task = this.task;
        return task == null ? null : task.failure();
    }

    /** A range that was begun is no end of an outage: it may be lost, or lie below those that were taken before. */
    @Override
    public boolean isPending() {
        return pending != null || missing >= 0;
    }

    @Override
    public void failing(Throwable failure) {
        LOG.log(WARNING, failure.getMessage() + ", trying again with back-off", failure);
    }

    /** Says nothing if no range is wanted any more: then none was taken. */
    @Override
    public void recovered(int failures) {
        if (isRunning()) {
            LOG.log(
                    INFO,
                    "{0} takes ranges of tag {1} again after {2} failed attempts",
                    taker.generator(),
                    tag,
                    Integer.toString(failures));
        }
    }

    private boolean isRunning() {
        stock.lock.lock();
        try {
            return state == TagState.RUNNING;
        } finally {
            stock.lock.unlock();
        }
    }

    /** Whether numbers are handed out. Lock of the stock held. */
    TagState state() {
        return state;
    }

    /** Drops all that is left, for now or for ever. Lock of the stock held. */
    void stop(TagState to) {
        state = to;
        drops++;
        stock.drop();
    }

    /** Hands out again. Lock of the stock held. */
    void resume() {
        state = TagState.RUNNING;
    }

    /** Takes no more ranges. */
    void close() {
        BackgroundTask task = this.task;
        if (task != null) {
            task.close(Duration.ZERO);
        }
    }

    /** The wanted length of the last range, or of the first one if none was taken. */
    long length() {
        return length;
    }

    /** How many ranges were taken. */
    long ranges() {
        return ranges;
    }
}
