package org.uidgenerator.worker.lease;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import org.uidgenerator.UidGenerateException;

/** The store's own time, with which the clock of this host is compared. */
final class StoreClock {
    private final InstantSource store;
    private final InstantSource host;
    private final Duration maxSkew;
    private final String storeName;

    /**
     * Makes a comparison.
     *
     * @param store asks the store
     * @param host the clock of this host
     * @param maxSkew by how much they may differ
     * @param storeName what messages call the store
     */
    StoreClock(InstantSource store, InstantSource host, Duration maxSkew, String storeName) {
        this.store = store;
        this.host = host;
        this.maxSkew = maxSkew;
        this.storeName = storeName;
    }

    /**
     * Asks the store for the time.
     *
     * @throws UidGenerateException if the clock of this host is further away from it than allowed
     */
    Instant requireNear() {
        Instant asked = host.instant();
        Instant time = store.instant();
        Instant answered = host.instant();
        Duration skew = skew(asked, time, answered);
        if (skew.compareTo(maxSkew) > 0) {
            throw new UidGenerateException(String.format(
                    Locale.ROOT,
                    "the clock of this host must be near that of %s: host=%s, store=%s, difference=%s, maxClockSkew=%s; set the clock that is wrong, of this host or of the database server, or raise maxClockSkew",
                    storeName,
                    asked,
                    time,
                    skew,
                    maxSkew));
        }
        return time;
    }

    /** The store has looked at its clock some time between question and answer: only what lies outside is a difference. */
    private static Duration skew(Instant asked, Instant time, Instant answered) {
        if (time.isBefore(asked)) {
            return Duration.between(time, asked);
        }
        return time.isAfter(answered) ? Duration.between(answered, time) : Duration.ZERO;
    }
}
