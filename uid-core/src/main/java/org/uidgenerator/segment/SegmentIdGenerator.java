package org.uidgenerator.segment;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Pattern;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.buffer.RejectedTakeBufferHandler;
import org.uidgenerator.internal.Waiting;
import org.uidgenerator.internal.background.BackgroundThreads;

/**
 * Hands out the numbers 1, 2, 3 and so on of counters that a store keeps. Each counter has a name, its tag. Numbers are
 * taken from the store in ranges, ahead of demand, so that a call waits for the store only at the very beginning.
 *
 * <p>No number of a tag is handed out twice, by any number of generators on the same store. Each generator takes ranges
 * of its own, so the numbers of several generators ascend roughly, and those that one thread gets ascend strictly. If
 * the store goes back, because a row was edited or a backup restored, a generator notices it and skips past all numbers
 * that it has taken before. It does not know what others have taken.
 *
 * <p>The next range is taken when a tenth of the last one is used. A range should last for a set time: its length
 * doubles while ranges are used up faster, and halves while they last twice as long. If the store does not answer, the
 * numbers that were taken are handed out. Then calls wait, and fail with the store's error. The store is asked again
 * with back-off until it answers. A crash loses the numbers that were taken and not handed out, at most about twice
 * {@code maxStep} of each tag. So does a close.
 *
 * <p>One generator is enough for thousands of tags. It has two threads: one asks the store, and one refills the rings
 * of the tags that are busy. A tag that is not busy has no ring, and costs some hundred bytes.
 *
 * <p>All methods may be called from any thread, virtual ones too.
 */
