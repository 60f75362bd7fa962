package org.uidgenerator.segment;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.OtherStoreIdentityException;
import org.uidgenerator.PendingWrite;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidRange;
import org.uidgenerator.internal.background.BackgroundTask;
import org.uidgenerator.internal.background.BackgroundWork;
import org.uidgenerator.internal.engine.RangeStock;

/**
 * The ranges of one tag. A store thread takes them, one after the other, each above all earlier ones: those that are
 * handed out here, long enough to last for the set time, and those that others ask for. Callers that want a number or a
 * range wait for the store's answers.
 */
abstract class TagRanges implements BackgroundWork, RangeStock.Supply {
    /*
     *               the stock is low, or others want a range       it may be confirmed
     *      IDLE ───────────────────────────────────────▶ PENDING ─────────────────────────▶ IDLE, and the range is theirs
     *
     * A store that answers when a range is safe leaves nothing pending. One that needs two seconds for that has its range
     * confirmed by a later run, and no thread waits for it. What cannot be confirmed is lost, and the next run begins another.
     *
     * Stopping drops all that is left, and counts that. A range that was begun before is not added then. What was dropped goes
     * back to the store, if it is the end of all that was taken of the counter: by one write, which is tried once.
     *
     * A tag whose first range cannot be taken is forgotten, and its callers are told, because its name may be a mistake. If its
     * counter is known and exhausted, it stays. Then calls are refused from memory, and the store is asked every few seconds.
     *
     *   field             writer                      readers   write     read      guard
     *   state             stopper, resumer            all       volatile  volatile  the lock of the stock, for writers
     *   drops             stopper                     all       plain     plain     the lock of the stock
     *   others, inUse     waiting callers             all       plain     plain     the lock of the stock
     *   answers           the task                    all       plain     plain     the lock of the stock
     *   failure           the task                    all       volatile  volatile  the lock of the stock, for writers
     *   rest              stopper, the task           the task  volatile  volatile  the lock of the stock, for writers
     *   pending           the task                    all       volatile  volatile  only one takes
     *   length, ranges    the task                    all       volatile  volatile  only one takes
     *   those below       the task                                                  only one takes
     */
    private static final System.Logger LOG = System.getLogger(SegmentIdGenerator.class.getName());

    /** A ring of so many blocks holds a sixteenth of a range. */
    static final int RING_CAPACITY = 64;

    /** The next range is requested when a tenth of the last one is used. */
    private static final RangeStock.Cut CUT = new RangeStock.Cut(10, 16L * RING_CAPACITY, 4_096);

    private static final Duration LONGEST_BACKOFF = Duration.ofSeconds(5);

    /** The time until a store is asked again that has said that there are no more numbers. */
    private static final long AGAIN_NANOS = TimeUnit.SECONDS.toNanos(5);

    private static final long NONE = -1;

    final String tag;
    final SegmentIdGenerator generator;
    final RangeStock stock = new RangeStock(this, CUT);
    private final Condition answered = stock.lock.newCondition();
    private final BackgroundTask task;

    volatile TagState state = TagState.RUNNING;
    private int drops;
    private @Nullable Deque<Other> others; // null until there was one: most tags never have any
    private boolean inUse;
    private int answers;
    private volatile @Nullable UidRange rest; // until it was given back

    private volatile @Nullable Throwable failure;
    private volatile @Nullable PendingWrite<UidRange> pending;
    volatile long length; // the wanted one, of the last range or of the first if none was taken
    volatile long ranges; // how many were taken to be handed out here
    private int dropsBefore;
    private boolean isForOthers;
    private long wanted;
    private long asked;
    private long missing = NONE;
    private long takenAt;

    /** A caller that waits for a range to hand out elsewhere. Guarded by the lock of the stock. */
    private static final class Other {
        final long length;

        @Nullable
        UidRange range;

        Other(long length) {
            this.length = length;
        }
    }

    TagRanges(String tag, SegmentIdGenerator generator) {
        this.tag = tag;
        this.generator = generator;
        length = generator.steps.min();
        task = generator.storeThreads.task(this, this, LONGEST_BACKOFF);
    }

    /** Does something with the lock of the stock held. */
    void locked(Runnable action) {
        stock.lock.lock();
        try {
            action.run();
        } finally {
            stock.lock.unlock();
        }
    }

