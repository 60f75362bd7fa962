package org.uidgenerator.benchmarks.contestants;

import java.time.Duration;
import me.ahoo.cosid.segment.IdSegment;
import me.ahoo.cosid.segment.IdSegmentDistributor;
import me.ahoo.cosid.segment.SegmentChainId;
import me.ahoo.cosid.segment.concurrent.PrefetchWorkerExecutorService;

/** CosId's fastest generator: segments of a counter, fetched ahead. */
public final class CosIdChain implements Contestant {
    private static final int SAFE_DISTANCE = 10;
    private static final int STEP = 1000;

    private final PrefetchWorkerExecutorService prefetch = new PrefetchWorkerExecutorService(
            Duration.ofSeconds(1), Runtime.getRuntime().availableProcessors(), false);
    private final SegmentChainId generator;

    static CosIdChain inMemory() {
        return new CosIdChain(new IdSegmentDistributor.Atomic(STEP));
    }

    public CosIdChain(IdSegmentDistributor store) {
        generator = new SegmentChainId(IdSegment.TIME_TO_LIVE_FOREVER, SAFE_DISTANCE, store, prefetch);
    }

    @Override
    public long next() {
        return generator.generate();
    }

    @Override
    public void close() {
        prefetch.shutdown();
    }
}
