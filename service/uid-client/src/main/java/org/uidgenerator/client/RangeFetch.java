package org.uidgenerator.client;

import static java.lang.System.Logger.Level.DEBUG;

import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.internal.NanoClock;
import org.uidgenerator.internal.background.BackgroundTask;
import org.uidgenerator.internal.background.BackgroundThreads;
import org.uidgenerator.internal.background.BackgroundWork;
import org.uidgenerator.internal.engine.RangeStock;
import org.uidgenerator.internal.engine.UidBuffer;

/**
 * Fetches ranges into a stock: in the background when the stock is low, and for a caller who needs UIDs above another
 * one. One fetch after the other, each above all before, and so long that it lasts for the set time.
 */
final class RangeFetch implements BackgroundWork, RangeStock.Supply {
    private static final System.Logger LOG = System.getLogger(RemoteUidGenerator.class.getName());

    /** How long after a failure the servers are looked at again at most. Each has its own back-off. */
    private static final Duration LONGEST_BACKOFF = Duration.ofSeconds(1);

    static final long SHORTEST = 1_000;
    static final long LONGEST = 10_000_000;

    private static final long GROWTH = 4;
    private static final int FETCHES_A_LIFE = 4;

    /**
     * So that no more than two fetches are lost in a crash: the next one is made when half of the last one is left in
     * the stock, and what has left the stock are blocks in so many places, which have half a fetch together.
     */
    static final RangeStock.Cut CUT = new RangeStock.Cut(2, 2 * RemoteUidGenerator.MOST_PLACES, 8_192);

    final RangeStock stock = new RangeStock(this, CUT);
    private final String name;
    private final RangeServers servers;
    private final @Nullable UidLayout layout;
    private final UidBuffer buffer;
    private final long freshNanos;
    private final long lastsNanos;
    private final NanoClock nanoClock;
    private final BackgroundTask task;
    private final long startNanos;

    /**
     * Held while the service is asked, so that ranges are added in the order in which they were taken. Guards the
     * fields below.
     */
    private final ReentrantLock asking = new ReentrantLock();

    private long length = SHORTEST;
    private long fetchedAt;
    private long issuedBefore;

    /** Begins with a first answer. UIDs are put into use only while they are fresh, for that long after their fetch. */
    RangeFetch(
            RemoteUidGenerator.Builder options,
            RangeServers servers,
            RangeAnswer first,
            UidBuffer buffer,
            Duration fresh) {
        name = options.name;
        this.servers = servers;
        layout = first.layout();
        this.buffer = buffer;
        freshNanos = fresh.toNanos();
        lastsNanos = options.maxAge.dividedBy(FETCHES_A_LIFE).toNanos();
        nanoClock = options.nanoClock;
        task = new BackgroundThreads(name + "-ranges", 1, nanoClock, options.threadFactory)
                .task("fetch of ranges", this, LONGEST_BACKOFF);
        startNanos = nanoClock.nanoTime();
        fetchedAt = startNanos;
        stock.add(first.ranges(), 0);
    }

    @Override
    public void request() {
        task.request();
    }

    @Override
    public boolean isFresh(long freshness) {
        return nanoClock.nanoTime() - startNanos - freshness <= freshNanos;
    }

    @Override
    public String trouble() {
        Throwable failure = failure();
        return failure != null ? String.valueOf(failure.getMessage()) : "no server has answered yet";
    }

    @Override
    public @Nullable Throwable failure() {
        return task.failure();
    }

    /** Begins no other fetch in the background, and waits for the end of the one under way, and of its thread. */
    void close(Duration longestWait) {
        task.close(Duration.ZERO); // Order matters! Or it would report a failure that is none
        servers.close(); // Order matters! Or the end would wait for the answer that is under way
        task.awaitEnd(longestWait);
    }

    /**
     * Returns the question for UIDs.
     *
     * @param count how many are wanted
     * @param above all of them are to be greater than this one; -1 for any
     * @param layout theirs, or null if any will do
     */
    static RangeServers.Question question(long count, long above, @Nullable UidLayout layout) {
        String query = "/api/ranges?count=" + count + (above < 0 ? "" : "&after=" + above);
        return server -> {
            RangeAnswer answer = server.ask(query, (identity, body) -> RangeAnswer.parse(identity, body, above));
            if (layout != null && !layout.equals(answer.layout())) {
                throw new IOException(String.format(
                        Locale.ROOT,
                        "its layout must be %s: layout=%s",
                        layout.text(),
                        Objects.requireNonNull(answer.layout()).text()));
            }
            return answer;
        };
    }

    /** Fetches until the stock is not low any more. */
    @Override
    public long run() throws InterruptedException {
        while (stock.isLow()) {
            fetch(-1);
        }
        return UNTIL_REQUESTED;
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
            if (above < 0 ? stock.isLow() : highest <= above) { // no other thread has done it meanwhile
                long next = nextLength();
                RangeAnswer answer = take(next, Math.max(highest, above));
                fetchedAt = nanoClock.nanoTime();
                stock.add(answer.ranges(), fetchedAt - startNanos);
                issuedBefore = buffer.issued();
                length = next;
            }
        } finally {
            asking.unlock();
        }
        buffer.wake();
    }

    /** Half as many are asked for next if no server has so many: a server may be slow, or allow fewer at once. */
    private RangeAnswer take(long count, long above) throws InterruptedException {
        try {
            return servers.ask(question(count, above, layout));
        } catch (UidGenerateException e) {
            length = count / (2 * GROWTH);
            throw e;
        }
    }

    /**
     * As many as would be handed out in the set time at the rate since the last fetch, at most {@link #GROWTH} times as
     * many as then.
     */
    private long nextLength() {
        double seconds = Math.max(1, nanoClock.nanoTime() - fetchedAt) / (double) TimeUnit.SECONDS.toNanos(1);
        double wanted = (buffer.issued() - issuedBefore) / seconds * lastsNanos / TimeUnit.SECONDS.toNanos(1);
        long bounded = (long) Math.min(length * (double) GROWTH, Math.max(length / 2.0, wanted));
        return Math.min(LONGEST, Math.max(SHORTEST, bounded));
    }

    @Override
    public void failing(Throwable failure) {
        if (!task.isClosed()) {
            LOG.log(DEBUG, name + " gets no ranges, trying again with back-off", failure); // the servers have said why
        }
    }

    @Override
    public void recovered(int failures) {
        LOG.log(DEBUG, "{0} gets ranges again after {1} failed attempts", name, Integer.toString(failures));
    }
}
