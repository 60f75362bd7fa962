package org.uidgenerator.benchmarks.contestants;

import java.util.OptionalLong;
import org.apache.seata.common.util.IdWorker;

/** Seata's snowflake with the worker in front of the time; its bits are fixed. */
final class Seata implements Contestant {
    private static final long EPOCH_MILLI = 1_588_435_200_000L;
    private static final long TIME_MASK = (1L << 41) - 1;
    private static final int TIME_SHIFT = 12;

    private final IdWorker generator = new IdWorker(1L);

    @Override
    public long next() {
        return generator.nextId();
    }

    @Override
    public OptionalLong epochMilli(long newest) {
        return OptionalLong.of((newest >>> TIME_SHIFT & TIME_MASK) + EPOCH_MILLI);
    }
}
