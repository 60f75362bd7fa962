package org.uidgenerator.segment;

import org.uidgenerator.UidRange;
import org.uidgenerator.generator.Small;

/** Tags whose store answers at once, and whose threads never run. */
final class Called {
    /** With so many calls in a second a tag becomes busy. */
    static final int UNTIL_BUSY = 256;

    private Called() {}

    /** Makes a tag that has handed out so many numbers. */
    static SegmentTag times(int calls) {
        SegmentTag tag = SegmentIdGenerator.builder((name, length) -> new UidRange(1, length, 1))
                .minStep(1_000)
                .threadFactory(Small::noThread)
                .build()
                .tag("orders");
        for (int i = 0; i < calls; i++) {
            tag.getUID();
        }
        return tag;
    }
}
