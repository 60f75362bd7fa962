package org.uidgenerator.segment;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.OptionException;
import org.uidgenerator.OptionText;
import org.uidgenerator.StoreIdentity;
import org.uidgenerator.StoreIdentityRecord;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidRange;
import org.uidgenerator.internal.NanoClock;
import org.uidgenerator.internal.background.BackgroundThreads;
import org.uidgenerator.internal.engine.RunState;
import org.uidgenerator.internal.identity.ExpectedIdentity;
import org.uidgenerator.text.PeriodCounter;

/**
 * Hands out the numbers 1, 2, 3 and so on of counters that a store keeps. Each counter has a name, its tag. Numbers are
 * taken from the store in ranges, ahead of demand, so that a call waits for the store only at the very beginning.
 * Threads of the generator ask the store, never those of callers: what a caller is in, such as a transaction, is not
 * what the store sees.
 *
 * <p>No number of a tag is handed out twice, by any number of generators on the same store. Each generator takes ranges
 * of its own, so the numbers of several generators ascend roughly, and those that one thread gets ascend strictly. If
 * the store goes back, because a row was edited or a backup restored, a generator notices it and skips past all numbers
 * that it has taken before. It does not know what others have taken.
 *
 * <p>The next range is taken when a tenth of the last one is used. A range should last for a set time: its length
 * doubles while ranges are used up faster, and halves while they last twice as long. If the store does not answer, the
 * numbers that were taken are handed out. Then calls wait, and fail with the store's error. The store is asked again
 * with back-off until it answers. If it answers that a counter is exhausted, calls fail at once with a
 * {@link ExhaustedCounterException}, and it is asked again every few seconds. A crash loses the numbers that were taken
 * and not handed out, at most about twice {@code maxStep} of each tag. A {@linkplain #close() clean stop} gives the
 * rest of the last range back, if the store takes it and no other process has taken a later range; what a busy tag has
 * in the blocks of its threads is lost.
 *
 * <p>One generator is enough for thousands of tags. It has a thread that refills the rings of the tags that are busy,
 * and a few that ask the store: one as long as the store answers, more while some tags wait for it, so that a tag whose
 * row is locked delays no other. A tag that is not busy has no ring, and costs some hundred bytes. A tag that is not
 * used any more can be {@linkplain #forget forgotten}; those of past periods are, see {@link #next}.
 *
 * <p>All methods may be called from any thread, virtual ones too.
 */
public final class SegmentIdGenerator implements PeriodCounter, AutoCloseable {
    private static final System.Logger LOG = System.getLogger(SegmentIdGenerator.class.getName());

    private static final Duration LONGEST_WAIT_FOR_THE_END = Duration.ofSeconds(5);

    /*
     *    tag() ──▶ in tags, without numbers ── the first range has come ──▶ begun ── forget() ──▶ not in tags, refuses calls
     *                  │
     *                  └── there is none, and the callers are told ──▶ not in tags
     *
     * Why none is overlooked that begins while the generator is suspended or closed. A tag is put into tags first, and then it is
     * asked whether the generator runs. The stopper of the generator says so first, and then visits tags. So a caller that begins
     * with the tag is either refused, or waits for a tag that is visited. Such a tag adds no range that was asked for before.
     */
    final String name;
    final IdentifiedStore store;
    final StepRule steps;
    final long maxWaitNanos;
    final NanoClock nanoClock;
    final BackgroundThreads storeThreads;
    final BusyTags busyTags;
    private final PeriodTags periods;
    private final ConcurrentMap<String, SegmentTag> tags = new ConcurrentHashMap<>();
    private final ReentrantLock changing = new ReentrantLock();
    private final AtomicReference<RunState> state = new AtomicReference<>(RunState.RUNNING);

