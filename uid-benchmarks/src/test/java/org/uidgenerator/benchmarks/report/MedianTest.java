package org.uidgenerator.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class MedianTest {
    @Test
    void isTheOneInTheMiddleWhateverTheOrder() {
        assertThat(Median.of(9, 1, 5)).isEqualTo(5);
        assertThat(Median.of(1_000_000, 2, 1)).isEqualTo(2);
    }

    @Test
    void isTheMeanOfTheTwoInTheMiddle() {
        assertThat(Median.of(4, 1, 100, 2)).isEqualTo(3);
    }

    @Test
    void leavesItsInputAsItIs() {
        double[] values = {3, 1, 2};
        Median.of(values);
        assertThat(values).containsExactly(3, 1, 2);
    }

    @Test
    void needsAValue() {
        assertThatIllegalArgumentException().isThrownBy(Median::of).withMessage("a median needs a value");
    }
}
