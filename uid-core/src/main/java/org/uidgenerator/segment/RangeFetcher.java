package org.uidgenerator.segment;

import static java.lang.System.Logger.Level.ERROR;
import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.internal.RetryingThread;
import org.uidgenerator.internal.Waiting;

/**
 * Asks the store for the next ranges of all tags, in one thread, which starts with the first request. A tag whose range
 * cannot be taken is tried again, with a back-off of its own.
 */
final class RangeFetcher implements RetryingThread.Work {
    private static final System.Logger LOG = System.getLogger(SegmentIdGenerator.class.getName());

    private static final long FIRST_BACKOFF_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final Duration LONGEST_BACKOFF = Duration.ofSeconds(5);

    private final String name;
    private final Waiting waiting;
    private final RetryingThread thread;
    private final Queue<SegmentTag> asked = new ConcurrentLinkedQueue<>();

    /** The tags for which the store gave no answer. For the thread. */
    private final List<Retry> retries = new ArrayList<>();

    /** A tag that is tried again. */
    private static final class Retry {
        final SegmentTag tag;
        int failures = 1;
        long at;

        Retry(SegmentTag tag) {
            this.tag = tag;
        }
    }

    RangeFetcher(String name, Waiting waiting, ThreadFactory threads) {
        this.name = name;
        this.waiting = waiting;
        thread = new RetryingThread(name + "-store", this, LONGEST_BACKOFF, waiting, threads);
    }

    /** Asks for the next range of a tag. Does not wait for it. */
    void ask(SegmentTag tag) {
        asked.add(tag);
        thread.request();
    }

    /** Takes the ranges that are asked for. */
    @Override
    public long run() {
        for (SegmentTag tag = asked.poll(); tag != null && !thread.isClosed(); tag = asked.poll()) {
            fetch(tag);
        }
        long untilNext = Long.MAX_VALUE;
        for (Retry retry : List.copyOf(retries)) {
            if (!thread.isClosed() && retry.at - waiting.nanoTime() <= 0) {
                fetchAgain(retry);
            }
        }
        for (Retry retry : retries) {
            untilNext = Math.min(untilNext, Math.max(1, retry.at - waiting.nanoTime()));
        }
        return untilNext;
    }

    private void fetch(SegmentTag tag) {
        try {
            tag.fetch();
        } catch (UidGenerateException e) {
            LOG.log(WARNING, String.valueOf(e.getMessage()) + ", trying again with back-off", e);
            Retry retry = new Retry(tag);
            retries.add(retry);
            retryLater(retry);
        }
    }

    private void fetchAgain(Retry retry) {
        try {
            boolean taken = retry.tag.fetch();
            retries.remove(retry);
            if (taken) {
                LOG.log(
                        INFO,
                        "{0} takes ranges of tag {1} again after {2} failed attempts",
                        name,
                        retry.tag.name(),
                        Integer.toString(retry.failures));
            }
        } catch (UidGenerateException e) { // as before
            retry.failures++;
            retryLater(retry);
        }
    }

    private void retryLater(Retry retry) {
        long backoff = Math.min(FIRST_BACKOFF_NANOS << Math.min(retry.failures - 1, 10), LONGEST_BACKOFF.toNanos());
        retry.at = waiting.nanoTime() + backoff;
    }

    @Override
    public void failing(Throwable failure) {
        LOG.log(ERROR, name + " could not ask its store, trying again with back-off", failure);
    }

    @Override
    public void recovered(int failures) {
        LOG.log(INFO, "{0} asks its store again after {1} failed runs", name, Integer.toString(failures));
    }

    /** Ends the thread after the call that is under way. Returns whether it has ended in that time. */
    boolean close(Duration longestWait) {
        return thread.close(longestWait) || thread.isCurrent();
    }
}
