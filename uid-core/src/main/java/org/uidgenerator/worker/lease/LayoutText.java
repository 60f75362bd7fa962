package org.uidgenerator.worker.lease;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.uidgenerator.UidLayout;

/** What {@link LeaseRow#layout} says: the one place that writes and reads it. */
final class LayoutText {
    private static final Pattern TEXT = Pattern.compile(".+ bits of (\\S+) from (\\S+)");

    private final String text;

    LayoutText(UidLayout layout) {
        text = layout.toString();
    }

    /** Returns the layout of a row that differs from this one, if there is any. */
    Optional<String> otherIn(List<StoredLease> leases) {
        return leases.stream()
                .map(lease -> lease.row().layout())
                .filter(other -> !text.equals(other))
                .min(Comparator.naturalOrder());
    }

    /** Returns when the last reserved tick of a row ends, or {@link Instant#MAX} if no date is so late. */
    static Instant reservedUntil(LeaseRow row) {
        Matcher parts = TEXT.matcher(row.layout());
        if (!parts.matches()) {
            throw new IllegalArgumentException("column LAYOUT must be the text of a UidLayout: LAYOUT=" + row.layout());
        }
        try {
            Duration reserved = Duration.parse(parts.group(1)).multipliedBy(Math.addExact(row.reservedThrough(), 1));
            return Instant.parse(parts.group(2)).plus(reserved);
        } catch (ArithmeticException | DateTimeException e) {
            return Instant.MAX;
        }
    }

    @Override
    public String toString() {
        return text;
    }
}
