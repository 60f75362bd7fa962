package org.uidgenerator.server.edge;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** The time between two lines of a log that clients could fill otherwise. Safe for use by any thread. */
public final class Pause {
    private final long nanos;
    private final LongSupplier nanoClock;
    private final AtomicLong end;

    /**
     * Makes a pause that is over.
     *
     * @param length how long it lasts
     * @param nanoClock as {@link System#nanoTime()}
     */
    public Pause(Duration length, LongSupplier nanoClock) {
        nanos = TimeUnit.NANOSECONDS.convert(length);
        this.nanoClock = nanoClock;
        end = new AtomicLong(nanoClock.getAsLong());
    }

    /**
     * Begins the next pause if this one is over.
     *
     * @return whether it was over; of several threads, one is told so
     */
    public boolean isOver() {
        long now = nanoClock.getAsLong();
        long end = this.end.get();
        return now - end >= 0 && this.end.compareAndSet(end, now + nanos);
    }
}
