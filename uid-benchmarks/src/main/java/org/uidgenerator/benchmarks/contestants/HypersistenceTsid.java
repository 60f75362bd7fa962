package org.uidgenerator.benchmarks.contestants;

import io.hypersistence.tsid.TSID;
import java.util.OptionalLong;

/** hypersistence-tsid with its thread-local random source. When its counter overflows it runs ahead of the clock. */
final class HypersistenceTsid implements Contestant {
    private final TSID.Factory factory = TSID.Factory.builder()
            .withNode(1)
            .withRandomFunction(TSID.Factory.THREAD_LOCAL_RANDOM_FUNCTION)
            .build();

    @Override
    public long next() {
        return factory.generate().toLong();
    }

    @Override
    public OptionalLong epochMilli(long newest) {
        return OptionalLong.of(TSID.from(newest).getUnixMilliseconds());
    }
}
