package org.uidgenerator.generator;

import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidGenerateException;

/**
 * Chooses ticks for a {@link ClockPolicy}, by functions of the current tick and of what has been stamped; it has no
 * state. A tick that a rule chooses may be too far ahead of the clock; {@link TickSource} checks that.
 */
@FunctionalInterface
interface TickRule {
    /** Never goes back: while the clock is behind, continues above all ticks stamped so far. */
    TickRule KEEP_COUNTING = TickHistory::freshFrom;

    /**
     * Chooses what to stamp next.
     *
     * @param now the tick of now; negative if the clock was set back before the epoch
     * @return the choice, or null if nothing may be stamped until the clock shows another tick
     * @throws UidGenerateException if the rule refuses to continue
     */
    @Nullable
    TickRange next(TickHistory history, long now);

    /**
     * Returns whether the tick stamped last must be left although its time is not over and sequences are left in it.
     */
    default boolean mustLeave(TickHistory history, long now) {
        return false;
    }

    /** Returns for how many ticks, the highest included, the history must keep what is left of them. */
    default int recentTicks() {
        return 0;
    }
}
