package org.uidgenerator.benchmarks.contestants;

import java.util.OptionalLong;
import org.agrona.concurrent.SnowflakeIdGenerator;
import org.agrona.concurrent.SystemEpochClock;

/** Agrona's snowflake without a lock. */
final class Agrona implements Contestant {
    private static final int TIME_SHIFT = 22;

    private final SnowflakeIdGenerator generator;

    Agrona(int nodeBits, int sequenceBits) {
        generator = new SnowflakeIdGenerator(nodeBits, sequenceBits, 1, 0, SystemEpochClock.INSTANCE);
    }

    @Override
    public long next() {
        return generator.nextId();
    }

    @Override
    public OptionalLong epochMilli(long newest) {
        return OptionalLong.of(newest >>> TIME_SHIFT);
    }
}
