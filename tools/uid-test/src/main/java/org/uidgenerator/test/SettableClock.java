package org.uidgenerator.test;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A clock that stands still until a test sets it. Serves what takes a {@link Clock} and what takes an
 * {@link java.time.InstantSource}, such as the builders of generators. For all threads.
 */
public final class SettableClock extends Clock {
    private final AtomicReference<Instant> now; // which clocks of all zones share
    private final ZoneId zone;

    private SettableClock(AtomicReference<Instant> now, ZoneId zone) {
        this.now = now;
        this.zone = zone;
    }

    /**
     * Makes a clock in UTC.
     *
     * @param now what it shows
     * @return the clock
     */
    public static SettableClock at(Instant now) {
        return new SettableClock(new AtomicReference<>(Objects.requireNonNull(now, "now")), ZoneOffset.UTC);
    }

    /**
     * Makes a clock in UTC.
     *
     * @param now what it shows, as {@code 2026-11-22T10:30:00Z}
     * @return the clock
     * @throws java.time.format.DateTimeParseException if the text has another form
     */
    public static SettableClock at(String now) {
        return at(Instant.parse(Objects.requireNonNull(now, "now")));
    }

    /**
     * Sets the clock.
     *
     * @param now what it shows from now on, possibly earlier than before
     */
    public void set(Instant now) {
        this.now.set(Objects.requireNonNull(now, "now"));
    }

    /**
     * Moves the clock.
     *
     * @param time by how much; a negative duration sets it back
     */
    public void advance(Duration time) {
        now.updateAndGet(before -> before.plus(time));
    }

    @Override
    public Instant instant() {
        return Objects.requireNonNull(now.get());
    }

    @Override
    public ZoneId getZone() {
        return zone;
    }

    /**
     * Returns the same clock in another zone: setting either sets both.
     *
     * @param zone the zone
     * @return a clock
     */
    @Override
    public SettableClock withZone(ZoneId zone) {
        return new SettableClock(now, Objects.requireNonNull(zone, "zone"));
    }

    /** Returns the time and the zone. */
    @Override
    public String toString() {
        return "SettableClock at " + instant() + " in " + zone;
    }
}
