package org.uidgenerator.generator;

import static java.lang.System.Logger.Level.WARNING;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.uidgenerator.internal.FlightRecording;
import org.uidgenerator.internal.NanoClock;

/**
 * The clock of a generator, which records each setback: a reading that is less than the previous one by a millisecond
 * or more. A setback that is over before the next reading goes unseen. May be used by several threads.
 */
final class WatchedClock implements InstantSource {
    /*
     * Two threads may read the clock at the same time, and the one that reads first may compare last. So each reads shown
     * before it reads the clock: whatever it finds in shown was read earlier. Of several threads that see the same setback,
     * one moves shown back and reports it.
     */
    private static final System.Logger LOG = System.getLogger(WatchedClock.class.getName());

    private static final long WARNING_INTERVAL_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final String name;
    private final InstantSource clock;
    private final NanoClock nanoClock;
    private final AtomicLong shown = new AtomicLong(Long.MIN_VALUE);
    private final AtomicLong setbacks = new AtomicLong();
    private final AtomicLong largestMillis = new AtomicLong();
    private final AtomicLong nextWarningNanos;

    /**
     * Watches a clock from its first look on.
     *
     * @param name the generator's
     * @param nanoClock has the time that no setting of the clock affects
     */
    WatchedClock(String name, InstantSource clock, NanoClock nanoClock) {
        this.name = name;
        this.clock = clock;
        this.nanoClock = nanoClock;
        nextWarningNanos = new AtomicLong(nanoClock.nanoTime());
    }

    @Override
    public Instant instant() {
        long before = shown.get(); // Order matters! Ahead of the look
        Instant now = clock.instant();
        compare(before, now.toEpochMilli());
        return now;
    }

    @Override
    public long millis() {
        long before = shown.get(); // Order matters! Ahead of the look
        long now = clock.millis();
        compare(before, now);
        return now;
    }

    private void compare(long before, long now) {
        if (now != before && shown.compareAndSet(before, now) && now < before) {
            wasSetBack(before, now);
        }
    }

    private void wasSetBack(long before, long now) {
        long count = setbacks.incrementAndGet();
        largestMillis.accumulateAndGet(before - now, Math::max);
        if (FlightRecording.isOn()) {
            ClockSetbackEvent.commit(name, before - now);
        }
        if (mayWarn()) {
            LOG.log(
                    WARNING,
                    String.format(
                            Locale.ROOT,
                            "%s: the clock was set back by %s, from %s to %s, setbacks=%d; UIDs stay unique, but find out what sets the clock of this host",
                            name,
                            Duration.ofMillis(before - now),
                            Instant.ofEpochMilli(before),
                            Instant.ofEpochMilli(now),
                            count));
        }
    }

    /** Limits the warnings about a clock that is set back again and again. The count shows how often it was. */
    private boolean mayWarn() {
        long next = nextWarningNanos.get();
        long now = nanoClock.nanoTime();
        return now - next >= 0 && nextWarningNanos.compareAndSet(next, now + WARNING_INTERVAL_NANOS);
    }

    long setbacks() {
        return setbacks.get();
    }

    /** The largest setback, zero if there was none. */
    Duration largestSetback() {
        return Duration.ofMillis(largestMillis.get());
    }
}
