package org.uidgenerator.generator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AdditionalWorkerIdsTest {
    @Test
    void areOverOnceTheirLastTickHasPassedIfTheyHaveOne() {
        AdditionalWorkerIds ids =
                new AdditionalWorkerIds(2, () -> reading -> 1, () -> 0, tick -> tick < 0, () -> 0, () -> 0);

        assertThat(ids.isOver(-1)).isTrue();
        assertThat(ids.isOver(0)).isFalse();
        assertThat(AdditionalWorkerIds.NONE.isOver(0)).isTrue();
    }

    @Test
    void areNeverWantedWhereOneIsTheMost() {
        WorkerIdPolicy policy = AdditionalWorkerIds.NONE.policy().get();

        assertThat(policy.wanted(new WorkerIdPolicy.Reading(0, 1, 0, 0, true))).isEqualTo(1);
    }
}