    SegmentIdGenerator(Builder options) {
        name = options.name;
        store = new IdentifiedStore(name, options.store, options.identity);
        steps = new StepRule(options.minStep, options.maxStep, TimeUnit.NANOSECONDS.convert(options.stepDuration));
        maxWaitNanos = TimeUnit.NANOSECONDS.convert(options.maxWait);
        nanoClock = options.nanoClock;
        storeThreads = new BackgroundThreads(name + "-store", options.storeThreads, nanoClock, options.threadFactory);
        busyTags = new BusyTags(this, options.threadFactory);
        periods = new PeriodTags(this);
    }

    /**
     * Starts a generator.
     *
     * @param store where the counters are
     * @return a builder with the defaults
     */
    public static Builder builder(SegmentStore store) {
        return new Builder(store);
    }

    /**
     * Returns the source of a tag's numbers. The first call for a tag has its first range taken, and waits for that, as
     * calls for other numbers do.
     *
     * @param tag the tag, 1 to 128 visible ASCII characters
     * @return the same for each call with the same tag, unless it was {@linkplain #forget forgotten} in between
     * @throws IllegalArgumentException if the tag is not such a name
     * @throws NoSuchCounterException if the store knows no such tag
     * @throws ExhaustedCounterException if its counter is exhausted
     * @throws UidGenerateException if the store fails or has not answered after {@code maxWait}; if the call was
     *     interrupted, or the generator is closed or suspended. The next call tries again
     */
    public SegmentTag tag(String tag) {
        return ask(() -> begun(tag));
    }

    /** Asks a tag. If it is forgotten meanwhile, the next one of the same name. */
    private static <T> T ask(Supplier<T> question) {
        while (true) {
            try {
                return question.get();
            } catch (TagState.ForgottenException meanwhile) {
                Thread.onSpinWait();
            }
        }
    }

    private SegmentTag begun(String tag) {
        SegmentTag known = tags.get(tag);
        if (known == null || !known.hasBegun()) {
            known = source(tag);
            known.ranges.awaitFirst();
        }
        return known;
    }

    private SegmentTag source(String tag) {
        SegmentTag known = tags.get(tag);
        if (known == null) {
            state().requireRunning(name);
            known = tags.computeIfAbsent(SegmentStore.requireTag(tag), fresh -> new SegmentTag(fresh, this));
        }
        state().requireRunning(name); // Order matters! After it is in the map
        return known;
    }

    private RunState state() {
        return Objects.requireNonNull(state.get());
    }

    /** Forgets a tag that has forgotten itself. Its lock is held. */
    void forgotten(TagRanges ranges) {
        tags.computeIfPresent(ranges.tag, (name, tag) -> tag.ranges == ranges ? null : tag);
    }

    /**
     * Returns the next number of a tag. Combines {@link #tag} and {@link SegmentTag#getUID()}, at the price of a map
     * look-up per call.
     *
     * @param tag the tag, 1 to 128 visible ASCII characters
     * @return a number that no other call for this tag gets
     * @throws IllegalArgumentException if the tag is not such a name
     * @throws UidGenerateException if the store knows no such tag, or there is no number in time
     */
    public long getUID(String tag) {
        return ask(() -> begun(tag).getUID());
    }

    /**
     * Returns the next number of a counter in a period, for {@link org.uidgenerator.text.BusinessNumbers}. Each period
     * has a tag of its own, such as {@code order.20261121}, or {@code order} if there is but one, so the store has to
     * create unknown tags.
     *
     * <p>When a period begins here, the tags of earlier periods of the counter, except the last one, are forgotten if
     * they were not used for an hour, and so are all but the {@value PeriodTags#MOST_PAST} that were used last. A
     * forgotten period continues with a new range if a number of it is wanted after all. The counters in the store
     * stay.
     *
     * @throws IllegalArgumentException if the name and the period are no tag
     * @throws UidGenerateException if the store knows no such tag, or there is no number in time
     */
    @Override
    public long next(String name, String period) {
        return period.isEmpty() ? getUID(name) : periods.next(name, period);
    }

