package org.uidgenerator.server.web;

import org.jspecify.annotations.Nullable;
import org.uidgenerator.segment.SegmentStatus;

/**
 * What a counter is doing in this server.
 *
 * @param tag its tag
 * @param step how many numbers the last range was meant to have
 * @param available about how many numbers are ready
 * @param highest the highest number that was taken from the store
 * @param ranges how many ranges were taken from the store
 * @param busy whether it has a buffer of its own now
 * @param storeFailure why the store gave no range when it was asked last, if it did not
 */
record SegmentView(
        String tag,
        String step,
        String available,
        String highest,
        String ranges,
        boolean busy,
        @Nullable String storeFailure) {
    static SegmentView of(SegmentStatus status) {
        Throwable failure = status.storeFailure();
        return new SegmentView(
                status.tag(),
                Long.toString(status.step()),
                Long.toString(status.available()),
                Long.toString(status.highest()),
                Long.toString(status.ranges()),
                status.busy(),
                failure == null ? null : String.valueOf(failure.getMessage()));
    }
}
