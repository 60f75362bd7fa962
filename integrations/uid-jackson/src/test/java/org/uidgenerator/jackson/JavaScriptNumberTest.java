package org.uidgenerator.jackson;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.UidLayout;
import org.uidgenerator.generator.DefaultUidGenerator;
import org.uidgenerator.worker.WorkerLease;

/** JavaScript's numbers are doubles, exact up to 2^53. */
class JavaScriptNumberTest {
    private static final UidLayout SMALL = UidLayout.builder()
            .totalBits(53)
            .timeBits(32)
            .workerBits(8)
            .seqBits(13)
            .build();
    private static final long MAX_SAFE_INTEGER = (1L << 53) - 1;

    @Test
    void theDefaultLayoutNeedsStrings() {
        long tick =
                UidLayout.DEFAULT.tickAt(Instant.parse("2026-11-21T00:00:00Z").toEpochMilli());
        long uid = UidLayout.DEFAULT.encode(tick, 1, 1);

        assertThat((long) (double) uid).isNotEqualTo(uid);
    }

    @Test
    void aLayoutOf53BitsNeedsNone() {
        assertThat(SMALL.encode(SMALL.maxTick(), SMALL.maxWorkerId(), SMALL.maxSequence()))
                .isEqualTo(MAX_SAFE_INTEGER);
    }

    @Test
    void aGeneratorOfThatLayoutGivesSafeIntegers() {
        try (UidGenerator generator = DefaultUidGenerator.builder(layout -> WorkerLease.neverReused(255))
                .layout(SMALL)
                .build()) {
            assertThat(generator.getUID()).isPositive().isLessThan(MAX_SAFE_INTEGER);
        }
    }
}
