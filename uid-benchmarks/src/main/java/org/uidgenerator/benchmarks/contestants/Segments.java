package org.uidgenerator.benchmarks.contestants;

import java.util.concurrent.atomic.AtomicLong;
import org.uidgenerator.UidRange;
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.segment.SegmentTag;

/** A tag of {@link SegmentIdGenerator}, whose counter is in memory here. */
final class Segments implements Contestant {
    /** Long enough that ranges are taken some hundred times a second, short enough that calls meet their ends. */
    private static final long STEP = 4_000_000;

    private final AtomicLong counter = new AtomicLong();
    private final SegmentIdGenerator generator;
    private final SegmentTag tag;

    Segments() {
        generator = SegmentIdGenerator.builder((tag, length) -> {
                    long last = counter.addAndGet(length);
                    return new UidRange(last - length + 1, last, 1);
                })
                .minStep(STEP)
                .maxStep(STEP)
                .build();
        tag = generator.tag("orders");
    }

    @Override
    public long next() {
        return tag.getUID();
    }

    @Override
    public void close() {
        generator.close();
    }
}
