package org.uidgenerator.generator;

import java.time.Duration;
import org.uidgenerator.OptionException;
import org.uidgenerator.OptionText;
import org.uidgenerator.UidLayout;

/** The ticks whose UIDs may be handed out now: from {@code now - maxStaleness} to {@code now + maxBorrow}. */
final class HandOutWindow {
    private static final Duration SHORTEST_STALENESS = Duration.ofMillis(100);

    private final TickClock clock;
    private final long maxStalenessMillis;

    /**
     * Makes a window.
     *
     * @throws IllegalArgumentException if {@code maxStaleness} is out of range
     */
    HandOutWindow(UidLayout layout, TickClock clock, Duration maxStaleness) {
        Duration twoTicks = layout.tick().multipliedBy(2);
        Duration shortest = twoTicks.compareTo(SHORTEST_STALENESS) > 0 ? twoTicks : SHORTEST_STALENESS;
        if (maxStaleness.compareTo(shortest) < 0 || maxStaleness.compareTo(TickClock.LONGEST) > 0) {
            throw new OptionException(
                    "maxStaleness",
                    maxStaleness,
                    OptionText.of(
                            "must be in [%s, %s] (at least two ticks of %s and 100 ms)",
                            shortest, TickClock.LONGEST, layout.tick()));
        }
        this.clock = clock;
        maxStalenessMillis = maxStaleness.toMillis();
    }

    /** Returns whether UIDs of a tick may be handed out now, and until the check after the next. */
    boolean contains(long tick) {
        return tick >= earliestTick() && tick <= clock.latestTick(clock.currentTick());
    }

    /**
     * Returns whether UIDs of a tick, or of an earlier one, are never handed out again unless the clock is set back.
     */
    boolean isPast(long tick) {
        return clock.millisUntilOver(tick) < -maxStalenessMillis;
    }

    /** The first tick whose start, two checks from now, will lie no more than {@code maxStaleness} back. */
    private long earliestTick() {
        return clock.tickIn(2 * checkMillis() - maxStalenessMillis - 1) + 1;
    }

    /** How often open blocks have to be checked so that no UID is handed out stale, even if a check comes late. */
    Duration checkInterval() {
        return Duration.ofMillis(checkMillis());
    }

    private long checkMillis() {
        return maxStalenessMillis / 8;
    }
}
