package org.uidgenerator.worker.lease;

import java.time.DateTimeException;
import java.time.Instant;
import org.uidgenerator.UidLayout;

/** The layout in {@link LeaseRow#layout}: the one place that writes and reads it. */
final class LeaseLayout {
    private final String text;

    LeaseLayout(UidLayout layout) {
        text = layout.text();
    }

    /** Returns when the last reserved tick of a row ends, or {@link Instant#MAX} if no date is so late. */
    static Instant reservedUntil(LeaseRow row) {
        UidLayout layout = UidLayout.parse(row.layout());
        try {
            long ticks = Math.addExact(row.reservedThrough(), 1);
            return layout.epoch().plus(layout.tick().multipliedBy(ticks));
        } catch (ArithmeticException | DateTimeException e) {
            return Instant.MAX;
        }
    }

    /** Returns the tick of a moment as a row counts them, negative before the epoch of its layout. */
    static long tickAt(LeaseRow row, Instant moment) {
        return UidLayout.parse(row.layout()).tickAt(moment.toEpochMilli());
    }

    @Override
    public String toString() {
        return text;
    }
}
