package org.uidgenerator.worker.lease.store;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The time of a store that has no request for it, but puts a {@code Date} on each answer, as servers of HTTP do. That
 * is in whole seconds, so a clock of this host that agrees with them is taken to be right.
 */
public final class ServerDate {
    private static final Duration WITHIN_THE_SECOND = Duration.ofSeconds(1).minusNanos(1);

    private ServerDate() {}

    /**
     * Returns what the clock of the server showed when it answered.
     *
     * @param date the header; null, or none that a server writes, says nothing against the clock of this host
     * @param here what the clock of this host shows
     * @return {@code here} if it lies in the second that the date names, else the nearest moment of that second
     */
    public static Instant read(@Nullable String date, Instant here) {
        Objects.requireNonNull(here, "here");
        if (date == null) {
            return here;
        }
        try {
            Instant second = DateTimeFormatter.RFC_1123_DATE_TIME.parse(date, Instant::from);
            Instant last = second.plus(WITHIN_THE_SECOND);
            if (here.isBefore(second)) {
                return second;
            }
            return here.isAfter(last) ? last : here;
        } catch (DateTimeException e) {
            return here;
        }
    }
}
