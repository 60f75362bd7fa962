package org.uidgenerator.generator;

import java.time.Duration;
import java.util.Locale;
import org.uidgenerator.UidLayout;

/** The UIDs that may be handed out now: those of the ticks from {@code now - maxStaleness} to {@code now + maxBorrow}. */
final class HandOutWindow {
    private static final Duration SHORTEST_STALENESS = Duration.ofMillis(100);

    private final UidLayout layout;
    private final TickClock clock;
    private final long maxStalenessMillis;
    private volatile long droppedThrough = -1;

    /**
     * Makes a window.
     *
     * @throws IllegalArgumentException if {@code maxStaleness} is out of range
     */
    HandOutWindow(UidLayout layout, TickClock clock, Duration maxStaleness) {
        Duration twoTicks = layout.tick().multipliedBy(2);
        Duration shortest = twoTicks.compareTo(SHORTEST_STALENESS) > 0 ? twoTicks : SHORTEST_STALENESS;
        if (maxStaleness.compareTo(shortest) < 0 || maxStaleness.compareTo(TickClock.LONGEST) > 0) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "maxStaleness must be in [%s, %s] (at least two ticks of %s and 100 ms): maxStaleness=%s",
                    shortest,
                    TickClock.LONGEST,
                    layout.tick(),
                    maxStaleness));
        }
        this.layout = layout;
        this.clock = clock;
        maxStalenessMillis = maxStaleness.toMillis();
    }

    /** Returns whether a UID may be handed out now, and until the check after the next. */
    boolean contains(long uid) {
        long tick = layout.tickOf(uid);
        return tick > droppedThrough && tick >= earliestTick() && tick <= clock.latestTick(clock.currentTick());
    }

    /** Bans the UIDs of this tick and of all earlier ones. */
    void dropThrough(long tick) {
        droppedThrough = tick;
    }

    /** The first tick whose start, two checks from now, will lie no more than {@code maxStaleness} back. */
    private long earliestTick() {
        return clock.tickIn(2 * checkMillis() - maxStalenessMillis - 1) + 1;
    }

    /** How often open blocks have to be checked so that no UID is handed out stale, even if a check comes late. */
    long checkMillis() {
        return maxStalenessMillis / 8;
    }
}
