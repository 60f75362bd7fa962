package org.uidgenerator.generator;

import static java.lang.System.Logger.Level.ERROR;
import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.buffer.RejectedPutBufferHandler;
import org.uidgenerator.internal.FlightRecording;
import org.uidgenerator.internal.RetryingThread;
import org.uidgenerator.internal.Waiting;

/**
 * The padder: keeps the ring full, the open blocks fresh, and serves the line of the callers that found neither. Its thread
 * never waits for a store, so that it always comes back in time for the next check.
 */
final class BufferPaddingExecutor implements RetryingThread.Work {
    private static final System.Logger LOG = System.getLogger(BufferPaddingExecutor.class.getName());

    private static final long BORROWING_TO_WARN_OF_MILLIS = TimeUnit.MINUTES.toMillis(1);
    private static final long LONGEST_CHECK_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final String name;
    private final BlockRing ring;
    private final int paddingThreshold;
    private final LeasedTicks ticks;
    private final BlockSource source;
    private final OpenBlocks openBlocks;
    private final RejectedPutBufferHandler putHandler;
    private final Waiting waiting;
    private final GeneratorMeter meter;
    private final long checkNanos;
    private final long scheduleNanos;
    private final double sustainedRate;
    final RetryingThread thread;

    private volatile boolean atBorrowLimit; // callers only report it

    private @Nullable UidBlock leftOver;
    private boolean full;
    private long scheduledAt;
    private boolean warnedOfBorrowing;

    /**
     * Makes a padder that is not started yet.
     *
     * @param options name, schedule, put handler, waiting and threads
     * @param paddingThreshold the number of blocks below which the ring is filled
     * @param checkMillis how often to check the open blocks
     * @param meter counts the runs that put blocks into the ring
     */
    BufferPaddingExecutor(
            CachedUidGenerator.Builder options,
            BlockRing ring,
            int paddingThreshold,
            LeasedTicks ticks,
            BlockSource source,
            OpenBlocks openBlocks,
            long checkMillis,
            GeneratorMeter meter) {
        this.name = options.name;
        this.ring = ring;
        this.paddingThreshold = paddingThreshold;
        this.ticks = ticks;
        this.source = source;
        this.openBlocks = openBlocks;
        this.putHandler = options.rejectedPutBufferHandler;
        this.waiting = options.waiting;
        this.meter = meter;
        this.checkNanos = Math.min(TimeUnit.MILLISECONDS.toNanos(checkMillis), LONGEST_CHECK_NANOS);
        this.scheduleNanos = options.scheduleInterval == null
                ? Long.MAX_VALUE
                : TimeUnit.NANOSECONDS.convert(options.scheduleInterval);
        this.sustainedRate = options.layout.uidsPerSecond();
        this.scheduledAt = waiting.nanoTime();
        this.thread = new RetryingThread(
                name + "-padder", this, Duration.ofNanos(checkNanos), waiting, options.threadFactory);
    }

    /** Fills the ring and starts the thread. */
    void startFull() {
        pad();
        thread.start(Duration.ofNanos(checkNanos));
    }

    /** Says, for the message of an exception, why the ring may be empty. */
    String describeState() {
        Throwable failure = thread.failure();
        if (failure != null) {
            return "padding fails: " + failure.getMessage();
        }
        String trouble = ticks.describeTrouble();
        if (trouble != null) {
            return trouble;
        }
        return atBorrowLimit
                ? String.format(
                        Locale.ROOT,
                        "maxBorrow allows no later tick now and the layout sustains %.0f UIDs a second",
                        sustainedRate)
                : "its padder has not kept up";
    }

    /** Why the ring is not filled, or null if nothing keeps it from being filled. */
    @Nullable
    Throwable failure() {
        Throwable failure = thread.failure();
        return failure != null ? failure : ticks.failure();
    }

    /** Checks the open blocks, serves the line, and pads if the ring needs it. */
    @Override
    public long run() {
        source.dropWhatIsRevoked();
        openBlocks.retireOutsideTheWindow();
        openBlocks.serveLine();
        boolean scheduled = scheduleIsDue();
        if (ring.size() < paddingThreshold || !full || scheduled) {
            pad();
        }
        long untilNext = atBorrowLimit ? Math.max(1, source.millisUntilNext()) : Long.MAX_VALUE;
        return Math.min(Math.min(checkNanos, scheduleNanos), TimeUnit.MILLISECONDS.toNanos(untilNext));
    }

    private boolean scheduleIsDue() {
        long now = waiting.nanoTime();
        if (now - scheduledAt < scheduleNanos) {
            return false;
        }
        scheduledAt = now;
        return true;
    }

    /** Fills the ring, as far as maxBorrow and the lease allow. */
    void pad() {
        long start = waiting.nanoTime();
        RefillEvent event = FlightRecording.isOn() ? RefillEvent.begun() : null;
        full = false;
        int put = 0;
        UidBlock block = leftOver != null ? leftOver : source.next();
        while (block != null && ring.put(block)) {
            leftOver = null;
            put++;
            openBlocks.serveLine();
            block = source.next();
        }
        leftOver = block;
        if (put > 0) {
            meter.refilled(waiting.nanoTime() - start);
            if (event != null) {
                event.commit(name, put, ring.size());
            }
        }
        atBorrowLimit = block == null && ticks.describeTrouble() == null;
        warnOfBorrowing();
        if (block != null) {
            putHandler.rejectPutBuffer(ring);
            full = true; // not before: a handler that fails is called again
        }
    }

    private void warnOfBorrowing() {
        if (!warnedOfBorrowing && source.borrowedMillis() > BORROWING_TO_WARN_OF_MILLIS) {
            warnedOfBorrowing = true;
            LOG.log(
                    WARNING,
                    "{0} has borrowed more than a minute from the future; its layout sustains {1} UIDs a second",
                    name,
                    String.format(Locale.ROOT, "%.0f", sustainedRate));
        }
    }

    @Override
    public void failing(Throwable failure) {
        LOG.log(ERROR, name + " could not pad its ring, trying again with back-off", failure);
    }

    @Override
    public void recovered(int failures) {
        LOG.log(INFO, "{0} pads again after {1} failed runs", name, Integer.toString(failures));
    }

    /** Gives the lease back: nothing can be claimed any more. */
    @Override
    public void end() {
        ticks.release(source.lastTick());
    }
}
