package org.uidgenerator.generator;

import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;

/** Opens no tick before the clock has caught up with what it showed, and refuses to wait for it longer than allowed. */
final class RefusingCourse extends Course {
    private static final long NOT_YET = Long.MAX_VALUE;

    private final Duration longestWait;

    RefusingCourse(UidLayout layout, TickClock clock, Overflow overflow, Duration longestWait) {
        super(layout, clock, overflow);
        this.longestWait = longestWait;
    }

    @Override
    long nextTick(long now) {
        if (now >= clockThen) {
            return super.nextTick(now);
        }
        if (clock.millisAhead(clockThen) > TimeUnit.MILLISECONDS.convert(longestWait)) {
            throw new UidGenerateException(String.format(
                    Locale.ROOT,
                    "the clock was set back from %s to %s: it may be behind by no more than %s. There are UIDs again when it has caught up; ClockPolicy.countOn() would go on",
                    layout.timeOf(clockThen),
                    layout.timeOf(now),
                    longestWait));
        }
        return NOT_YET;
    }

    @Override
    boolean mustLeave(long now) {
        return super.mustLeave(now) || now < clockThen;
    }
}
