package org.uidgenerator.spring.metrics;

import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The status of one generator, the same for all meters of a scrape. Two threads that find it too old may each take one.
 *
 * @param <G> the generator, which is not held
 * @param <S> its status
 */
final class Recent<G, S> {
    private static final long GREATEST_AGE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final Function<G, S> status;
    private final LongSupplier nanoTime;
    private volatile @Nullable Snapshot<S> last;

    private record Snapshot<S>(S status, long takenAt) {}

    Recent(Function<G, S> status, LongSupplier nanoTime) {
        this.status = status;
        this.nanoTime = nanoTime;
    }

    S of(G generator) {
        long now = nanoTime.getAsLong();
        Snapshot<S> snapshot = last;
        if (snapshot == null || now - snapshot.takenAt > GREATEST_AGE_NANOS) {
            snapshot = new Snapshot<>(status.apply(generator), now);
            last = snapshot;
        }
        return snapshot.status;
    }
}