    /**
     * Takes the first range of a period shortly before it begins: when a tenth of the time is left, or ten minutes. One
     * that cannot be taken then is taken by the first call in the period.
     */
    @Override
    public void prepare(String name, String period, Duration until) {
        periods.prepare(name, period, until);
    }

    /** Has the first range of a tag taken, and waits for nothing. */
    void prepare(String tag) {
        source(tag).ranges.prepare();
    }

    /**
     * Takes a range of a tag from the store for another process to hand out, and waits for it, as calls for numbers do.
     * This generator hands out none of it. If it comes too late it is lost.
     *
     * @param tag the tag, 1 to 128 visible ASCII characters
     * @param length how many numbers are wanted, at least one
     * @return as many numbers, or fewer where the counter is exhausted, or as many as the store's own step says; at
     *     least one, above all that were taken of the tag before, by this generator and others
     * @throws IllegalArgumentException if the tag is not such a name, or the length is not positive
     * @throws NoSuchCounterException if the store knows no such tag
     * @throws ExhaustedCounterException if its counter is exhausted
     * @throws UidGenerateException if the store fails, has not answered after {@code maxWait}, or holds another id
     *     identity than before; or the generator is closed or suspended
     */
    public UidRange takeRange(String tag, long length) {
        if (length < 1) {
            throw new IllegalArgumentException("length must be positive: length=" + length);
        }
        return ask(() -> source(tag).ranges.take(length));
    }

    /**
     * {@return the store identity of the numbers: that of the first range; empty before that, and if the store keeps
     * none}
     */
    public Optional<StoreIdentity> identity() {
        return store.seen();
    }

    /**
     * Forgets a tag that is not used any more, and so gives its memory back. The numbers that were taken for it and not
     * handed out are lost; its counter in the store stays as it is. Callers that kept the {@link SegmentTag} are
     * refused from now on. The next call of {@link #tag} or {@link #getUID} takes a new first range, above the numbers
     * that were taken before unless the counter in the store was set back meanwhile: only tags that are not forgotten
     * notice that.
     *
     * @param tag the tag
     * @return whether there was such a tag, and its first range had come
     */
    public boolean forget(String tag) {
        periods.forget(tag);
        SegmentTag known = tags.remove(tag);
        if (known != null) {
            known.stop(TagState.FORGOTTEN, Duration.ZERO);
        }
        return known != null && known.hasBegun();
    }

    /**
     * {@return a snapshot of each tag that was used so far, in the order of their names} Takes some microseconds per
     * tag.
     */
    public List<SegmentStatus> status() {
        return tags.values().stream()
                .filter(SegmentTag::hasBegun)
                .map(SegmentTag::status)
                .sorted(Comparator.comparing(SegmentStatus::tag))
                .toList();
    }

    /**
     * Drops all numbers that were taken from the store, as {@link #close} does, and refuses calls until
     * {@link #resume()}, so that a snapshot of the process can be taken and restored more than once: no number is
     * handed out by two copies. A number that a thread already holds is copied with the snapshot, so let callers finish
     * first. Calls that wait fail at once. Does nothing if the generator is suspended or closed.
     */
    public void suspend() {
        changing.lock();
        try {
            if (!state.compareAndSet(RunState.RUNNING, RunState.SUSPENDED)) {
                return;
            }
            stopTags(TagState.SUSPENDED);
        } finally {
            changing.unlock();
        }
        LOG.log(INFO, "{0} is suspended: it has dropped what it had taken from {1}", name, store);
    }

    /**
     * Stops all tags, after the generator has been, and waits until they have given back what they had left. Returns
     * until when it would wait.
     */
    private long stopTags(TagState to) {
        long end = nanoClock.nanoTime() + TimeUnit.NANOSECONDS.convert(LONGEST_WAIT_FOR_THE_END);
        tags.values().forEach(tag -> tag.stop(to, LONGEST_WAIT_FOR_THE_END));
        tags.values().forEach(tag -> tag.ranges.awaitRest(end - nanoClock.nanoTime()));
        return end;
    }

