package org.uidgenerator.test;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Objects;

/**
 * A clock that stands still until a test sets it. Serves what takes a {@link Clock} and what takes an
 * {@link java.time.InstantSource}, such as the builders of generators. For all threads.
 */
public final class SettableClock extends Clock {
    private final Hands hands;
    private final ZoneId zone;

    private SettableClock(Hands hands, ZoneId zone) {
        this.hands = hands;
        this.zone = zone;
    }

    /**
     * Makes a clock in UTC.
     *
     * @param now what it shows
     * @return the clock
     */
    public static SettableClock at(Instant now) {
        return new SettableClock(new Hands(Objects.requireNonNull(now, "now")), ZoneOffset.UTC);
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
        hands.set(Objects.requireNonNull(now, "now"));
    }

    /**
     * Moves the clock.
     *
     * @param time by how much; a negative duration sets it back
     */
    public void advance(Duration time) {
        hands.move(time);
    }

    @Override
    public Instant instant() {
        return hands.now();
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
        return new SettableClock(hands, Objects.requireNonNull(zone, "zone"));
    }

    /** Returns the time and the zone. */
    @Override
    public String toString() {
        return "SettableClock at " + instant() + " in " + zone;
    }

    /** The time, which clocks of all zones share. */
    private static final class Hands {
        private Instant now;

        Hands(Instant now) {
            this.now = now;
        }

        synchronized Instant now() {
            return now;
        }

        synchronized void set(Instant now) {
            this.now = now;
        }

        synchronized void move(Duration time) {
            now = now.plus(time);
        }
    }
}
