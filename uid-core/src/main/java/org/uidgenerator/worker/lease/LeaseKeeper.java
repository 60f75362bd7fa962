package org.uidgenerator.worker.lease;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.internal.RetryingThread;
import org.uidgenerator.internal.Waiting;

/**
 * The one thread of an assigner that reserves ticks for its leases and gives them back: when a lease requests it, and
 * periodically for those whose generators idle. Then it also compares the clocks. If a store does not answer, that is
 * reported once per outage, the store is asked again with back-off, and only this thread waits for it.
 */
final class LeaseKeeper implements RetryingThread.Work {
    private static final System.Logger LOG = System.getLogger(LeaseKeeper.class.getName());

    private static final Duration LONGEST_BACKOFF = Duration.ofSeconds(1);

    private final String store;
    private final StoreClock storeClock;
    private final Waiting waiting;
    private final long periodNanos;
    private final Queue<FencedWorkerLease> leases = new ConcurrentLinkedQueue<>();
    final RetryingThread thread;
    private long comparedNanos;

    /**
     * Makes a keeper; its thread starts with the first lease.
     *
     * @param store what logs call the store
     * @param storeClock compares the clock of this host with the store's
     * @param period how often to check leases that request nothing
     * @param machine makes the thread and has its time
     */
    LeaseKeeper(String threadName, String store, StoreClock storeClock, Duration period, Machine machine) {
        this.store = store;
        this.storeClock = storeClock;
        waiting = machine.waiting();
        comparedNanos = waiting.nanoTime();
        periodNanos = period.toNanos();
        thread = new RetryingThread(threadName, this, LONGEST_BACKOFF, waiting, machine.threads());
    }

    void keep(FencedWorkerLease lease) {
        leases.add(lease);
        thread.start(Duration.ofNanos(periodNanos)); // a lease comes with ticks reserved
    }

    /** Makes the thread check the leases soon. Cheap if that has been requested already. */
    void request() {
        thread.request();
    }

    boolean isClosed() {
        return thread.isClosed();
    }

    /** Why the last call to the store failed, or null if it succeeded. */
    @Nullable
    Throwable failure() {
        return thread.failure();
    }

    /** How far the clock of this host was ahead of the store's when they were compared last, or null before that. */
    @Nullable
    Duration clockSkew() {
        return storeClock.skew();
    }

    /** Serves each lease, even those that come after one whose store fails. */
    @Override
    public long run() {
        RuntimeException failed = null;
        for (FencedWorkerLease lease : List.copyOf(leases)) {
            try {
                if (!lease.serve()) {
                    leases.remove(lease);
                }
            } catch (RuntimeException e) {
                failed = e;
            }
        }
        try {
            compareClocks(); // also where a reservation was refused: a clock that is far ahead may be why
        } catch (RuntimeException e) {
            failed = failed == null ? e : failed;
        }
        if (failed != null) {
            throw failed;
        }
        return periodNanos;
    }

    /** Not at each run, because a store whose ticks are used up fast would then be asked twice as often. */
    private void compareClocks() {
        long now = waiting.nanoTime();
        if (!leases.isEmpty() && now - comparedNanos >= periodNanos / 2) {
            comparedNanos = now;
            storeClock.compare();
        }
    }

    @Override
    public void failing(Throwable failure) {
        LOG.log(
                WARNING,
                store + " reserves no ticks now, trying again with back-off; those reserved stay usable",
                failure);
    }

    @Override
    public void recovered(int failures) {
        LOG.log(INFO, "{0} reserves ticks again after {1} failed attempts", store, Integer.toString(failures));
    }

    /**
     * Order matters! On the thread if there is one, so that no lease file is left while a call to the store is under
     * way.
     */
    @Override
    public void end() {
        leases.forEach(FencedWorkerLease::abandon);
    }

    /** Ends the thread, waiting for it if the store holds it up. Leases that were not given back stay reserved. */
    void close(Duration longestWait) {
        thread.close(Duration.ZERO);
        leases.forEach(FencedWorkerLease::signal);
        thread.awaitEnd(longestWait);
    }
}
