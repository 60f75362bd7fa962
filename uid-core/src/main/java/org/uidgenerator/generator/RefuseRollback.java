package org.uidgenerator.generator;

import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;

/**
 * Stamps nothing before the clock has caught up with what it showed, and throws if that would take longer than allowed.
 */
record RefuseRollback(UidLayout layout, TickClock clock, Duration longestWait) implements TickRule {
    @Override
    public @Nullable TickRange next(TickHistory history, long now) {
        if (!isBehind(history, now)) {
            return history.freshFrom(now);
        }
        if (clock.millisAhead(history.clockThen()) > TimeUnit.MILLISECONDS.convert(longestWait)) {
            throw new UidGenerateException(String.format(
                    Locale.ROOT,
                    "the clock was set back from %s to %s: it may be behind by no more than %s. UIDs are available again when it has caught up; ClockPolicy.keepCounting() would continue",
                    layout.timeOf(history.clockThen()),
                    layout.timeOf(now),
                    longestWait));
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
