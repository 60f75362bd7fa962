package org.uidgenerator.permutation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FeistelNetworkTest {
    private static final SipHash FUNCTION = new SipHash(new byte[SipHash.KEY_BYTES]);

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 16, 17})
    void takesEachNumberToAnotherAndBack(int bits) {
        FeistelNetwork network = new FeistelNetwork(FUNCTION, bits);
        BitSet images = new BitSet();
        for (int number = 0; number < 1 << bits; number++) {
            long image = network.permute(number, 5);

            assertThat(image).isBetween(0L, (1L << bits) - 1);
            assertThat(network.restore(image, 5)).isEqualTo(number);
            images.set((int) image);
        }

        assertThat(images.cardinality()).isEqualTo(1 << bits);
    }

    @Test
    void hasNothingInCommonWithTheNetworkOfAnotherWidth() {
        FeistelNetwork wide = new FeistelNetwork(FUNCTION, 64);
        FeistelNetwork narrower = new FeistelNetwork(FUNCTION, 63);
        long seed = 11;
        Random random = new Random(seed);
        for (int i = 0; i < 1_000; i++) {
            long number = random.nextLong() >>> 1;
            long wideRight = wide.permute(number, 0) & 0xffffffffL;
            long narrowRight = narrower.permute(number, 0) & 0xffffffffL;
            assertThat(wideRight).as("seed %d, number %d", seed, number).isNotEqualTo(narrowRight);
        }
    }
}
