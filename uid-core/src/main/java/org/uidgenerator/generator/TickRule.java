package org.uidgenerator.generator;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.OptionException;
import org.uidgenerator.OptionText;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;

/**
 * Chooses ticks for a {@link ClockPolicy}, by functions of the current tick and of what has been used; it has no state.
 * A tick that a rule chooses may be too far ahead of the clock; {@link TickSource} checks that.
 */
@FunctionalInterface
interface TickRule {
    /** Never goes back: while the clock is behind, continues above all ticks used so far. */
    TickRule KEEP_COUNTING = TickHistory::freshFrom;

    /**
     * Chooses the sequences to use next.
     *
     * @param now the tick of now; negative if the clock was set back before the epoch
     * @return the choice, or null if nothing may be used until the clock shows another tick
     * @throws UidGenerateException if the rule refuses to continue
     */
    @Nullable
    TickRange next(TickHistory history, long now);

    /** Returns whether the tick used last must be left although its time is not over and sequences are left in it. */
    default boolean mustLeave(TickHistory history, long now) {
        return false;
    }

    /** Returns for how many ticks, the highest included, the history must keep what is left of them. */
    default int recentTicks() {
        return 0;
    }

    /**
     * Uses no tick before the clock has caught up with what it showed, and throws if that would take longer than
     * allowed.
     */
    record RefuseRollback(UidLayout layout, TickClock clock, Duration longestWait) implements TickRule {
        @Override
        public @Nullable TickRange next(TickHistory history, long now) {
            if (!isBehind(history, now)) {
                return history.freshFrom(now);
            }
            if (clock.millisAhead(history.clockThen()) > TimeUnit.MILLISECONDS.convert(longestWait)) {
                throw new UidGenerateException(OptionText.of(
                        "the clock was set back from %s to %s: it may be behind by no more than %s. UIDs are available again when it has caught up; ClockPolicy.keepCounting() would continue",
                        layout.timeOf(history.clockThen()), layout.timeOf(now), longestWait));
            }
            return null;
        }

        @Override
        public boolean mustLeave(TickHistory history, long now) {
            return isBehind(history, now);
        }

        private static boolean isBehind(TickHistory history, long now) {
            return now < history.clockThen();
        }
    }

    /** Goes back with the clock to what is left of recent ticks, including those in which no UID was asked for. */
    record UnusedSequences(int recentTicks) implements TickRule {
        @Override
        public TickRange next(TickHistory history, long now) {
            TickRange rest = history.restFrom(now);
            return rest != null ? rest : history.freshFrom(now);
        }

        @Override
        public boolean mustLeave(TickHistory history, long now) {
            TickRange rest = history.restFrom(now);
            return rest != null && rest.tick() < history.lastTick();
        }
    }

    /** Goes back with the clock and uses the same ticks again, with another extension: the top bits of the sequence. */
    record ExtensionBits(UidLayout layout, int bits) implements TickRule {
        /*
         *   clock      5  6  7 | 3  4  5 | 4  5  6 ... 8 | 6         The ticks of one extension ascend, so it is used once for
         *   extension  0  0  0 | 1  1  1 | 2  2  1     0 | 2         each tick. The lowest extension is chosen that was used for
         *                      ^         ^               ^           neither the tick nor a later one. Under another lease all
         *                  set back   set back        set back       ticks are above those used before, so it starts with 0.
         */
        public ExtensionBits {
            if (bits < 1 || bits >= layout.seqBits()) {
                throw new OptionException(
                        "extensionBits",
                        bits,
                        OptionText.of("must be in [1, %d] ({seqBits} - 1)", layout.seqBits() - 1));
            }
        }

        @Override
        public TickRange next(TickHistory history, long now) {
            long lowest = goesBack(history, now)
                    ? history.firstTick()
                    : Math.max(history.firstTick(), history.lastTick() + 1);
            long tick = Math.max(now, lowest);
            return TickRange.ofExtension(tick, history.freeExtension(tick), layout.seqBits() - bits);
        }

        @Override
        public boolean mustLeave(TickHistory history, long now) {
            return goesBack(history, now);
        }

        /** Returns whether the clock was set back, to a tick for which an extension is free. */
        private boolean goesBack(TickHistory history, long now) {
            return now < history.clockThen() && history.freeExtension(Math.max(now, history.firstTick())) < 1L << bits;
        }
    }
}
