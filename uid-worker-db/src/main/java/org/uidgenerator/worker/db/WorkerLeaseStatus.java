package org.uidgenerator.worker.db;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidLayout;

/**
 * Who has a worker id, for operators.
 *
 * @param namespace the id space
 * @param workerId the worker id
 * @param holder who has it, or null if it was given back
 * @param term the fencing number, which each acquisition raises
 * @param reservedThrough the last tick handed to anyone, in ticks since the epoch of the layout
 * @param reservedUntil when that tick ends, or {@link Instant#MAX} if no date is so late
 * @param acquired when the holder took it, by the clock of the database
 * @param modified when its row was changed last, by the clock of the database
 * @param age how long ago that was, by the clock of the database
 */
public record WorkerLeaseStatus(
        String namespace,
        long workerId,
        @Nullable String holder,
        long term,
        long reservedThrough,
        Instant reservedUntil,
        Instant acquired,
        Instant modified,
        Duration age) {
    private static final Pattern LAYOUT = Pattern.compile(".+ bits of (\\S+) from (\\S+)");

    static WorkerLeaseStatus of(
            String namespace,
            LeaseRow row,
            @Nullable String holder,
            String layout,
            Instant acquired,
            Instant modified,
            Instant now) {
        return new WorkerLeaseStatus(
                namespace,
                row.workerId(),
                holder,
                row.term(),
                row.reservedThrough(),
                endOf(row.reservedThrough(), layout),
                acquired,
                modified,
                Duration.between(modified, now));
    }

    /** Reads what {@link UidLayout#toString()} wrote. */
    private static Instant endOf(long tick, String layout) {
        Matcher parts = LAYOUT.matcher(layout);
        if (!parts.matches()) {
            throw new IllegalArgumentException("column LAYOUT must be the text of a UidLayout: LAYOUT=" + layout);
        }
        try {
            Duration reserved = Duration.parse(parts.group(1)).multipliedBy(Math.addExact(tick, 1));
            return Instant.parse(parts.group(2)).plus(reserved);
        } catch (ArithmeticException | DateTimeException e) {
            return Instant.MAX;
        }
    }
}
