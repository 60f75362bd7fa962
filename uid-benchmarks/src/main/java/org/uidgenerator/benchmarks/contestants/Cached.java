package org.uidgenerator.benchmarks.contestants;

import java.time.Duration;
import java.util.OptionalLong;
import org.uidgenerator.UidLayout;
import org.uidgenerator.generator.CachedUidGenerator;
import org.uidgenerator.generator.Ordering;
import org.uidgenerator.worker.WorkerLease;

/** {@link CachedUidGenerator} in several settings. */
public final class Cached implements Contestant {
    /** Sustains 268 million UIDs a second without borrowing. */
    public static final UidLayout WIDE = UidLayout.of(31, 4, 28);

    private static final Duration UNLIMITED = Duration.ofDays(60 * 365);
    private static final int GREATEST_BOOST_POWER = 12;

    private final CachedUidGenerator generator;

    private Cached(CachedUidGenerator.Builder builder) {
        generator = builder.build();
    }

    static Cached perThread(Duration maxBorrow) {
        return new Cached(builder(WIDE).maxBorrow(maxBorrow));
    }

    static Cached strict(Duration maxBorrow) {
        return new Cached(builder(WIDE).ordering(Ordering.STRICT).maxBorrow(maxBorrow));
    }

    static Cached defaultLayout(Duration maxBorrow) {
        return new Cached(builder(UidLayout.DEFAULT).maxBorrow(maxBorrow));
    }

    /** The default layout with nothing to borrow, and up to so many worker ids instead. */
    public static Cached withWorkerIds(int most) {
        return new Cached(CachedUidGenerator.builder(request -> WorkerLease.neverReused(request.ordinal()))
                .maxBorrow(Duration.ZERO)
                .maxWorkerIds(most));
    }

    /** The default layout, as far ahead of the clock as callers drive it, as the original does. */
    static Cached unlimited() {
        return unlimited(UidLayout.DEFAULT);
    }

    /** Any layout, as far ahead of the clock as callers drive it. */
    public static Cached unlimited(UidLayout layout) {
        return new Cached(builder(layout).boostPower(GREATEST_BOOST_POWER).maxBorrow(UNLIMITED));
    }

    private static CachedUidGenerator.Builder builder(UidLayout layout) {
        return CachedUidGenerator.builder(anyLayout -> WorkerLease.neverReused(1))
                .layout(layout);
    }

    @Override
    public long next() {
        return generator.getUID();
    }

    /** Fills an array in one call. */
    public void fill(long[] uids) {
        generator.getUIDs(uids);
    }

    /** How many worker ids it holds now. */
    public int workerIds() {
        return generator.status().workerIds().size();
    }

    @Override
    public OptionalLong epochMilli(long newest) {
        return OptionalLong.of(generator.layout().decode(newest).time().toEpochMilli());
    }

    @Override
    public void close() {
        generator.close();
    }
}