    /**
     * Continues after {@link #suspend()}, above all numbers that were taken before. The store is asked by the next call
     * for each tag. Does nothing if the generator is running.
     *
     * @throws UidGenerateException if the generator is closed
     */
    public void resume() {
        changing.lock();
        try {
            state.compareAndSet(RunState.SUSPENDED, RunState.RUNNING);
            state().requireOpen(name);
            tags.values().forEach(SegmentTag::resume);
        } finally {
            changing.unlock();
        }
    }

    /**
     * Ends the generator. Calls that have begun may still get a number; calls that begin after this method has returned
     * get a {@link UidGenerateException}. The rest of each range that was taken last is given back to the store, unless
     * the store fails. Waits up to five seconds for that, and for calls of the store that are under way. Closing twice
     * does nothing.
     */
    @Override
    public void close() {
        state.set(RunState.CLOSED); // Order matters! Before the tags are visited
        long end = stopTags(TagState.CLOSED);
        busyTags.close(LONGEST_WAIT_FOR_THE_END);
        if (!storeThreads.close(Duration.ofNanos(end - nanoClock.nanoTime()))
                && !Thread.currentThread().isInterrupted()) {
            LOG.log(WARNING, "{0} is still waiting for {1}, and ends when it answers", name, store);
        }
    }

    /** Returns the name and the store. */
    @Override
    public String toString() {
        return name + " (" + store + ")";
    }

    /**
     * Chooses the length of ranges so that one lasts for a set time, within bounds.
     *
     * @param min the length of the first two ranges, and the least
     * @param max the greatest length
     * @param durationNanos how long a range is to last at least; one that lasts twice as long is too long
     */
    record StepRule(long min, long max, long durationNanos) {

        /** Returns the length of the next range: at most twice that of the last one, and at least half of it. */
        long next(long step, long lastedNanos) {
            if (lastedNanos < durationNanos) {
                return Math.min(max, 2 * step);
            }
            return lastedNanos < 2 * durationNanos ? step : Math.max(min, step / 2);
        }
    }

    /** Makes generators. A builder is for one thread; every option is checked in {@link #build()}. */
    public static final class Builder {
        private static final long GREATEST_STEP = 1_000_000_000_000L;
        private static final int MOST_STORE_THREADS = 64;

        private final SegmentStore store;
        private String name = "segments";
        private long minStep = 1_000;
        private long maxStep = 1_000_000;
        private Duration stepDuration = Duration.ofMinutes(15);
        private Duration maxWait = Duration.ofSeconds(5);
        private int storeThreads = 16;
        private @Nullable String identity;
        private ThreadFactory threadFactory = BackgroundThreads::newThread;
        private NanoClock nanoClock = NanoClock.SYSTEM;

        private Builder(SegmentStore store) {
            this.store = Objects.requireNonNull(store, "store");
        }

        /**
         * Sets the name that logs, exceptions and threads of the generator carry.
         *
         * @param name not blank, default {@code segments}
         * @return this
         */
        public Builder name(String name) {
            this.name = Objects.requireNonNull(name, "name");
            return this;
        }

        /**
         * Sets how many numbers the first two ranges of a tag have. No later range is shorter.
         *
         * @param minStep in {@code [1, maxStep]}, default 1,000
         * @return this
         */
        public Builder minStep(long minStep) {
            this.minStep = minStep;
            return this;
        }

        /**
         * Sets how many numbers a range has at most. A crash loses at most about twice that of each tag. A tag that
         * uses up ranges of this length faster than the store answers waits for it.
         *
         * @param maxStep in {@code [minStep, 10^12]}, default 1,000,000
         * @return this
         */
        public Builder maxStep(long maxStep) {
            this.maxStep = maxStep;
            return this;
        }

