package org.uidgenerator.spring.metrics;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.ManagedUidGenerator;
import org.uidgenerator.UidGeneratorStatus;

/** The status of one generator, the same for all meters of a scrape. Two threads that find it too old may each take one. */
final class RecentStatus {
    private static final long GREATEST_AGE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final LongSupplier nanoTime;
    private volatile @Nullable Snapshot last;

    private record Snapshot(UidGeneratorStatus status, long takenAt) {}

    RecentStatus(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    UidGeneratorStatus of(ManagedUidGenerator generator) {
        long now = nanoTime.getAsLong();
        Snapshot snapshot = last;
        if (snapshot == null || now - snapshot.takenAt > GREATEST_AGE_NANOS) {
            snapshot = new Snapshot(generator.status(), now);
            last = snapshot;
        }
        return snapshot.status;
    }
}
