package org.uidgenerator.simpleflake;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.uidgenerator.LayoutPreset;
import org.uidgenerator.OptionText;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;

/**
 * Makes ids of time and random bits, which are <b>not collision-free</b>: two ids of one tick are equal with odds of
 * one in {@code 2^randomBits}. With the layout of simpleflake and 100 ids a second from all processes together, expect
 * a pair of equal ids every 19 days. {@link #expectedCollisions} computes it for other rates and layouts.
 *
 * <p>In return it needs no coordination: there is no worker id, no store and no state, and processes need not know of
 * each other. Use it where a unique index refuses the second of two equal ids and the caller tries again. Everywhere
 * else use a {@link org.uidgenerator.UidGenerator}, which this is not.
 *
 * <p>Ids of later ticks are greater as long as the clock is not set back; within a tick they are in no order. For all
 * threads, if the clock and the source of random bits are.
 */
public final class Simpleflakes {
    private final UidLayout layout;
    private final InstantSource clock;
    private final RandomGenerator random;

    /**
     * Makes ids of {@linkplain LayoutPreset#SIMPLEFLAKE simpleflake's layout}, which ends in 2034: milliseconds and 23
     * random bits, from a {@link SecureRandom}.
     */
    public Simpleflakes() {
        this(LayoutPreset.SIMPLEFLAKE.layout(), InstantSource.system(), new SecureRandom());
    }

    /**
     * Makes ids of any layout.
     *
     * @param layout the layout; all bits below the time are random, those of the worker id as well
     * @param clock the clock
     * @param random the source of random bits. One that starts in the same state in two processes makes the same ids
     * @throws IllegalArgumentException if the time is not the first field of the layout
     */
    public Simpleflakes(UidLayout layout, InstantSource clock, RandomGenerator random) {
        this.clock = Objects.requireNonNull(clock, "clock");
        this.random = Objects.requireNonNull(random, "random");
        this.layout = Objects.requireNonNull(layout, "layout").requireTimeFirst();
    }

    /**
     * Returns an id, which may equal one that another call or another process gets.
     *
     * @return an id of the layout, not negative
     * @throws UidGenerateException if the clock shows a time before the layout's epoch or after its end
     */
    public long next() {
        long tick = layout.tickAt(clock.millis());
        if (tick < 0 || tick > layout.maxTick()) {
            throw new UidGenerateException(OptionText.of(
                    "the clock must be in [%s, %s): clock=%s",
                    layout.epoch(), layout.expiresAt(), Instant.ofEpochMilli(clock.millis())));
        }
        int bits = randomBits(layout);
        return tick << bits | random.nextLong() >>> (Long.SIZE - bits);
    }

    /** Returns the layout. */
    @Override
    public String toString() {
        return layout.text();
    }

    /**
     * Returns the expected number of pairs of equal ids: {@code idsPerSecond^2 * tick / 2^(randomBits + 1)} a second,
     * where the ids come at random times and all bits below the time are random.
     *
     * @param layout the layout of the ids
     * @param idsPerSecond the rate of all processes together, not negative
     * @param during for how long
     * @return the number of pairs, a mean
     * @throws IllegalArgumentException if the rate or the duration is negative
     */
    public static double expectedCollisions(UidLayout layout, double idsPerSecond, Duration during) {
        Objects.requireNonNull(layout, "layout");
        Objects.requireNonNull(during, "during");
        if (!(idsPerSecond >= 0) || during.isNegative()) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "idsPerSecond and during must not be negative: idsPerSecond=%s, during=%s",
                    idsPerSecond,
                    during));
        }
        double pairsPerSecond = idsPerSecond * idsPerSecond * seconds(layout.tick()) / 2;
        return pairsPerSecond * seconds(during) / Math.scalb(1.0, randomBits(layout));
    }

    /**
     * Returns the odds of at least one collision.
     *
     * @param layout the layout of the ids
     * @param idsPerSecond the rate of all processes together, not negative
     * @param during for how long
     * @return a probability, {@code 1 - e^-expectedCollisions}
     * @throws IllegalArgumentException if the rate or the duration is negative
     */
    public static double oddsOfCollision(UidLayout layout, double idsPerSecond, Duration during) {
        return -Math.expm1(-expectedCollisions(layout, idsPerSecond, during));
    }

    private static int randomBits(UidLayout layout) {
        return layout.workerBits() + layout.seqBits();
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1e3;
    }
}
