package org.uidgenerator.worker.db;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The one thread of an assigner that reserves ticks for its leases and gives them back: when a lease asks for it, and
 * periodically for those whose generators idle. A store that does not answer is asked again with back-off, is reported once
 * per outage, and holds up nobody but this thread.
 */
final class LeaseKeeper {
    private static final System.Logger LOG = System.getLogger(LeaseKeeper.class.getName());

    private static final long FIRST_BACKOFF_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long LONGEST_BACKOFF_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final String store;
    private final long periodNanos;
    private final Thread thread;
    private final Queue<FencedWorkerLease> leases = new ConcurrentLinkedQueue<>();

    private volatile boolean requested;
    private volatile boolean closed;
    private volatile @Nullable Throwable failure;
    private int failures;

    /**
     * Makes a keeper; its thread starts with the first lease.
     *
     * @param store what logs call the store
     * @param period how often to look after leases that do not ask
     * @param machine makes the thread
     */
    LeaseKeeper(String threadName, String store, Duration period, Machine machine) {
        this.store = store;
        periodNanos = period.toNanos();
        thread = machine.newThread(this::run, threadName);
        thread.setDaemon(true);
    }

    synchronized void keep(FencedWorkerLease lease) {
        leases.add(lease);
        if (thread.getState() == Thread.State.NEW) {
            thread.start();
        }
    }

    /** Has the leases looked after soon. Cheap where that was asked for already. */
    void request() {
        if (!requested) {
            requested = true;
            LockSupport.unpark(thread);
        }
    }

    boolean isClosed() {
        return closed;
    }

    /** Why the store was asked last in vain, or null if it answered. */
    @Nullable
    Throwable failure() {
        return failure;
    }

    private void run() {
        long nanos = periodNanos; // a lease comes with ticks reserved
        while (park(nanos)) {
            nanos = runOnce();
        }
    }

    /**
     * Looks after each lease.
     *
     * @return the nanoseconds until it should run again unless it is asked for earlier
     */
    long runOnce() {
        requested = false; // before the leases are looked at, so that a request made meanwhile is not lost
        Throwable failed = null;
        for (FencedWorkerLease lease : List.copyOf(leases)) {
            try {
                if (!lease.serve()) {
                    leases.remove(lease);
                }
            } catch (Throwable e) { // whatever it is, the keeper goes on
                failed = e;
            }
        }
        return failed == null ? answered() : failed(failed);
    }

    private long answered() {
        if (failure != null) {
            LOG.log(INFO, "{0} answers again after {1} failed attempts", store, Integer.toString(failures));
            failure = null;
            failures = 0;
        }
        return periodNanos;
    }

    private long failed(Throwable e) {
        boolean outageBegins = failure == null;
        failure = e;
        LOG.log(
                outageBegins ? WARNING : DEBUG,
                store + " does not answer, trying again with back-off; reserved ticks stay usable",
                e);
        return Math.min(FIRST_BACKOFF_NANOS << Math.min(failures++, 10), LONGEST_BACKOFF_NANOS);
    }

    /**
     * Waits until the time is over, a lease asks (which does not cut a back-off short), or the end has come.
     *
     * @return whether the end has not come
     */
    private boolean park(long nanos) {
        long start = System.nanoTime();
        for (long left = nanos; left > 0 && !closed; left = nanos - (System.nanoTime() - start)) {
            if (requested && failure == null) {
                return true;
            }
            LockSupport.parkNanos(this, left);
            Thread.interrupted(); // the thread is ours and ends by close(); a stray interrupt must not make it spin
        }
        return !closed;
    }

    /** Ends the thread, waiting for it if the store holds it up. Leases that were not given back stay reserved. */
    void close(Duration longestWait) {
        closed = true;
        LockSupport.unpark(thread);
        leases.forEach(FencedWorkerLease::signal);
        try {
            thread.join(longestWait.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
