package org.uidgenerator.worker.lease;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;

/**
 * The last tick that a holder may reserve, at a limited distance ahead of the store's own time, so that a host whose
 * clock is far ahead leaves no row behind that is useless for years. A tick that was allowed once stays allowed, so the
 * store is asked for the time only when a reservation would pass the last known limit. For the lease's task alone.
 */
final class ReservationLimit {
    private final UidLayout layout;
    private final InstantSource store;
    private final InstantSource host;
    private final Duration ahead;
    private final String storeName;
    private Instant storeTime = Instant.EPOCH;
    private long lastTick;

    /**
     * Makes a limit.
     *
     * @param launch says what a tick is, and has the clocks
     * @param ahead how far ahead of the store's time ticks may be reserved
     * @param storeName what messages call the store
     * @param lastTick the last tick that is reserved already
     */
    ReservationLimit(Launch launch, Duration ahead, String storeName, long lastTick) {
        layout = launch.layout();
        store = launch.clocks().store();
        host = launch.clocks().host();
        this.ahead = ahead;
        this.storeName = storeName;
        this.lastTick = lastTick;
    }

    private long lastTickAt(Instant time) {
        return layout.tickAt(time.plus(ahead).toEpochMilli());
    }

    /**
     * Returns the last tick that may be reserved. Asks the store for the time if the wanted tick lies beyond the known
     * limit.
     */
    long towards(long wanted) {
        if (wanted > lastTick) {
            storeTime = store.instant();
            lastTick = Math.max(lastTick, lastTickAt(storeTime));
        }
        return lastTick;
    }

    UidGenerateException refusal(long wanted) {
        return new UidGenerateException(String.format(
                Locale.ROOT,
                "ticks are reserved at most %s ahead of %s: wanted=%s, host=%s, store=%s; set the clock that is wrong, of this host or of the store",
                ahead,
                storeName,
                layout.timeOf(wanted),
                host.instant(),
                storeTime));
    }
}
