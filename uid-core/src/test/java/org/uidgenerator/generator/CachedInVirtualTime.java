package org.uidgenerator.generator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.buffer.RejectedTakeBufferHandler;
import org.uidgenerator.worker.WorkerLease;

/** A {@link CachedUidGenerator} in virtual time, for tests of one side of it each. */
abstract class CachedInVirtualTime {
    /** Ticks that are used up soon. */
    static final UidLayout LAYOUT = UidLayout.of(31, 19, 13);

    static final int UIDS_PER_TICK = 8_192;

    final VirtualTime time = new VirtualTime();

    /** A generator in virtual time whose padder runs when the test says so, and which fails rather than waits. */
    CachedUidGenerator.Builder inVirtualTime(WorkerLease lease) {
        return CachedUidGenerator.builder(layout -> lease)
                .name("orders")
                .layout(LAYOUT)
                .clock(time.clock)
                .nanoClock(time)
                .rejectedTakeBufferHandler(RejectedTakeBufferHandler.FAIL)
                .threadFactory(NeverRuns::new);
    }

    CachedUidGenerator.Builder inVirtualTime() {
        return inVirtualTime(WorkerLease.neverReused(7));
    }

    void assertInWindow(long uid, Duration maxStaleness, Duration maxBorrow) {
        Instant now = time.clock.instant();
        assertThat(LAYOUT.decode(uid).time()).isBetween(now.minus(maxStaleness), now.plus(maxBorrow));
    }

    static List<Long> takeUntilItFails(CachedUidGenerator generator) {
        List<Long> uids = new ArrayList<>();
        try {
            while (true) {
                uids.add(generator.getUID());
            }
        } catch (UidGenerateException empty) {
            return uids;
        }
    }
}
