package org.uidgenerator.crash;

import java.time.Duration;
import java.time.Instant;
import org.uidgenerator.UidLayout;

/**
 * The store identity that all processes of a run share. Ticks are short and small, so that the layout itself limits the
 * rate and each tick is used up. So two processes that use the same tick do issue the same UIDs.
 */
final class StoreIdentity {
    static final UidLayout LAYOUT = UidLayout.builder()
            .timeBits(38)
            .workerBits(10)
            .seqBits(15)
            .tick(Duration.ofMillis(100))
            .epoch(Instant.parse("2020-01-01T00:00:00Z"))
            .build();

    static final Duration MAX_BORROW = Duration.ofMillis(500);

    /** A process wants as many as it may hold: it takes UIDs faster than one worker id sustains. */
    static final int MAX_WORKER_IDS = 4;

    private StoreIdentity() {}

    static long tickOfNow() {
        return LAYOUT.tickAt(System.currentTimeMillis());
    }
}
