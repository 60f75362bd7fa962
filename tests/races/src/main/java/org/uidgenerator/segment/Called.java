package org.uidgenerator.segment;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidRange;
import org.uidgenerator.generator.Small;
import org.uidgenerator.internal.background.BackgroundThreads;

/**
 * A tag whose store answers at once, and whose threads never run.
 *
 * @param storeThreads whose work is done by {@link BackgroundThreads#runReady()} only
 */
record Called(SegmentTag tag, BackgroundThreads storeThreads) {
    /** With so many calls in a second a tag becomes busy. */
    static final int UNTIL_BUSY = 256;

    /** Makes a tag that has handed out so many numbers. */
    static SegmentTag times(int calls) {
        return times((name, length) -> new UidRange(1, length, 1), calls).tag();
    }

    /** Makes a tag that has handed out so many numbers of a store. */
    static Called times(SegmentStore store, int calls) {
        List<BackgroundThreads> made = new ArrayList<>();
        SegmentIdGenerator generator = SegmentIdGenerator.builder(store)
                .minStep(1_000)
                .maxWait(Duration.ZERO)
                .threadFactory(work -> {
                    made.add((BackgroundThreads) work);
                    return Small.noThread(work);
                })
                .build();
        try {
            generator.tag("orders");
        } catch (UidGenerateException notYet) {
            made.get(0).runReady();
        }
        SegmentTag tag = generator.tag("orders");
        for (int i = 0; i < calls; i++) {
            tag.getUID();
        }
        return new Called(tag, made.get(0));
    }
}
