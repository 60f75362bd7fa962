package org.uidgenerator.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ShownTest {
    @Test
    void showsThreeDigitsThatCount() {
        assertThat(Shown.number(0.8123)).isEqualTo("0.81");
        assertThat(Shown.number(9.994)).isEqualTo("9.99");
        assertThat(Shown.number(9.996)).isEqualTo("10.0");
        assertThat(Shown.number(99.96)).isEqualTo("100");
        assertThat(Shown.number(1_234_567)).isEqualTo("1,234,567");
        assertThat(Shown.number(Double.NaN)).isEmpty();
    }

    @Test
    void showsDurationsInTheUnitThatFits() {
        assertThat(Shown.duration(-0.25)).isEqualTo("-250 ms");
        assertThat(Shown.duration(59)).isEqualTo("59.0 s");
        assertThat(Shown.duration(90)).isEqualTo("1.5 min");
        assertThat(Shown.duration(36 * 3600)).isEqualTo("1.5 d");
        assertThat(Shown.duration(2 * 31_557_600.0)).isEqualTo("2.0 years");
    }
}
