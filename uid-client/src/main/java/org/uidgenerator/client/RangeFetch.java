package org.uidgenerator.client;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import java.time.Duration;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.engine.UidBuffer;
import org.uidgenerator.internal.Waiting;
import org.uidgenerator.internal.background.BackgroundTask;
import org.uidgenerator.internal.background.BackgroundThreads;
import org.uidgenerator.internal.background.BackgroundWork;

/**
 * Fetches ranges into the stock: in a thread of its own when the stock is low, and for a caller who needs UIDs above
 * another one. One fetch after the other, each above all before, and so long that it lasts for the set time.
 */
final class RangeFetch implements BackgroundWork {
    private static final System.Logger LOG = System.getLogger(RemoteUidGenerator.class.getName());

    /** How long after a failure the servers are looked at again at most: each of them has a back-off of its own. */
    private static final Duration LONGEST_BACKOFF = Duration.ofSeconds(1);

    static final long SHORTEST = 1_000;
    static final long LONGEST = 1_000_000;

    private final String name;
    private final IdService service;
    private final RangeStock stock;
    private final UidBuffer buffer;
    private final long lastsNanos;
    private final Waiting waiting;
    private final BackgroundTask task;

    /**
     * Held while the service is asked, so that ranges are added in the order in which they were taken. Guards the
     * fields below.
     */
    private final ReentrantLock asking = new ReentrantLock();

    private long length = SHORTEST;
    private long fetchedAt;
    private long issuedBefore;

    /**
     * Makes what fills a stock.
     *
     * @param name the generator's
     * @param buffer hands out what is fetched
     * @param lastsNanos how long a fetch is to last
     */
    RangeFetch(
            String name,
            IdService service,
            RangeStock stock,
            UidBuffer buffer,
            long lastsNanos,
            Waiting waiting,
            ThreadFactory threads) {
        this.name = name;
        this.service = service;
        this.stock = stock;
        this.buffer = buffer;
        this.lastsNanos = lastsNanos;
        this.waiting = waiting;
        task = new BackgroundThreads(name + "-ranges", 1, waiting, threads).task(this, LONGEST_BACKOFF);
        fetchedAt = waiting.nanoTime();
    }

    /** Asks for the next fetch. Does not wait for it. */
    void request() {
        task.request();
    }

    /** Why no range came when one was fetched last, or null if one did. */
    @Nullable
    Throwable failure() {
        return task.failure();
    }

    /** Ends the thread after the request that is under way. */
    void close(Duration longestWait) {
        task.close(longestWait);
    }

    /** Fetches until the stock is not low any more. For the thread. */
    @Override
    public long run() throws InterruptedException {
        while (stock.isLow()) {
            fetch(-1);
        }
        return Long.MAX_VALUE;
    }

    /**
     * Makes sure that ranges above a UID have been fetched. Waits for the servers.
     *
     * @throws org.uidgenerator.UidGenerateException if no server hands any out
     * @throws InterruptedException if the thread is interrupted
     */
    void fetchAbove(long uid) throws InterruptedException {
        if (stock.highest() <= uid) {
            fetch(uid);
        }
    }

    private void fetch(long above) throws InterruptedException {
        asking.lockInterruptibly();
        try {
            long highest = stock.highest();
            if (above < 0 ? stock.isLow() : highest <= above) { // nobody has done it meanwhile
                long next = nextLength();
                stock.add(service.take(next, Math.max(highest, above)));
                fetchedAt = waiting.nanoTime();
                issuedBefore = buffer.issued();
                length = next;
            }
        } finally {
            asking.unlock();
        }
        buffer.wake();
    }

    /**
     * As many as would be handed out in the set time at the rate since the last fetch, at most four times as many as
     * then.
     */
    private long nextLength() {
        double seconds = Math.max(1, waiting.nanoTime() - fetchedAt) / (double) TimeUnit.SECONDS.toNanos(1);
        double wanted = (buffer.issued() - issuedBefore) / seconds * lastsNanos / TimeUnit.SECONDS.toNanos(1);
        long bounded = (long) Math.min(length * 4.0, Math.max(length / 2.0, wanted));
        return Math.min(LONGEST, Math.max(SHORTEST, bounded));
    }

    @Override
    public void failing(Throwable failure) {
        LOG.log(WARNING, name + " gets no ranges, trying again with back-off", failure);
    }

    @Override
    public void recovered(int failures) {
        LOG.log(INFO, "{0} gets ranges again after {1} failed attempts", name, Integer.toString(failures));
    }
}