    /** Has the first range taken. */
    void prepare() {
        locked(() -> {
            inUse = true;
            requestNext();
        });
    }

    /**
     * Waits until there was a first range.
     *
     * @throws UidGenerateException if there is none in time, or the store fails
     */
    void awaitFirst() {
        locked(() -> {
            inUse |= ranges == 0;
            awaitAnswersWhile(() -> ranges == 0);
        });
    }

    /** Waits for answers of the store as long as a condition holds. Lock held, and let go meanwhile. */
    private void awaitAnswersWhile(BooleanSupplier condition) {
        long left = generator.maxWaitNanos;
        while (condition.getAsBoolean()) {
            left = awaitNext(left);
            if (left == 0) {
                throw hasNone();
            }
        }
    }

    /**
     * Waits for the next answer of the store. Lock held, and let go meanwhile.
     *
     * @return what is left of the time, 0 if it is over
     * @throws UidGenerateException if the first range fails, or there will be none
     */
    long awaitAnswer(long nanos) {
        inUse = true;
        return awaitNext(nanos);
    }

    /**
     * Takes a range for others, and waits for it.
     *
     * @throws UidGenerateException if there is none in time
     */
    UidRange take(long length) {
        Other mine = new Other(length);
        stock.lock.lock();
        Deque<Other> line = others();
        line.addLast(mine);
        try {
            awaitAnswersWhile(() -> mine.range == null);
            return Objects.requireNonNull(mine.range);
        } finally {
            line.remove(mine);
            stock.lock.unlock();
        }
    }

    private Deque<Other> others() {
        Deque<Other> others = this.others;
        if (others == null) {
            others = new ArrayDeque<>(1);
            this.others = others;
        }
        return others;
    }

    /** Returns what a call is told that has waited in vain. */
    UidGenerateException hasNone() {
        return stock.hasNone(toString(), generator.maxWaitNanos);
    }

    /** Has the store asked, and waits for its next answer, whatever that is about. Returns what is left of the time. */
    private long awaitNext(long nanos) {
        state.requireRunning(this);
        requestOrTellWhyNot();
        int answersBefore = answers;
        int dropsBefore = drops;
        try {
            long left = awaitWhile(() -> answers == answersBefore && drops == dropsBefore, nanos);
            Throwable failure = this.failure;
            if (left > 0 && failure != null && hasNothing()) {
                throw told(failure);
            }
            if (drops != dropsBefore) {
                (state == TagState.RUNNING ? TagState.SUSPENDED : state).requireRunning(this); // and resumed since
            }
            return left;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UidGenerateException(this + " was interrupted while waiting for " + generator.store, e);
        }
    }

    /** Waits for signals. Returns what is left of the time, 0 if it is over. */
    private long awaitWhile(BooleanSupplier condition, long nanos) throws InterruptedException {
        long start = generator.nanoClock.nanoTime();
        long left = nanos;
        while (left > 0 && condition.getAsBoolean()) {
            generator.nanoClock.await(answered, left);
            left = nanos - (generator.nanoClock.nanoTime() - start);
        }
        return condition.getAsBoolean() ? 0 : Math.max(1, left);
    }

    private void requestOrTellWhyNot() {
        boolean asked = requestNext();
        UidGenerateException refusal = refusal();
        if (refusal != null) {
            throw refusal;
        }
        Throwable whyNot = asked ? null : failure();
        if (whyNot != null) {
            throw new UidGenerateException(
                    this
                            + " has no number left, and no thread can be started that fetches more, the next call tries again: "
                            + whyNot,
                    whyNot);
        }
    }

    /** Confirms what is pending, or begins with the next range if one is wanted. */
    @Override
    public long run() {
        try {
            giveRestBack();
            return takeNext();
        } catch (RuntimeException | Error e) {
            boolean isKnown = isFinal(failure);
            answer(e);
            if (!isFinal(e)) {
                throw e;
            }
            if (!isKnown && state == TagState.RUNNING) {
                LOG.log(WARNING, "{0}: {1}", generator.name, e.getMessage());
            }
            return AGAIN_NANOS;
        }
    }

    private long takeNext() {
        PendingWrite<UidRange> begun = pending;
        if (begun == null) {
            long most = decide();
            if (most == 0) {
                return UNTIL_REQUESTED;
            }
            begun = generator.store.begin(tag, most);
            pending = begun;
        }
        long nanos = TimeUnit.NANOSECONDS.convert(begun.untilConfirmable());
        if (nanos > 0) {
            return nanos;
        }
        pending = null; // Order matters! Before anything is added: requests that find it pending are not passed on
        add(generator.store.confirm(tag, begun));
        return 0;
    }

