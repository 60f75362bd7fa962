package org.uidgenerator.persistence.internal;

import org.uidgenerator.UidSource;
import org.uidgenerator.segment.SegmentIdGenerator;

/** Where UIDs come from. */
public interface UidSources {
    /**
     * Returns a generator.
     *
     * @param target what it is for
     * @param name its name, empty for the only one
     * @throws IllegalStateException if there is no such generator
     */
    UidSource generator(UidTarget target, String name);

    /**
     * Returns the counters.
     *
     * @param target what they are for
     * @throws IllegalStateException if there are none
     */
    SegmentIdGenerator segments(UidTarget target);
}
