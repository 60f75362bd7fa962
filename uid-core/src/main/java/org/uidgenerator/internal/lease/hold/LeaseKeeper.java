package org.uidgenerator.internal.lease.hold;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.StoreException;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.internal.NanoClock;
import org.uidgenerator.internal.ReserveAhead;
import org.uidgenerator.internal.background.BackgroundTask;
import org.uidgenerator.internal.background.BackgroundThreads;
import org.uidgenerator.internal.identity.ExpectedIdentity;
import org.uidgenerator.internal.lease.Environment;
import org.uidgenerator.internal.lease.LeaseOptions;
import org.uidgenerator.internal.lease.MeteredStore;
import org.uidgenerator.internal.lease.StartingGenerator;
import org.uidgenerator.internal.lease.StoreClock;
import org.uidgenerator.internal.lease.StoreOutage;
import org.uidgenerator.internal.lease.file.LeaseStart;

/**
 * Knows the leases of an assigner, each of which is a task of its own, and what they have in common: the threads, what
 * is logged when their store does not answer, and one deadline for their end.
 */
public final class LeaseKeeper {
    private static final System.Logger LOG = System.getLogger(LeaseOptions.LOGGER);

    /** A clock that is set back leaves its generator ahead of it, however little that may borrow. */
    private static final Duration LEAST_AHEAD = Duration.ofHours(24);

    private static final Duration LONGEST_BACKOFF = Duration.ofSeconds(1);
    private static final int MOST_THREADS = 8;

    /**
     * A caller that ends leases one after the other waits once, and a later caller waits again, because the store may
     * be back.
     */
    private static final long SILENT_FOR_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final MeteredStore store;
    private final LeaseOptions options;
    private final NanoClock nanoClock;
    final BackgroundThreads threads;
    final StoreOutage outage;
    private final Set<FencedWorkerLease> leases = ConcurrentHashMap.newKeySet();
    private final Set<FencedWorkerLease> failing = ConcurrentHashMap.newKeySet();
    private final AtomicInteger failures = new AtomicInteger();
    private volatile boolean silent;
    private volatile long silentNanos;
    private volatile long answersBefore;
    private volatile boolean closed;

    /** Makes a keeper without leases; its threads start with the first one. */
    public LeaseKeeper(MeteredStore store, LeaseOptions options) {
        this.store = store;
        this.options = options;
        Environment environment = options.environment();
        nanoClock = environment.nanoClock();
        outage = new StoreOutage(store, options.period(), environment);
        threads = new BackgroundThreads(
                store.namespace() + "-reservations", MOST_THREADS, nanoClock, environment.threads());
    }

    /**
     * Makes a lease that has not begun.
     *
     * @param unconfirmed why the store has not confirmed it, or null if it has
     */
    public FencedWorkerLease lease(
            LeaseStart start, StartingGenerator generator, ExpectedIdentity identity, @Nullable Throwable unconfirmed) {
        Duration borrowed = generator.maxBorrow().compareTo(LEAST_AHEAD) > 0 ? generator.maxBorrow() : LEAST_AHEAD;
        Duration furthest = borrowed.plus(options.maxClockSkew()).plus(options.reservation());
        ReserveAhead ahead = ReserveAhead.of(
                options.reservation(),
                generator.layout().tick(),
                generator.layout().maxTick(),
                nanoClock);
        LeaseRenewal renewal =
                new LeaseRenewal(store, options.storeName(), generator, start, ahead, furthest, identity);
        return new FencedWorkerLease(options, this, generator.clocks(), start, renewal, identity.seen(), unconfirmed);
    }

    /** Makes the task of a lease, which is not started. */
    BackgroundTask task(FencedWorkerLease lease) {
        return threads.task("lease of worker id " + lease.workerId(), lease, LONGEST_BACKOFF);
    }

    /** Adds a lease whose task has been started. */
    void keep(FencedWorkerLease lease) {
        leases.add(lease);
    }