    /** Decides whom the next range is for: the stock and others in turn. Returns how many numbers to ask for. */
    private long decide() {
        stock.lock.lock();
        try {
            dropsBefore = drops;
            if (state != TagState.RUNNING) {
                return 0;
            }
            boolean isStockLow = inUse && stock.isLow();
            isForOthers = others != null && !others.isEmpty() && !(isStockLow && isForOthers);
            if (!isForOthers && !isStockLow) {
                return 0;
            }
            wanted = isForOthers
                    ? others().stream().mapToLong(other -> other.length).reduce(0, TagRanges::sum)
                    : nextStep();
            asked = sum(wanted, Math.max(0, missing)); // what it went back by, too
            return asked;
        } finally {
            stock.lock.unlock();
        }
    }

    private static long sum(long a, long b) {
        return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
    }

    /** Returns whether no range was taken, so that there is nothing to compare the next one with. */
    private boolean hasNothing() {
        return ranges == 0 && stock.highest() < 0;
    }

    /**
     * The second range is taken when a tenth of the first is used: the time in between does not show how long one
     * lasts.
     */
    private long nextStep() {
        return ranges < 2 ? length : generator.steps.next(length, generator.nanoClock.nanoTime() - takenAt);
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
            long skipped = (highest - range.first()) / range.increment() + 1;
            addAbove(new UidRange(range.first() + skipped * range.increment(), range.last(), range.increment()));
        } else if (missing < 0) {
            missing = (highest - range.last()) / range.increment();
        } else {
            missing = NONE;
            throw new UidGenerateException(String.format(
                    Locale.ROOT,
                    "%s got no range of tag %s from %s: its counter went back to %d and %d was taken before, raise it above that",
                    generator.name,
                    tag,
                    generator.store,
                    range.last(),
                    highest));
        }
    }

    private void warn(UidRange range, long highest) {
        LOG.log(
                WARNING,
                "{0}: the counter of tag {1} in {2} went back: {3} was taken before, now it gives {4}."
                        + " The numbers in between are skipped; check whether other generators have taken more than that",
                generator.name,
                tag,
                generator.store,
                Long.toString(highest),
                Long.toString(range.first()));
    }

    private void addAbove(UidRange range) {
        missing = NONE;
        locked(() -> {
            boolean isDropped = state != TagState.RUNNING || drops != dropsBefore;
            if (isDropped || isForOthers) {
                stock.skip(range.last());
            } else {
                length = wanted;
                takenAt = generator.nanoClock.nanoTime();
                long rangesBefore = ranges;
                ranges = rangesBefore + 1;
                stock.add(List.of(range), 0);
            }
            if (!isDropped && isForOthers) {
                giveToOthers(range);
            }
            answer(null);
        });
    }

    /**
     * Gives a range to those who wait for one, also if they do so since it was asked for. If it is too short, the last
     * ones wait on; if it is longer than asked, because the store says itself how long ranges are, the last one gets
     * the rest.
     */
    private void giveToOthers(UidRange range) {
        long first = range.first();
        long left = range.size();
        for (Other other = others().pollFirst(); other != null; other = left == 0 ? null : others().pollFirst()) {
            boolean takesAll = others().isEmpty() && range.size() > asked;
            long size = takesAll ? left : Math.min(other.length, left);
            other.range = new UidRange(first, first + (size - 1) * range.increment(), range.increment());
            first += size * range.increment();
            left -= size;
        }
    }

    /** Wakes those who wait for an answer of the store. */
    private void answer(@Nullable Throwable failure) {
        locked(() -> {
            this.failure = failure;
            answers++;
            answered.signalAll();
            if (failure != null && !(failure instanceof ExhaustedCounterException) && hasNothing()) {
                stop(TagState.FORGOTTEN);
                generator.forgotten(this);
            }
            wake();
        });
    }

    /** Has the next range taken in the background. What is pending looks after itself. */
    @Override
    public void request() {
        requestNext();
    }

    /** Returns false if no thread can be started. */
    private boolean requestNext() {
        return pending != null || state != TagState.RUNNING || isFinal(failure) || task.request();
    }

    /** Learns that the store has answered. Lock of the stock held. */
    abstract void wake();

    /** Returns what the store has said last, if it means that there are no more numbers for now. */
    @Override
    public @Nullable UidGenerateException refusal() {
        Throwable failure = this.failure;
        return failure != null && isFinal(failure) ? told(failure) : null;
    }

    private static boolean isFinal(@Nullable Throwable failure) {
        return failure instanceof ExhaustedCounterException
                || failure instanceof NoSuchCounterException
                || failure instanceof OtherStoreIdentityException;
    }

    /** Returns what the store has said, as an exception of the caller's own where that can be made. */
    private static UidGenerateException told(Throwable said) {
        String message = String.valueOf(said.getMessage());
        if (said instanceof OtherStoreIdentityException refusal) {
            return refusal;
        }
        if (said instanceof ExhaustedCounterException || said instanceof NoSuchCounterException) {
            UidGenerateException told = said instanceof ExhaustedCounterException
                    ? new ExhaustedCounterException(message)
                    : new NoSuchCounterException(message);
            told.initCause(said);
            return told;
        }
        return said instanceof UidGenerateException refusal
                ? new UidGenerateException(refusal.optionText(), said.getCause())
                : new UidGenerateException(message, said);
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
        String allBusy = task.trouble();
        return allBusy == null ? "the store has not answered yet" : "the store has not been asked yet: " + allBusy;
    }

    @Override
    public @Nullable Throwable failure() {
        Throwable failure = this.failure;
        return isFinal(failure) ? failure : task.failure();
    }

    /** A range that was begun is no end of an outage: it may be lost, or lie below those that were taken before. */
    @Override
    public boolean isPending() {
        return pending != null || missing >= 0;
    }

    /** Says nothing of a tag that is forgotten: who waits for it is told. */
    @Override
    public void failing(Throwable failure) {
        if (state == TagState.RUNNING) {
            LOG.log(WARNING, failure.getMessage() + ", trying again with back-off", failure);
        }
    }

    /** Says nothing if no range is wanted any more: then none was taken. */
    @Override
    public void recovered(int failures) {
        if (failure == null && state == TagState.RUNNING) {
            LOG.log(
                    INFO,
                    "{0} takes ranges of tag {1} again after {2} failed attempts",
                    generator.name,
                    tag,
                    Integer.toString(failures));
        }
    }

    /** Hands out nothing any more, for now or for ever, and lets no caller wait. Lock of the stock held. */
    void stop(TagState to) {
        state = to;
        drops++;
        answered.signalAll();
        if (to == TagState.FORGOTTEN) {
            task.close(Duration.ZERO);
        }
    }

    /** Drops all that is left, and has it given back unless the store fails. Lock of the stock held. */
    void drop() {
        UidRange dropped = stock.drop();
        boolean isThere = failure == null || isFinal(failure);
        if (dropped != null && isThere && state != TagState.FORGOTTEN) {
            rest = dropped; // Order matters! Before the request
            if (!task.request()) {
                rest = null;
            }
        }
    }

    private void giveRestBack() {
        UidRange rest = this.rest;
        if (rest == null) {
            return;
        }
        try {
            generator.store.giveBack(tag, rest);
        } catch (UidGenerateException e) {
            LOG.log(DEBUG, e.getMessage(), e); // the numbers may be skipped, as after a crash
        } finally {
            locked(() -> {
                stock.lower(rest); // given back or not: none of it was handed out
                failure = null; // there may be numbers again
                if (rest.equals(this.rest)) { // or it was given up, and there may be another one
                    this.rest = null;
                }
                answered.signalAll();
            });
        }
    }

    /** Waits until what was left was given back, or for a time. What was not begun then is not given back any more. */
    void awaitRest(long nanos) {
        locked(() -> {
            try {
                awaitWhile(() -> rest != null, nanos);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                rest = null; // or each copy of a snapshot would do it
            }
        });
    }

    /** The number of calls that wait for an answer of the store. */
    int waiting() {
        stock.lock.lock();
        try {
            return stock.lock.getWaitQueueLength(answered);
        } finally {
            stock.lock.unlock();
        }
    }

    /** Returns the names of generator and tag, as in {@code segments/orders}. */
    @Override
    public String toString() {
        return generator.name + "/" + tag;
    }
}
