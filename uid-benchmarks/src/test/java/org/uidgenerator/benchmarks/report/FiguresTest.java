package org.uidgenerator.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FiguresTest {
    @Test
    void showsThreeDigitsThatCount() {
        assertThat(Figures.number(0.8123)).isEqualTo("0.81");
        assertThat(Figures.number(9.994)).isEqualTo("9.99");
        assertThat(Figures.number(9.996)).isEqualTo("10.0");
        assertThat(Figures.number(99.96)).isEqualTo("100");
        assertThat(Figures.number(1_234_567)).isEqualTo("1,234,567");
        assertThat(Figures.number(Double.NaN)).isEmpty();
    }
}
