package org.uidgenerator.internal.engine;

import static java.lang.System.Logger.Level.ERROR;
import static java.lang.System.Logger.Level.INFO;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.internal.FlightRecording;
import org.uidgenerator.internal.background.BackgroundTask;
import org.uidgenerator.internal.background.BackgroundThreads;
import org.uidgenerator.internal.background.BackgroundWork;

/**
 * The padder: keeps the ring full, the open blocks fresh, and serves the line of the callers that found neither. Its
 * thread never waits for a store, so that it always comes back in time for the next check.
 */
final class BufferPaddingExecutor implements BackgroundWork {
    private static final System.Logger LOG = System.getLogger(BufferPaddingExecutor.class.getName());

    /** So few blocks are made in less time than it takes to park, and serve as many calls. */
    private static final int BLOCKS_BEFORE_LINE = 64;

    private static final Duration LONGEST_CHECK = Duration.ofSeconds(5);

    private final BufferOptions options;
    private final BlockRing ring;
    private final BlockSource source;
    private final Engine<?> engine;
    private final long checkNanos;
    private final long scheduleNanos;
    final BackgroundTask task;

    private @Nullable UidBlock leftOver;
    private boolean full;
    private boolean exhausted;
    private long scheduledAt;
    private volatile boolean filled;

    /** Makes a padder that is not started yet. */
    BufferPaddingExecutor(
            BufferOptions options, BlockRing ring, BlockSource source, Engine<?> engine, BackgroundThreads threads) {
        this.options = options;
        this.ring = ring;
        this.source = source;
        this.engine = engine;
        this.checkNanos = TimeUnit.NANOSECONDS.convert(checkInterval(options));
        this.scheduleNanos = options.scheduleInterval() == null
                ? Long.MAX_VALUE
                : TimeUnit.NANOSECONDS.convert(options.scheduleInterval());
        this.scheduledAt = options.nanoClock().nanoTime();
        this.task = threads.task("ring of " + engine.name, this, checkInterval(options));
    }

    private static Duration checkInterval(BufferOptions options) {
        return options.checkInterval().compareTo(LONGEST_CHECK) < 0 ? options.checkInterval() : LONGEST_CHECK;
    }

    /** Fills the ring and starts the thread. */
    void startFull() {
        refill();
        filled = true; // Order matters! Only one thread refills: requests are for the thread from here on
        task.start(full ? Duration.ofNanos(checkNanos) : Duration.ZERO);
    }

    /** Asks for a refill soon. Cheap if it has been asked for already. */
    void request() {
        if (filled) {
            task.request();
        }
    }

    /** Asks for a refill if fewer blocks are in the ring than there should be. */
    void requestIfNeeded() {
        if (ring.size() < options.refillBelow()) {
            request();
        }
    }

    /** Returns whether the source had a block when it was asked last. For the thread that refills. */
    boolean hasMore() {
        return !exhausted;
    }

    /** Returns the block that found no room in the ring, or null. For the thread that has closed this one. */
    @Nullable
    UidBlock leftOver() {
        return leftOver;
    }

    /** Checks the open blocks, serves the line, and refills the ring if it needs it. */
    @Override
    public long run() {
        engine.retireStale();
        engine.serveLine();
        boolean scheduled = scheduleIsDue();
        if (ring.size() < options.refillBelow() || !full || scheduled) {
            refill();
        }
        if (exhausted) {
            engine.refuseLine();
        }
        if (!exhausted && ring.size() < options.refillBelow()) {
            return 0; // the line has got what was made, and other tasks of the thread come first
        }
        long untilNext = exhausted ? source.nanosUntilNext() : Long.MAX_VALUE;
        return Math.min(Math.min(checkNanos, scheduleNanos), untilNext);
    }

    private boolean scheduleIsDue() {
        long now = options.nanoClock().nanoTime();
        if (now - scheduledAt < scheduleNanos) {
            return false;
        }
        scheduledAt = now;
        return true;
    }

    /** Fills the ring, as far as the source allows. */
    void refill() {
        long start = options.nanoClock().nanoTime();
        RefillEvent event = FlightRecording.isOn() ? RefillEvent.begun() : null;
        full = false;
        int put = 0;
        UidBlock block = leftOver != null ? leftOver : askSource();
        while (block != null && ring.put(block)) {
            leftOver = null;
            if (++put % BLOCKS_BEFORE_LINE == 0) {
                engine.serveLine();
            }
            block = askSource();
        }
        leftOver = block;
        if (put > 0) {
            engine.serveLine();
            engine.meter.refilled(options.nanoClock().nanoTime() - start);
            if (event != null) {
                event.commit(engine.name, put, ring.size());
            }
        }
        if (block != null) {
            options.putHandler().rejectPutBuffer(ring);
            full = true; // not before: a handler that fails is called again
        }
    }

    private @Nullable UidBlock askSource() {
        UidBlock block = source.next(engine.floor());
        exhausted = block == null;
        return block;
    }

    @Override
    public void failing(Throwable failure) {
        LOG.log(ERROR, engine.name + " could not refill its ring, trying again with back-off", failure);
    }

    @Override
    public void recovered(int failures) {
        LOG.log(INFO, "{0} refills its ring again after {1} failed runs", engine.name, Integer.toString(failures));
    }
}
