package org.uidgenerator.server.access;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.util.Locale;
import org.springframework.http.HttpStatus;

/**
 * The number of something that a client may have over time: any, unless it is {@link Limited}. What it has not used is
 * still there, up to a burst. Safe for use by any thread.
 */
public interface Rate {
    /** No limit. */
    Rate UNLIMITED = new Rate() {};

    /** It is never set, so a system clock that is set back refuses no client. */
    TimeMeter CLOCK = TimeMeter.SYSTEM_NANOTIME;

    /** {@return the greatest number that can be taken at once, or {@link Long#MAX_VALUE}} */
    default long burst() {
        return Long.MAX_VALUE;
    }

    /**
     * {@return how many of those that are wanted can be taken at once} These are as many as are there, and no fewer
     * than come in a second, so that a client that always wants more than its rate gives is served once a second.
     *
     * @param wanted how many are wanted, also more than {@link #burst()}
     */
    default long atOnce(long wanted) {
        return wanted;
    }

    /**
     * Takes some.
     *
     * @param count how many, at most {@link #burst()}
     * @throws Refusal if there are not so many now
     */
    default void take(long count) {}

    /**
     * Takes some that have been handed out already, which later ones wait for.
     *
     * @param count how many, at least one, also more than {@link #burst()}
     */
    default void owe(long count) {}

    /** A bucket that is full at first and fills up steadily. */
    final class Limited implements Rate {
        private final String what;
        private final String setting;
        private final long count;
        private final Duration period;
        private final Bucket bucket;

        /**
         * Makes a limit.
         *
         * @param what what is limited, for the message: {@code "ids"}
         * @param setting the property that changes the limit, for the message
         * @param count how many may be taken in a period, and at once
         */
        Limited(String what, String setting, long count, Duration period, TimeMeter clock) {
            this.what = what;
            this.setting = setting;
            this.count = count;
            this.period = period;
            bucket = Bucket.builder()
                    .withCustomTimePrecision(clock)
                    .addLimit(limit -> limit.capacity(count).refillGreedy(count, period))
                    .build();
        }

        @Override
        public long burst() {
            return count;
        }

        @Override
        public long atOnce(long wanted) {
            long inASecond = Math.max(1, count / Math.max(1, period.toSeconds()));
            return Math.min(wanted, Math.max(inASecond, bucket.getAvailableTokens()));
        }

        @Override
        public void take(long count) {
            ConsumptionProbe probe = bucket.tryConsumeAndReturnRemaining(count);
            if (!probe.isConsumed()) {
                Duration refill =
                        Duration.ofNanos(probe.getNanosToWaitForRefill()); // for ever if it is more than the burst
                Duration wait = refill.compareTo(period) < 0 ? refill : period;
                throw new Refusal(
                                HttpStatus.TOO_MANY_REQUESTS,
                                String.format(
                                        Locale.ROOT,
                                        "too many %s: so that the others get theirs, the client may have %d in %s, unless %s says"
                                                + " otherwise",
                                        what,
                                        this.count,
                                        period,
                                        setting))
                        .with("setting", setting)
                        .retryAfter(Math.max(1, wait.plusMillis(999).toSeconds()));
            }
        }

        @Override
        public void owe(long count) {
            bucket.consumeIgnoringRateLimits(count);
        }
    }
}
