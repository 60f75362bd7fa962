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
import org.uidgenerator.internal.Waiting;
import org.uidgenerator.internal.background.BackgroundTask;
import org.uidgenerator.internal.background.BackgroundThreads;
import org.uidgenerator.internal.background.BackgroundWork;

/**
 * Asks the store for the next ranges of all tags, in one thread, which starts with the first request. A tag whose range
 * cannot be taken is tried again, with a back-off of its own.
 */
final class RangeFetcher implements BackgroundWork {
    private static final System.Logger LOG = System.getLogger(SegmentIdGenerator.class.getName());

    private static final long FIRST_BACKOFF_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final Duration LONGEST_BACKOFF = Duration.ofSeconds(5);

    private final String name;
    private final Waiting waiting;
    private final BackgroundTask task;
    private final Queue<SegmentTag> asked = new ConcurrentLinkedQueue<>();

    /** The tags whose range has not come yet. For the thread. */
    private final List<Wanted> wanted = new ArrayList<>();

    /** A range that is to be taken, again if it failed. */
    private static final class Wanted {
        final SegmentTag tag;
        int failures;
        long at;

        Wanted(SegmentTag tag, long at) {
            this.tag = tag;
            this.at = at;
        }
    }

    RangeFetcher(String name, Waiting waiting, ThreadFactory threads) {
        this.name = name;
        this.waiting = waiting;
        task = new BackgroundThreads(name + "-store", 1, waiting, threads).task(this, LONGEST_BACKOFF);
    }

    /** Asks for the next range of a tag. Does not wait for it. */
    void ask(SegmentTag tag) {
        asked.add(tag);
        task.request();
    }

    /** Takes the ranges that are asked for, and those that are to be tried again. */
    @Override
    public long run() {
        for (SegmentTag tag = asked.peek(); tag != null; tag = asked.peek()) {
            wanted.add(new Wanted(tag, waiting.nanoTime()));
            asked.remove(); // Order matters! Not before: a tag that is in neither is never served again
        }
        for (Wanted range : List.copyOf(wanted)) {
            if (!task.isClosed() && range.at - waiting.nanoTime() <= 0) {
                fetch(range);
            }
        }
        long untilNext = Long.MAX_VALUE;
        for (Wanted range : wanted) {
            untilNext = Math.min(untilNext, Math.max(1, range.at - waiting.nanoTime()));
        }
        return untilNext;
    }

    private void fetch(Wanted range) {
        boolean taken;
        try {
            taken = range.tag.fetch();
        } catch (RuntimeException | Error e) { // whatever it is, the tag must be tried again
            tryLater(range);
            if (range.failures == 1) {
                LOG.log(WARNING, String.valueOf(e.getMessage()) + ", trying again with back-off", e);
            }
            return;
        }
        wanted.remove(range);
        if (taken && range.failures > 0) {
            LOG.log(
                    INFO,
                    "{0} takes ranges of tag {1} again after {2} failed attempts",
                    name,
                    range.tag.name(),
                    Integer.toString(range.failures));
        }
    }

    private void tryLater(Wanted range) {
        long backoff = Math.min(FIRST_BACKOFF_NANOS << Math.min(range.failures++, 10), LONGEST_BACKOFF.toNanos());
        range.at = waiting.nanoTime() + backoff;
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
        return task.close(longestWait) || task.isCurrent();
    }
}