        /**
         * Sets how long a range should last. Once the length of the ranges has adapted to the demand, callers do not
         * notice if the store is unavailable for that long.
         *
         * @param stepDuration positive, at most 365 days, default 15 minutes
         * @return this
         */
        public Builder stepDuration(Duration stepDuration) {
            this.stepDuration = Objects.requireNonNull(stepDuration, "stepDuration");
            return this;
        }

        /**
         * Sets how long a call waits at most when the numbers of its tag are used up or have not come yet.
         *
         * @param maxWait zero or more, default 5 s
         * @return this
         */
        public Builder maxWait(Duration maxWait) {
            this.maxWait = Objects.requireNonNull(maxWait, "maxWait");
            return this;
        }

        /**
         * Sets how many threads may wait for the store at the same time. There is one unless the store is slow. Each
         * tag keeps one waiting at most. Tags whose rows are locked, or that fail, take half of them at most once they
         * have failed; the others have their ranges taken by those that are left.
         *
         * @param storeThreads in {@code [1, 64]}, default 16; with fewer connections, the store's pool is the limit
         * @return this
         */
        public Builder storeThreads(int storeThreads) {
            this.storeThreads = storeThreads;
            return this;
        }

        /**
         * Says which store identity the store holds. A store that holds another one is refused, and so is one that
         * holds none yet, such as an empty database in place of the right one, unless only the name is given.
         *
         * @param identity its number, as in {@code 482903117264}, its name, or both, as in
         *     {@code SEGMENT/482903117264}; default: the one that the generator finds first
         * @return this
         */
        public Builder expectedIdentity(String identity) {
            this.identity = Objects.requireNonNull(identity, "identity");
            return this;
        }

        /**
         * Sets what makes the generator's threads. They are named and made daemons whatever the factory says.
         *
         * @param threadFactory the factory of platform threads that are not started; the threads of the default one
         *     inherit no thread-locals
         * @return this
         */
        public Builder threadFactory(ThreadFactory threadFactory) {
            this.threadFactory = Objects.requireNonNull(threadFactory, "threadFactory");
            return this;
        }

        Builder nanoClock(NanoClock nanoClock) {
            this.nanoClock = nanoClock;
            return this;
        }

        /**
         * Makes a generator. The store is not asked yet.
         *
         * @return a generator that is running
         * @throws IllegalArgumentException if an option is out of range, or a store identity is expected of a store
         *     that keeps none
         */
        public SegmentIdGenerator build() {
            OptionException.requireNotBlank("name", name);
            if (minStep < 1 || maxStep < minStep || maxStep > GREATEST_STEP) {
                throw OptionException.inWords(
                        "minStep",
                        minStep,
                        OptionText.of("1 <= {minStep} <= {maxStep} <= %d must hold", GREATEST_STEP),
                        OptionText.of("{minStep}=%d, {maxStep}=%d", minStep, maxStep));
            }
            if (stepDuration.isNegative()
                    || stepDuration.isZero()
                    || stepDuration.compareTo(Duration.ofDays(365)) > 0) {
                throw new OptionException("stepDuration", stepDuration, "must be positive and at most 365 days");
            }
            if (maxWait.isNegative()) {
                throw new OptionException("maxWait", maxWait, "must not be negative");
            }
            OptionException.requireIn("storeThreads", storeThreads, 1, MOST_STORE_THREADS);
            String identity = this.identity;
            if (identity != null) {
                StoreIdentityRecord record = store.identityRecord()
                        .orElseThrow(() -> new OptionException(
                                "expectedIdentity",
                                identity,
                                OptionText.of("must not be set, as %s keeps no store identity", store)));
                ExpectedIdentity.requireCanBeOf(record.name(), identity);
            }
            LOG.log(
                    INFO,
                    "{0} takes ranges of {1} to {2} numbers from {3}",
                    name,
                    Long.toString(minStep),
                    Long.toString(maxStep),
                    store);
            return new SegmentIdGenerator(this);
        }
    }
}
