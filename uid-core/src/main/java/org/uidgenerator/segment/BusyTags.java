package org.uidgenerator.segment;

import static java.lang.System.Logger.Level.ERROR;
import static java.lang.System.Logger.Level.INFO;

import java.time.Duration;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.buffer.RejectedPutBufferHandler;
import org.uidgenerator.buffer.RejectedTakeBufferHandler;
import org.uidgenerator.internal.background.BackgroundTask;
import org.uidgenerator.internal.background.BackgroundThreads;
import org.uidgenerator.internal.background.BackgroundWork;
import org.uidgenerator.internal.engine.BufferOptions;
import org.uidgenerator.internal.engine.UidBuffer;

/**
 * The tags that have a buffer, with one padder thread for all, which starts with the first of them. Periodically takes
 * the buffer from tags that no longer need it.
 */
final class BusyTags implements BackgroundWork {
    private static final System.Logger LOG = System.getLogger(SegmentIdGenerator.class.getName());

    private static final Duration CHECK_INTERVAL = Duration.ofSeconds(5);
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final int STRIPES_PER_PROCESSOR = 4;
    private static final int OWNERS = TagRanges.RING_CAPACITY;

    private final SegmentIdGenerator generator;
    private final ThreadFactory threads;
    private final BackgroundThreads padder;
    private final BackgroundTask looks;
    private final Set<SegmentTag> tags = ConcurrentHashMap.newKeySet();
    private final Queue<SegmentTag> outgrown = new ConcurrentLinkedQueue<>();
    private long lookAt;

    /** Starts without tags. */
    BusyTags(SegmentIdGenerator generator, ThreadFactory threads) {
        this.generator = generator;
        this.threads = threads;
        padder = new BackgroundThreads(generator.name + "-padder", 1, generator.nanoClock, threads);
        looks = padder.task("look at the busy tags", this, CHECK_INTERVAL);
        lookAt = generator.nanoClock.nanoTime();
    }

    /** Makes a buffer for a tag, which is to be started, after {@link #whyNoThread} found that there is a thread. */
    UidBuffer add(SegmentTag tag, long step) {
        BufferOptions options = new BufferOptions(
                tag.toString(),
                TagRanges.RING_CAPACITY,
                TagRanges.RING_CAPACITY / 2,
                stripes(),
                OWNERS,
                step,
                RejectedPutBufferHandler.KEEP,
                RejectedTakeBufferHandler.waitFor(Duration.ofNanos(generator.maxWaitNanos)),
                CHECK_INTERVAL,
                null,
                generator.nanoClock,
                threads);
        UidBuffer buffer = new UidBuffer(options, padder);
        tags.add(tag);
        looks.request();
        return buffer;
    }

    /** Starts the padder's thread if there is none. Returns why that cannot be done now, or null. */
    @Nullable
    Throwable whyNoThread() {
        return looks.request() ? null : looks.failure();
    }

    /** Forgets a tag that has given up its buffer. */
    void remove(SegmentTag tag) {
        tags.remove(tag);
    }

    /** A power of two, and no more than the ring has blocks. */
    private static int stripes() {
        int wanted = STRIPES_PER_PROCESSOR * Runtime.getRuntime().availableProcessors();
        return Math.min(Integer.highestOneBit(2 * wanted - 1), TagRanges.RING_CAPACITY);
    }

    /** Takes the buffer away soon from a tag whose next numbers do not fit it. */
    void outgrow(SegmentTag tag) {
        outgrown.add(tag);
        looks.request();
    }

    @Override
    public long run() {
        for (SegmentTag tag = outgrown.poll(); tag != null; tag = outgrown.poll()) {
            tag.becomeQuiet();
        }
        if (generator.nanoClock.nanoTime() - lookAt >= 0) {
            lookAt = generator.nanoClock.nanoTime() + LOOK_NANOS;
            tags.forEach(SegmentTag::becomeQuietIfUnused);
        }
        return tags.isEmpty() ? UNTIL_REQUESTED : Math.max(1, lookAt - generator.nanoClock.nanoTime());
    }

    @Override
    public void failing(Throwable failure) {
        LOG.log(ERROR, generator.name + " could not look after its tags, trying again with back-off", failure);
    }

    @Override
    public void recovered(int failures) {
        LOG.log(INFO, "{0} looks after its tags again after {1} failed runs", generator.name, String.valueOf(failures));
    }

    /** Ends the padder, and waits for that. */
    void close(Duration longestWait) {
        padder.close(longestWait);
    }
}
