package org.uidgenerator.internal.lease;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.OptionText;
import org.uidgenerator.StoreException;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.internal.NanoClock;

/**
 * The clock by which generators of this host use ticks, and the store's own time, with which it is compared: when a
 * worker id is taken, and now and then while worker ids are held. A difference is warned of once, again when the clocks
 * have agreed in between. May be used by several threads.
 */
public final class StoreClock {
    private static final System.Logger LOG = System.getLogger(LeaseOptions.LOGGER);

    /** Hosts with a time service differ by milliseconds. */
    private static final Duration SKEW_TO_WARN_OF = Duration.ofSeconds(1);

    private final InstantSource store;
    private final InstantSource host;
    private final Duration maxSkew;
    private final String storeName;
    private final NanoClock time;
    private final long periodNanos;
    private final AtomicBoolean warned = new AtomicBoolean();
    private final AtomicBoolean comparing = new AtomicBoolean();
    private volatile @Nullable Duration skew;
    private volatile long comparedNanos;

    /**
     * Makes a comparison.
     *
     * @param store asks the store for the time, at each call
     * @param period how long not to compare the clocks again while worker ids are held
     */
    public StoreClock(
            InstantSource store,
            InstantSource host,
            Duration maxSkew,
            String storeName,
            Duration period,
            NanoClock time) {
        this.store = store;
        this.host = host;
        this.maxSkew = maxSkew;
        this.storeName = storeName;
        this.time = time;
        periodNanos = period.toNanos();
        comparedNanos = time.nanoTime();
    }

    public InstantSource host() {
        return host;
    }

    public InstantSource store() {
        return store;
    }

    public boolean isOf(InstantSource host) {
        return this.host.equals(host);
    }

    /**
     * Compares the clocks by an answer of the store.
     *
     * @param asked what the clock of this host showed when the store was asked
     * @param answer the store's time
     * @throws UidGenerateException if the clock of this host differs from it by more than allowed
     */
    public void requireNear(Instant asked, Instant answer) {
        Duration skew = compared(asked, answer);
        if (skew.abs().compareTo(maxSkew) > 0) {
            throw new UidGenerateException(OptionText.of(
                    "the clock of this host must be near that of %s: host=%s, store=%s, difference=%s, {maxClockSkew}=%s; set the clock that is wrong, of this host or of the store, or raise {maxClockSkew}",
                    storeName, asked, answer, skew.abs(), maxSkew));
        }
        warnOf(asked, answer, skew);
    }

    /**
     * Compares the clocks if it is time, and warns if they differ. No decision depends on it, so a store that does not
     * answer is asked another time. Not at each run of a lease, because a store would then be asked twice as often.
     *
     * @param outage says whether the store may be asked now
     */
    public void compareIfDue(StoreOutage outage) {
        long now = time.nanoTime();
        if (now - comparedNanos >= periodNanos && comparing.compareAndSet(false, true)) {
            try {
                outage.requireTurn(false);
                Instant asked = host.instant();
                Instant answer = store.instant();
                warnOf(asked, answer, compared(asked, answer));
                comparedNanos = now; // Order matters! Only once it has been done
            } catch (StoreException noAnswer) {
                LOG.log(DEBUG, "the clock of this host was not compared with that of " + storeName, noAnswer);
            } finally {
                comparing.set(false);
            }
        }
    }

    /** How far the clock of this host was ahead when they were compared last, negative if behind; null before that. */
    public @Nullable Duration skew() {
        return skew;
    }

    private Duration compared(Instant asked, Instant answer) {
        Duration found = skew(asked, answer, host.instant());
        skew = found;
        return found;
    }

    /**
     * The store has read its clock some time between the request and the answer, so only a time outside of that is a
     * difference.
     */
    private static Duration skew(Instant asked, Instant time, Instant answered) {
        if (time.isBefore(asked)) {
            return Duration.between(time, asked);
        }
        return time.isAfter(answered) ? Duration.between(time, answered) : Duration.ZERO;
    }

    private void warnOf(Instant asked, Instant answer, Duration skew) {
        if (skew.abs().compareTo(SKEW_TO_WARN_OF) <= 0) {
            if (warned.getAndSet(false)) {
                LOG.log(INFO, "the clock of this host is near that of {0} again: difference={1}", storeName, skew);
            }
        } else if (!warned.getAndSet(true)) {
            LOG.log(
                    WARNING,
                    String.format(
                            Locale.ROOT,
                            "the clock of this host is %s that of %s by %s: host=%s, store=%s; UIDs stay unique, but set the clock that is wrong: beyond maxClockSkew=%s no worker id is given",
                            skew.isNegative() ? "behind" : "ahead of",
                            storeName,
                            skew.abs(),
                            asked,
                            answer,
                            maxSkew));
        }
    }
}
