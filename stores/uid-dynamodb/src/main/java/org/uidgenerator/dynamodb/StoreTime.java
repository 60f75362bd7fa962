package org.uidgenerator.dynamodb;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import software.amazon.awssdk.core.SdkResponse;

/**
 * The time of DynamoDB, which has no request for it, but puts a {@code Date} on each answer. That is in whole seconds,
 * so a clock of this host that agrees with them is taken to be right. For any thread.
 */
final class StoreTime {
    private static final Duration WITHIN_THE_SECOND = Duration.ofSeconds(1).minusNanos(1);

    private final InstantSource host;
    private volatile Duration ahead = Duration.ZERO;

    StoreTime(InstantSource host) {
        this.host = host;
    }

    /** Compares the clocks by an answer. One without a date, as from a proxy, says nothing against that of the host. */
    void observe(SdkResponse answer) {
        Instant here = host.instant();
        ahead = date(answer)
                .map(second -> Duration.between(here, nearest(here, second, second.plus(WITHIN_THE_SECOND))))
                .orElse(Duration.ZERO);
    }

    private static Optional<Instant> date(SdkResponse answer) {
        return Optional.ofNullable(answer.sdkHttpResponse())
                .flatMap(http -> http.firstMatchingHeader("Date"))
                .flatMap(StoreTime::parse);
    }

    private static Optional<Instant> parse(String date) {
        try {
            return Optional.of(DateTimeFormatter.RFC_1123_DATE_TIME.parse(date, Instant::from));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private static Instant nearest(Instant time, Instant first, Instant last) {
        if (time.isBefore(first)) {
            return first;
        }
        return time.isAfter(last) ? last : time;
    }

    /** Returns what the clock of DynamoDB shows, according to the latest answer. */
    Instant now() {
        return host.instant().plus(ahead);
    }
}
