package org.uidgenerator.etcd;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/**
 * The time of a server of etcd, which has no request for it, but puts a {@code Date} on each answer. That is in whole
 * seconds, so a clock of this host that agrees with them is taken to be right.
 */
final class ServerDate {
    private static final Duration WITHIN_THE_SECOND = Duration.ofSeconds(1).minusNanos(1);

    private ServerDate() {}

    /**
     * Returns what the clock of the server showed when it answered.
     *
     * @param date the header; null, or none that etcd writes, says nothing against the clock of this host
     * @param here what the clock of this host shows
     */
    static Instant read(@Nullable String date, Instant here) {
        if (date == null) {
            return here;
        }
        try {
            Instant second = DateTimeFormatter.RFC_1123_DATE_TIME.parse(date, Instant::from);
            return nearest(here, second, second.plus(WITHIN_THE_SECOND));
        } catch (DateTimeException e) {
            return here;
        }
    }

    private static Instant nearest(Instant time, Instant first, Instant last) {
        if (time.isBefore(first)) {
            return first;
        }
        return time.isAfter(last) ? last : time;
    }
}
