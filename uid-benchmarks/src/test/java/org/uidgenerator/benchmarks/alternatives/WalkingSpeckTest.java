package org.uidgenerator.benchmarks.alternatives;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WalkingSpeckTest {
    private final WalkingSpeck speck = new WalkingSpeck(0x1b1a1918, 0x13121110, 0x0b0a0908, 0x03020100);

    /** Speck64/128 in appendix C of the paper. */
    @Test
    void encryptsTheExampleOfItsAuthors() {
        assertThat(speck.encrypt(0x3b7265747475432dL)).isEqualTo(0x8c6fa548454e028bL);
    }

    @Test
    void stays63BitsWideAndTakesNoImageTwice() {
        int numbers = 10_000;
        Set<Long> images = new HashSet<>();
        for (long number = 0; number < numbers; number++) {
            images.add(speck.permute(number));
        }

        assertThat(images).hasSize(numbers).allMatch(image -> image >= 0);
    }
}
