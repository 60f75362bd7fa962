package org.uidgenerator.benchmarks.contestants;

import com.github.f4b6a3.uuid.UuidCreator;
import java.util.OptionalLong;
import java.util.UUID;

/** A millisecond and random bits, from the source that uuid-creator calls fast. */
final class TimeOrderedUuid implements Contestant {
    @Override
    public long next() {
        UUID uuid = UuidCreator.getTimeOrderedEpochFast();
        return uuid.getMostSignificantBits() ^ uuid.getLeastSignificantBits();
    }

    /** Of one more, because folding to 64 bits loses the time. */
    @Override
    public OptionalLong epochMilli(long newest) {
        return OptionalLong.of(UuidCreator.getTimeOrderedEpochFast().getMostSignificantBits() >>> 16);
    }
}
