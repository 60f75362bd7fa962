package org.uidgenerator.benchmarks.contestants;

import java.util.OptionalLong;
import java.util.UUID;
import org.uidgenerator.generator.CachedUidGenerator;
import org.uidgenerator.text.UuidFormat;
import org.uidgenerator.worker.WorkerLease;

/** UUIDs of version 7 that carry the UIDs of a {@link CachedUidGenerator}. */
final class UidUuids implements Contestant {
    /** Odd, of many bits: folds the halves, of which neither is random, without making two UUIDs one number. */
    private static final long FOLD = 0x9E37_79B9_7F4A_7C15L;

    private final CachedUidGenerator generator = CachedUidGenerator.builder(layout -> WorkerLease.neverReused(1))
            .layout(Cached.WIDE)
            .build();
    private final UuidFormat format = UuidFormat.of(Cached.WIDE, "benchmarks");

    private UUID nextUuid() {
        return format.format(generator.getUID());
    }

    @Override
    public long next() {
        UUID uuid = nextUuid();
        return uuid.getMostSignificantBits() * FOLD + uuid.getLeastSignificantBits();
    }

    /** The time of another UUID, because folding loses the time. */
    @Override
    public OptionalLong epochMilli(long newest) {
        return OptionalLong.of(nextUuid().getMostSignificantBits() >>> 16);
    }

    @Override
    public void close() {
        generator.close();
    }
}
