package org.uidgenerator.dynamodb;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.uidgenerator.worker.lease.store.ServerDate;
import software.amazon.awssdk.core.SdkResponse;

/** The time of DynamoDB, which puts its {@link ServerDate} on each answer. For any thread. */
final class StoreTime {
    private final InstantSource host;
    private volatile Duration ahead = Duration.ZERO;

    StoreTime(InstantSource host) {
        this.host = host;
    }

    /** Compares the clocks by an answer. One without a date, as from a proxy, says nothing against that of the host. */
    void observe(SdkResponse answer) {
        Instant here = host.instant();
        String date = Optional.ofNullable(answer.sdkHttpResponse())
                .flatMap(http -> http.firstMatchingHeader("Date"))
                .orElse(null);
        ahead = Duration.between(here, ServerDate.read(date, here));
    }

    /** Returns what the clock of DynamoDB shows, according to the latest answer. */
    Instant now() {
        return host.instant().plus(ahead);
    }
}
