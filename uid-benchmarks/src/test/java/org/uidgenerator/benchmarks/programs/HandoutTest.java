package org.uidgenerator.benchmarks.programs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.uidgenerator.UidLayout;

class HandoutTest {
    private static final UidLayout LAYOUT = UidLayout.of(41, 20, 2);
    private static final long TICK = 1 << 22;
    private static final long WORKER = 1 << 2;

    @Test
    void countsWhatCameTwiceAndWhatNobodyGot() {
        long[] one = {WORKER, WORKER + 1, WORKER + 3};
        long[] other = {WORKER + 3, TICK + WORKER + 1};

        assertThat(Handout.of(LAYOUT, new long[][] {other, one})).isEqualTo(new Handout(5, 1, 2));
    }

    @Test
    void losesNothingWhereATickFollowsTheOther() {
        long[] uids = {WORKER + 3, TICK + WORKER};

        assertThat(Handout.of(LAYOUT, new long[][] {uids})).isEqualTo(new Handout(2, 0, 0));
    }
}
