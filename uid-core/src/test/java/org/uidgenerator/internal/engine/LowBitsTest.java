package org.uidgenerator.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LowBitsTest {
    /** As that of the JDK does, which adds this to its seed first. */
    @Test
    void mixesAsSplitMix64Does() {
        long added = 0x9e3779b97f4a7c15L;
        long range = 1L << 62;

        assertThat(List.of(0L, 1L, 4_096L, 1L << 40, Long.MAX_VALUE))
                .allSatisfy(first -> assertThat(LowBits.skipped(first, range))
                        .isEqualTo(new SplittableRandom(first - added).nextLong() & (range - 1)));
    }

    @Test
    void startsAtUidsOfTheBlockOnly() {
        LongStream starts = LongStream.range(0, 1_000)
                .map(i -> LowBits.scatter(new UidBlock(i, i + 63 * 16, 16, 0)) - i)
                .distinct();

        assertThat(starts).hasSizeGreaterThan(32).allMatch(start -> start >= 0 && start <= 63 * 16 && start % 16 == 0);
    }
}
