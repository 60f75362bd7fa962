package org.uidgenerator.benchmarks.contestants;

import com.github.f4b6a3.tsid.Tsid;
import com.github.f4b6a3.tsid.TsidFactory;
import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;

/** tsid-creator with the random source that its documentation calls the faster one. When its counter overflows it runs ahead of the clock. */
final class TsidCreator implements Contestant {
    private final TsidFactory factory = TsidFactory.builder()
            .withNode(1)
            .withRandomFunction(() -> ThreadLocalRandom.current().nextInt())
            .build();

    @Override
    public long next() {
        return factory.create().toLong();
    }

    @Override
    public OptionalLong epochMilli(long newest) {
        return OptionalLong.of(Tsid.from(newest).getUnixMilliseconds());
    }
}
