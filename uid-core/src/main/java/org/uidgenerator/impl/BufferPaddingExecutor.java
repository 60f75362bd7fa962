package org.uidgenerator.impl;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.ERROR;
import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.buffer.RejectedPutBufferHandler;
import org.uidgenerator.buffer.RingBuffer;
import org.uidgenerator.buffer.UidBlock;

/**
 * The padder: one daemon thread that keeps the ring full and the open blocks fresh.
 *
 * <p>A request for padding is a level, not a task: however many takers ask, the padder runs once. A failed run is reported
 * once per outage and retried with back-off; the thread outlives every failure.
 */
final class BufferPaddingExecutor {
    /*
     * Who touches what:
     *
     *   field      writer           readers         write      read       guard
     *   requested  takers, padder   takers, padder  volatile   volatile   the unpark permit: no request is lost
     *   closed     closer           padder          volatile   volatile
     *   failure    padder           takers          volatile   volatile   takers only report them
     *   atBorrow-
     *   Limit      padder           takers          volatile   volatile
     *   the rest   padder           padder          plain      plain      before start(): the constructing thread
     */
    private static final System.Logger LOG = System.getLogger(BufferPaddingExecutor.class.getName());

    private static final long FIRST_BACKOFF_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long LONGEST_BACKOFF_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long BORROWING_TO_WARN_OF_MILLIS = TimeUnit.MINUTES.toMillis(1);
    private static final Duration LONGEST_WAIT_FOR_THE_END = Duration.ofSeconds(10);

    private final String name;
    private final RingBuffer ringBuffer;
    private final BlockSource source;
    private final RejectedPutBufferHandler putHandler;
    private final Runnable freshnessCheck;
    private final Waiting waiting;
    private final GeneratorMeter meter;
    private final long checkNanos;
    private final long scheduleNanos;
    private final double sustainedRate;
    private final Thread thread;

    private volatile boolean requested;
    private volatile boolean closed;
    private volatile @Nullable Throwable failure;
    private volatile boolean atBorrowLimit;

    private @Nullable UidBlock leftOver;
    private int failures;
    private long scheduledAt;
    private boolean warnedOfBorrowing;

    /**
     * Makes a padder that is not started yet.
     *
     * @param options name, schedule, put handler, waiting and threads
     * @param freshnessCheck retires open blocks that must not be handed out any more
     * @param checkMillis how often to run it
     * @param meter counts the runs that put blocks into the ring
     */
    BufferPaddingExecutor(
            CachedUidGenerator.Builder options,
            RingBuffer ringBuffer,
            BlockSource source,
            Runnable freshnessCheck,
            long checkMillis,
            GeneratorMeter meter) {
        this.name = options.name;
        this.ringBuffer = ringBuffer;
        this.source = source;
        this.putHandler = options.rejectedPutBufferHandler;
        this.freshnessCheck = freshnessCheck;
        this.waiting = options.waiting;
        this.meter = meter;
        this.checkNanos = TimeUnit.MILLISECONDS.toNanos(checkMillis);
        this.scheduleNanos = options.scheduleInterval == null
                ? Long.MAX_VALUE
                : TimeUnit.NANOSECONDS.convert(options.scheduleInterval);
        this.sustainedRate = options.layout.uidsPerSecond();
        this.scheduledAt = waiting.nanoTime();
        this.thread = options.threadFactory.newThread(this::run);
        thread.setName(name + "-padder");
        thread.setDaemon(true);
    }

    /** Fills the ring and starts the thread; gives the lease back if the ring cannot be filled. */
    void startFull() {
        try {
            pad();
        } catch (RuntimeException e) {
            source.release();
            throw e;
        }
        thread.start();
    }

    /** Asks for padding soon. Cheap where it has been asked for already. */
    void request() {
        if (!requested) {
            requested = true;
            LockSupport.unpark(thread);
        }
    }

    /** Why the last padding failed, or null if it did not. */
    @Nullable
    Throwable failure() {
        return failure;
    }

