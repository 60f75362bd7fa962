package org.uidgenerator.server.web;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.FieldOrder;
import org.uidgenerator.UidLayout;

/**
 * A layout, and what follows from it.
 *
 * @param preset its name, if it is that of another system
 * @param layout its text
 * @param totalBits how many bits a UID has
 * @param timeBits bits of the ticks
 * @param workerBits bits of the worker id
 * @param seqBits bits of the sequence
 * @param dataCenterBits top bits of the worker id that stand for a data centre
 * @param fieldOrder the order of the fields
 * @param epoch when tick 0 starts
 * @param tick the length of a tick
 * @param expiresAt when the last tick ends
 * @param workerIds how many worker ids there are
 * @param uidsPerSecond the rate that one worker sustains
 */
record LayoutView(
        @Nullable String preset,
        String layout,
        int totalBits,
        int timeBits,
        int workerBits,
        int seqBits,
        int dataCenterBits,
        FieldOrder fieldOrder,
        Instant epoch,
        Duration tick,
        Instant expiresAt,
        String workerIds,
        double uidsPerSecond) {
    static LayoutView of(@Nullable String preset, UidLayout layout) {
        return new LayoutView(
                preset,
                layout.text(),
                layout.totalBits(),
                layout.timeBits(),
                layout.workerBits(),
                layout.seqBits(),
                layout.dataCenterBits(),
                layout.fieldOrder(),
                layout.epoch(),
                layout.tick(),
                layout.expiresAt(),
                Long.toString(layout.maxWorkerId() + 1),
                layout.uidsPerSecond());
    }
}
