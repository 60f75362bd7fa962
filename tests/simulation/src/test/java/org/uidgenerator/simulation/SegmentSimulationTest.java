package org.uidgenerator.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(value = 1, unit = TimeUnit.DAYS) // for -Dsimulation.seeds
class SegmentSimulationTest {
    private final SeededRuns<SegmentWeakness, Long> runs =
            new SeededRuns<>(SegmentSimulationTest.class, 200, SegmentWeakness.NONE, SegmentSimulationTest::run);

    private static long run(long seed, SegmentWeakness weakness, Trace trace) {
        SegmentSimulation simulation = new SegmentSimulation(seed, weakness, trace);
        simulation.run();
        return simulation.ledger().numbers();
    }

    @Test
    void keepsItsPromisesInAFewRuns() throws InterruptedException {
        runs.fewKeepTheirPromises(numbers -> {});
    }

    @Test
    @Tag("proof")
    void keepsItsPromises() throws InterruptedException {
        long[] numbers = new long[1];
        runs.keepTheirPromises(more -> numbers[0] += more);
        System.out.println(String.format(Locale.ROOT, "covered: %,d seeds, %,d numbers", runs.seeds(), numbers[0]));
        assertThat(numbers[0]).isPositive();
    }

    @Test
    @Tag("proof")
    void repeatsARun() throws InterruptedException {
        runs.repeat();
    }

    @ParameterizedTest
    @Tag("proof")
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void findsAWeakness(SegmentWeakness weakness) {
        runs.find(weakness);
    }
}
