package org.uidgenerator.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ThreadHashTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 64, 4096})
    void spreadsIdsThatHaveALotInCommon(long distance) {
        assertThat(places(8, 6, i -> 17 + i * distance)).isEqualTo(8);
        assertThat(places(64, 6, i -> 17 + i * distance)).isGreaterThanOrEqualTo(35);
    }

    @Test
    void hasOnePlaceInATableOfOne() {
        assertThat(places(100, 0, i -> i)).isEqualTo(1);
    }

    private static long places(int threads, int bits, LongUnaryOperator id) {
        return IntStream.range(0, threads)
                .map(i -> ThreadHash.indexOf(id.applyAsLong(i), bits))
                .peek(index -> assertThat(index).isBetween(0, (1 << bits) - 1))
                .distinct()
                .count();
    }
}
