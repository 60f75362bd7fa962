package org.uidgenerator.segment;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StepRuleTest {
    private final SegmentIdGenerator.StepRule rule = new SegmentIdGenerator.StepRule(100, 1_000, 60);

    @Test
    void doublesWhileRangesAreUsedUpTooSoon() {
        assertThat(rule.next(100, 0)).isEqualTo(200);
        assertThat(rule.next(100, 59)).isEqualTo(200);
    }

    @Test
    void keepsTheLengthThatLasts() {
        assertThat(rule.next(400, 60)).isEqualTo(400);
        assertThat(rule.next(400, 119)).isEqualTo(400);
    }

    @Test
    void halvesWhatLastsTwiceAsLong() {
        assertThat(rule.next(400, 120)).isEqualTo(200);
        assertThat(rule.next(400, Long.MAX_VALUE)).isEqualTo(200);
    }

    @Test
    void staysWithinItsBounds() {
        assertThat(rule.next(600, 0)).isEqualTo(1_000);
        assertThat(rule.next(1_000, 0)).isEqualTo(1_000);
        assertThat(rule.next(150, 120)).isEqualTo(100);
        assertThat(rule.next(100, 120)).isEqualTo(100);
    }
}