public final class SegmentIdGenerator implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(SegmentIdGenerator.class.getName());

    private static final Duration LONGEST_WAIT_FOR_THE_END = Duration.ofSeconds(10);
    private static final Pattern TAG = Pattern.compile("[!-~]{1,128}");

    private final String name;
    private final SegmentStore store;
    private final StepRule rule;
    private final Duration maxWait;
    private final Waiting waiting;
    private final RangeFetcher fetcher;
    private final BusyTags busyTags;
    private final ConcurrentMap<String, SegmentTag> tags = new ConcurrentHashMap<>();
    private final ReentrantLock starting = new ReentrantLock();
    private volatile boolean closed;
    private boolean suspended;

    private SegmentIdGenerator(Builder options) {
        name = options.name;
        store = options.store;
        rule = new StepRule(options.minStep, options.maxStep, TimeUnit.NANOSECONDS.convert(options.stepDuration));
        maxWait = options.maxWait;
        waiting = options.waiting;
        fetcher = new RangeFetcher(name, waiting, options.threadFactory);
        busyTags =
                new BusyTags(name, RejectedTakeBufferHandler.waitFor(options.maxWait), waiting, options.threadFactory);
        LOG.log(
                INFO,
                "{0} takes ranges of {1} to {2} numbers from {3}",
                name,
                Long.toString(rule.min()),
                Long.toString(rule.max()),
                store);
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
     * Returns the source of a tag's numbers. The first call for a tag takes its first range, and waits for the store as
     * long as that takes. First calls for other tags wait meanwhile, for {@code maxWait} at most.
     *
     * @param tag the tag, 1 to 128 visible ASCII characters
     * @return the same for each call with the same tag
     * @throws IllegalArgumentException if the tag is not such a name
     * @throws UidGenerateException if the store knows no such tag or does not answer, others kept it waiting for too
     *     long, it was interrupted, or the generator is closed or suspended; the next call tries again
     */
    public SegmentTag tag(String tag) {
        SegmentTag known = tags.get(tag);
        return known != null ? known : start(tag);
    }

    private SegmentTag start(String tag) {
        if (!TAG.matcher(tag).matches()) {
            throw new IllegalArgumentException("tag must be 1 to 128 visible ASCII characters: tag=\"" + tag + "\"");
        }
        awaitTurn(tag);
        try {
            SegmentTag known = tags.get(tag);
            if (known != null) { // meanwhile
                return known;
            }
            requireRunning();
            SegmentTag started =
                    new SegmentTag(new RangeFetch(name, tag, store, rule, waiting), fetcher, busyTags, waiting);
            started.fetch();
            tags.put(tag, started);
            if (closed) { // meanwhile, and the tag may have been overlooked
                started.close(Duration.ZERO);
            }
            return started;
        } finally {
            starting.unlock();
        }
    }

    /** Takes the lock, unless the store keeps others waiting for too long, whose calls would otherwise pile up here. */
    private void awaitTurn(String tag) {
        try {
            if (!starting.tryLock(TimeUnit.NANOSECONDS.convert(maxWait), TimeUnit.NANOSECONDS)) {
                throw new UidGenerateException(String.format(
                        Locale.ROOT,
                        "%s has not begun with tag %s: the first range of this or another tag is still being taken from %s, waited for %s",
                        name,
                        tag,
                        store,
                        maxWait));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UidGenerateException("interrupted while waiting for " + store, e);
        }
    }

    /** Called with the lock held, because the generator could be suspended at any time otherwise. */
    private void requireRunning() {
        requireOpen();
        if (suspended) {
            throw new UidGenerateException(name + " is suspended");
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new UidGenerateException(name + " is closed");
        }
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
        return tag(tag).getUID();
    }

    /**
     * Returns what the tags that were used so far are doing. Takes some microseconds per tag.
     *
     * @return a snapshot of each tag, in the order of their names
     */
    public List<SegmentStatus> status() {
        return tags.values().stream()
                .map(SegmentTag::status)
                .sorted(Comparator.comparing(SegmentStatus::tag))
                .toList();
    }

    /**
     * Drops all numbers that were taken from the store, and refuses calls until {@link #resume()}, so that a snapshot
     * of the process can be taken and restored more than once: no number is handed out by two copies. A number that a
     * thread already holds is copied with the snapshot, so let callers finish first. Calls that wait for a number fail
     * at once. Waits for a tag that is taking its first range. Does nothing if the generator is suspended or closed.
     */
    public void suspend() {
        starting.lock();
        try {
            if (closed || suspended) {
                return;
            }
            suspended = true;
            tags.values().forEach(tag -> tag.suspend(LONGEST_WAIT_FOR_THE_END));
        } finally {
            starting.unlock();
        }
        LOG.log(INFO, "{0} is suspended: it has dropped what it had taken from {1}", name, store);
    }

    /**
     * Continues after {@link #suspend()}, above all numbers that were taken before. The store is asked by the next call
     * for each tag. Does nothing if the generator is running.
     *
     * @throws UidGenerateException if the generator is closed
     */
    public void resume() {
        starting.lock();
        try {
            requireOpen();
            suspended = false;
            tags.values().forEach(SegmentTag::resume);
        } finally {
            starting.unlock();
        }
    }

    /**
     * Ends the generator. Calls that have begun may still get a number; calls that begin after this method has returned
     * get a {@link UidGenerateException}. Numbers that were taken from the store and not handed out are lost. Waits up
     * to ten seconds for a call of the store that is under way. Closing twice does nothing.
     */
    @Override
    public void close() {
        closed = true;
        tags.values().forEach(tag -> tag.close(LONGEST_WAIT_FOR_THE_END));
        busyTags.close(LONGEST_WAIT_FOR_THE_END);
        if (!fetcher.close(LONGEST_WAIT_FOR_THE_END) && !Thread.currentThread().isInterrupted()) {
            LOG.log(WARNING, "{0} is still waiting for {1}, and ends when it answers", name, store);
        }
    }

    /** Returns the name and the store. */
    @Override
    public String toString() {
        return name + " (" + store + ")";
    }

    /** Makes generators. A builder is for one thread; every option is checked in {@link #build()}. */
    public static final class Builder {
        private static final long GREATEST_STEP = 1_000_000_000_000L;

        private final SegmentStore store;
        private String name = "segments";
        private long minStep = 1_000;
        private long maxStep = 1_000_000;
        private Duration stepDuration = Duration.ofMinutes(15);
        private Duration maxWait = Duration.ofSeconds(5);
        private ThreadFactory threadFactory = BackgroundThreads::newThread;
        private Waiting waiting = Waiting.SYSTEM;

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
         * notice if the store is away for that long.
         *
         * @param stepDuration positive, at most 365 days, default 15 minutes
         * @return this
         */
        public Builder stepDuration(Duration stepDuration) {
            this.stepDuration = Objects.requireNonNull(stepDuration, "stepDuration");
            return this;
        }

        /**
         * Sets how long a call waits at most when the numbers of its tag are used up, or other tags are taking their
         * first range.
         *
         * @param maxWait zero or more, default 5 s
         * @return this
         */
        public Builder maxWait(Duration maxWait) {
            this.maxWait = Objects.requireNonNull(maxWait, "maxWait");
            return this;
        }

        /**
         * Sets what makes the generator's two threads. They are named and made daemons whatever the factory says.
         *
         * @param threadFactory the factory of platform threads that are not started; the threads of the default one
         *     inherit no thread-locals
         * @return this
         */
        public Builder threadFactory(ThreadFactory threadFactory) {
            this.threadFactory = Objects.requireNonNull(threadFactory, "threadFactory");
            return this;
        }

        Builder waiting(Waiting waiting) {
            this.waiting = waiting;
            return this;
        }

        /**
         * Makes a generator. The store is not asked yet.
         *
         * @return a generator that is running
         * @throws IllegalArgumentException if an option is out of range
         */
        public SegmentIdGenerator build() {
            if (name.isBlank()) {
                throw new IllegalArgumentException("name must not be blank: name=\"" + name + "\"");
            }
            if (minStep < 1 || maxStep < minStep || maxStep > GREATEST_STEP) {
                throw new IllegalArgumentException(String.format(
                        Locale.ROOT,
                        "1 <= minStep <= maxStep <= %d must hold: minStep=%d, maxStep=%d",
                        GREATEST_STEP,
                        minStep,
                        maxStep));
            }
            if (stepDuration.isNegative()
                    || stepDuration.isZero()
                    || stepDuration.compareTo(Duration.ofDays(365)) > 0) {
                throw new IllegalArgumentException(
                        "stepDuration must be positive and at most 365 days: stepDuration=" + stepDuration);
            }
            if (maxWait.isNegative()) {
                throw new IllegalArgumentException("maxWait must not be negative: maxWait=" + maxWait);
            }
            return new SegmentIdGenerator(this);
        }
    }
}