    /** Leaves those leases to their file that were given back while the store was unavailable. */
    public void leaveToFile() {
        leases.forEach(FencedWorkerLease::leaveToFile);
    }

    /** Removes a lease that has ended. */
    void forget(FencedWorkerLease lease) {
        leases.remove(lease);
        failing.remove(lease);
    }

    /**
     * Returns how long a lease that requests nothing may wait until it is checked again: a random part of the period,
     * at least half of it, so that leases that were taken at the same time, or waited for the same store, spread.
     */
    Duration pause() {
        long nanos = options.period().toNanos();
        return Duration.ofNanos(nanos - options.environment().random().nextLong(nanos / 2 + 1));
    }

    /** How often the store has answered, whatever it said. */
    long answers() {
        return store.answers();
    }

    public boolean isClosed() {
        return closed;
    }

    /**
     * Returns the comparison of a clock of this host with that of the store, which the leases that go by the same clock
     * share, or null if there are none.
     */
    public @Nullable StoreClock clocks(InstantSource host) {
        for (FencedWorkerLease lease : leases) {
            if (lease.clocks().isOf(host)) {
                return lease.clocks();
            }
        }
        return null;
    }

    /** Reports an outage unless another lease has done so. */
    void failing(FencedWorkerLease lease, Throwable failure) {
        boolean first = failing.isEmpty();
        failing.add(lease);
        if (first) {
            String what = options.storeName()
                    + " reserves no ticks now, trying again with back-off; those reserved stay usable";
            if (failure instanceof StoreException || failure instanceof UidGenerateException) {
                LOG.log(WARNING, what + ": " + failure.getMessage()); // which says it all
                LOG.log(DEBUG, what, failure);
            } else {
                LOG.log(WARNING, what, failure);
            }
        }
    }

    /** Reports the end of an outage when no lease is left in it. */
    void recovered(FencedWorkerLease lease, int failures) {
        int all = this.failures.addAndGet(failures);
        if (failing.remove(lease) && failing.isEmpty()) {
            this.failures.addAndGet(-all);
            LOG.log(
                    INFO,
                    "{0} reserves ticks again after {1} failed attempts",
                    options.storeName(),
                    Integer.toString(all));
        }
    }

    /** Records that the store has not answered a caller for as long as it waits. */
    void unanswered() {
        answersBefore = store.answers();
        silentNanos = nanoClock.nanoTime(); // Order matters! Before it is said
        silent = true;
        leases.forEach(FencedWorkerLease::signal); // callers that wait for it to end a lease need not
    }

    /** Whether the store has just left a caller without an answer, and has not answered since. */
    boolean isSilent() {
        return silent && store.answers() == answersBefore && nanoClock.nanoTime() - silentNanos < SILENT_FOR_NANOS;
    }

    /**
     * Ends all tasks. Waits for the store unless it is known not to answer, for all leases together, so that those that
     * were given back are given back in the store. The others stay reserved.
     */
    public void close(Duration longestWait) {
        long start = nanoClock.nanoTime();
        for (FencedWorkerLease lease : leases) {
            lease.awaitGiveBack(left(longestWait, start));
        }
        closed = true;
        List<FencedWorkerLease> left = leases.stream()
                .filter(FencedWorkerLease::isUntold)
                .sorted(Comparator.comparingLong(FencedWorkerLease::workerId))
                .toList();
        leases.forEach(FencedWorkerLease::signal);
        threads.close(isSilent() ? Duration.ZERO : left(longestWait, start));
        if (!left.isEmpty()) {
            LOG.log(
                    WARNING,
                    "{0} could not be told that {1} worker ids are given back: {2}",
                    options.storeName(),
                    Integer.toString(left.size()),
                    left.stream().map(FencedWorkerLease::describeReserved).collect(Collectors.joining(", ")));
        }
    }

    private Duration left(Duration longestWait, long startNanos) {
        Duration left = longestWait.minusNanos(nanoClock.nanoTime() - startNanos);
        return left.isNegative() ? Duration.ZERO : left;
    }
}