    /** Says, for the message of an exception, why the ring may be empty. */
    String describeState() {
        Throwable failure = this.failure;
        if (failure != null) {
            return "padding fails: " + failure.getMessage();
        }
        return atBorrowLimit
                ? String.format(
                        Locale.ROOT,
                        "maxBorrow allows no later tick now and the layout sustains %.0f UIDs a second",
                        sustainedRate)
                : "its padder has not kept up";
    }

    private void run() {
        while (!closed) {
            park(runOnce());
        }
        source.release();
    }

    /**
     * Checks the open blocks and pads if that was asked for, is due, or failed before.
     *
     * @return the nanoseconds until it should run again unless it is asked for earlier
     */
    long runOnce() {
        boolean pad = requested || failure != null || atBorrowLimit || scheduleIsDue();
        if (pad) { // or a request made since it was looked for would be lost
            requested = false; // before padding, so that a request made meanwhile is not lost
        }
        try {
            source.dropWhatIsRevoked();
            freshnessCheck.run();
            if (pad) {
                pad();
            }
            recovered();
            long untilNext = atBorrowLimit ? Math.max(1, source.millisUntilNext()) : Long.MAX_VALUE;
            return Math.min(Math.min(checkNanos, scheduleNanos), TimeUnit.MILLISECONDS.toNanos(untilNext));
        } catch (Throwable e) { // whatever it is, the padder goes on
            return failed(e);
        }
    }

    private boolean scheduleIsDue() {
        long now = waiting.nanoTime();
        if (now - scheduledAt < scheduleNanos) {
            return false;
        }
        scheduledAt = now;
        return true;
    }

    /** Fills the ring, as far as maxBorrow allows. */
    void pad() {
        long start = waiting.nanoTime();
        RefillEvent event = FlightRecorder.isInitialized() ? RefillEvent.begun() : null;
        int put = 0;
        UidBlock block = leftOver != null ? leftOver : source.next();
        while (block != null && ringBuffer.put(block)) {
            leftOver = null;
            put++;
            block = source.next();
        }
        leftOver = block;
        if (put > 0) {
            meter.refilled(waiting.nanoTime() - start);
            if (event != null) {
                event.commit(name, put, ringBuffer.size());
            }
        }
        atBorrowLimit = block == null;
        if (block != null) {
            putHandler.rejectPutBuffer(ringBuffer, block);
        }
        warnOfBorrowing();
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

    private void recovered() {
        if (failure != null) {
            LOG.log(INFO, "{0} pads again after {1} failed runs", name, Integer.toString(failures));
            failure = null;
            failures = 0;
        }
    }

    private long failed(Throwable e) {
        boolean outageBegins = failure == null;
        failure = e;
        LOG.log(outageBegins ? ERROR : DEBUG, name + " could not pad its ring, trying again with back-off", e);
        long backoff = FIRST_BACKOFF_NANOS << Math.min(failures++, 10);
        return Math.min(backoff, LONGEST_BACKOFF_NANOS);
    }

    /** Waits until the time is over, padding is asked for (which does not cut a back-off short), or the end has come. */
    private void park(long nanos) {
        long start = System.nanoTime();
        for (long left = nanos; left > 0 && !closed; left = nanos - (System.nanoTime() - start)) {
            if (requested && failure == null) {
                return;
            }
            LockSupport.parkNanos(this, left);
            Thread.interrupted(); // the thread is ours and ends by close(); a stray interrupt must not make it spin
        }
    }

    /** Tells whether the thread has not ended, or not begun to run. */
    boolean isAlive() {
        return thread.isAlive();
    }

    /** Ends the thread, which gives the lease back as the last thing it does. */
    void close() {
        closed = true;
        LockSupport.unpark(thread);
        if (thread == Thread.currentThread()) {
            return;
        }
        try {
            thread.join(LONGEST_WAIT_FOR_THE_END.toMillis());
            if (thread.isAlive()) {
                LOG.log(WARNING, "{0} is still busy, its worker id goes back when it ends", thread.getName());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
