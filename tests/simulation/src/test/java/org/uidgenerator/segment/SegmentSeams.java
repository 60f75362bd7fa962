package org.uidgenerator.segment;

import org.uidgenerator.generator.GeneratorSeams;
import org.uidgenerator.simulation.Passage;

/** Opens what the generators of numbers show to their own tests. */
public final class SegmentSeams {
    private SegmentSeams() {}

    public static SegmentIdGenerator.Builder inTime(Passage passage, SegmentIdGenerator.Builder builder) {
        return builder.nanoClock(GeneratorSeams.nanoClock(passage));
    }
}
