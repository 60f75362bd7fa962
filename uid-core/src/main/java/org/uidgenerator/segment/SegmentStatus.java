package org.uidgenerator.segment;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot of what a tag is doing, for dashboards and operators. Counts are since the generator was made and never go
 * down.
 *
 * @param tag the tag
 * @param step how many numbers the last range was meant to have
 * @param available about how many numbers are ready to be handed out without asking the store
 * @param highest the highest number that was taken from the store; what the tag hands out is not above it
 * @param ranges how many ranges were taken from the store
 * @param buffered whether the tag has a ring and open blocks of its own now
 * @param storeFailure why the store gave no range when it was asked last, or null if it did. The tag continues with
 *     what it has
 */
public record SegmentStatus(
        String tag,
        long step,
        long available,
        long highest,
        long ranges,
        boolean buffered,
        @Nullable Throwable storeFailure) {
    /**
     * Makes a snapshot.
     *
     * @param tag the tag
     * @param step how many numbers the last range was meant to have
     * @param available about how many numbers are ready to be handed out without asking the store
     * @param highest the highest number that was taken from the store
     * @param ranges how many ranges were taken from the store
     * @param buffered whether the tag has a ring and open blocks of its own now
     * @param storeFailure why the store gave no range when it was asked last, or null
     */
    public SegmentStatus {
        Objects.requireNonNull(tag, "tag");
    }
}
