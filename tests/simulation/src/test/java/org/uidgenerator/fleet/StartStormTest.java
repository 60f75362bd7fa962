package org.uidgenerator.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The cost of many starts at the same time, when all worker ids are new and when all were given back. */
@Tag("proof")
@Timeout(value = 1, unit = TimeUnit.DAYS) // for -Dfleet.processes
class StartStormTest {
    private static final int PROCESSES = Integer.getInteger("fleet.processes", 100);
    private static final int SAMPLE = 128;

    @ParameterizedTest
    @EnumSource
    void readsNoMoreRowsHoweverManyAreStarted(FleetStore kind) throws Exception {
        try (FleetStore.Connections connections = kind.connect()) {
            connections.newStore().overview(0, 0, Optional.empty()); // creates the table
            try (StartStorm first = StartStorm.of(kind + ", new", connections, PROCESSES)) {
                System.out.println(first);
                assertThat(first.failures()).isZero();
                assertThat(first.workerIds()).hasSize(PROCESSES).allMatch(workerId -> workerId < 2L * PROCESSES);
                requireFew(first);
            }
            try (StartStorm second = StartStorm.of(kind + ", again", connections, PROCESSES)) {
                System.out.println(second);
                assertThat(second.failures()).isZero();
                assertThat(second.workerIds()).hasSize(PROCESSES);
                requireFew(second);
            }
            assertThat(connections.newStore().list(0, Long.MAX_VALUE)).hasSizeLessThan(PROCESSES * 3 / 2);
        }
    }

    /** Two and three if no other start was faster, and more if the machine is busy, but never more for more starts. */
    private static void requireFew(StartStorm storm) {
        assertThat(storm.calls(0.5)).isLessThanOrEqualTo(8);
        assertThat(storm.rows(0.5)).isLessThanOrEqualTo(3 * SAMPLE);
    }
}
