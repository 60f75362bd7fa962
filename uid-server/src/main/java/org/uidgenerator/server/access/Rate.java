package org.uidgenerator.server.access;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How many of something a client may have a second: what it did not use of the last second is still there. */
interface Rate {
    /** No limit. */
    Rate UNLIMITED = new Rate() {
        @Override
        public long burst() {
            return Long.MAX_VALUE;
        }

        @Override
        public Duration take(long count) {
            return Duration.ZERO;
        }
    };

    /** Returns the greatest number that can be had at once. */
    long burst();

    /** Takes some, or returns how long to wait until there are so many; zero if they were taken. At most {@link #burst()}. */
    Duration take(long count);

    /** Returns a limit, or none for null. */
    static Rate of(@Nullable Long perSecond) {
        return perSecond == null ? UNLIMITED : new Limited(perSecond);
    }

    /** A bucket of one second. */
    final class Limited implements Rate {
        private final long perSecond;
        private final Bucket bucket;

        private Limited(long perSecond) {
            this.perSecond = perSecond;
            bucket = Bucket.builder()
                    .addLimit(limit -> limit.capacity(perSecond).refillGreedy(perSecond, Duration.ofSeconds(1)))
                    .build();
        }

        @Override
        public long burst() {
            return perSecond;
        }

        @Override
        public Duration take(long count) {
            ConsumptionProbe probe = bucket.tryConsumeAndReturnRemaining(count);
            return probe.isConsumed() ? Duration.ZERO : Duration.ofNanos(probe.getNanosToWaitForRefill());
        }
    }
}
