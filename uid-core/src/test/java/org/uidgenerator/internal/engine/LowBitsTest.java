package org.uidgenerator.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LowBitsTest {
    @Test
    void startsAtUidsOfTheBlockOnly() {
        LongStream starts = LongStream.range(0, 1_000)
                .map(i -> LowBits.scatter(new UidBlock(i, i + 63 * 16, 16, 0)) - i)
                .distinct();

        assertThat(starts).hasSizeGreaterThan(32).allMatch(start -> start >= 0 && start <= 63 * 16 && start % 16 == 0);
    }
}
