package org.uidgenerator.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SegmentSimulationTest {
    private static final Long SEED = Long.getLong("simulation.seed");
    private static final long FIRST_SEED = SEED == null ? 1 : SEED;
    private static final long SEEDS = Long.getLong("simulation.seeds", SEED == null ? 200 : 1);
    private static final long SEEDS_TO_FIND_A_WEAKNESS = 200;
    private static final int LINES_OF_A_FAILURE = 60;
    private static final String REPLAY =
            "./mvnw test -pl tests/simulation -am -Dtest=SegmentSimulationTest#keepsItsPromises -Dsurefire.failIfNoSpecifiedTests=false -Dsimulation.seed=";

    @Test
    void keepsItsPromises() throws InterruptedException {
        long[] numbers = new long[1];
        CallerThread.run(() -> {
            for (long seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
                Trace trace = new Trace(SEEDS == 1 ? Integer.MAX_VALUE : LINES_OF_A_FAILURE);
                numbers[0] += run(seed, SegmentWeakness.NONE, trace);
                if (SEEDS == 1) {
                    System.out.println(trace);
                }
            }
        });
        System.out.println(String.format(Locale.ROOT, "%,d seeds, %,d numbers", SEEDS, numbers[0]));
        assertThat(numbers[0]).isPositive();
    }

    private static long run(long seed, SegmentWeakness weakness, Trace trace) {
        SegmentSimulation simulation = new SegmentSimulation(seed, weakness, trace);
        try {
            simulation.run();
            return simulation.ledger().numbers();
        } catch (Violation e) {
            throw new AssertionError(
                    String.format(
                            Locale.ROOT,
                            "%s%nseed %d, what happened last:%n%s%nreplay: %s%d",
                            e.getMessage(),
                            seed,
                            trace,
                            REPLAY,
                            seed),
                    e);
        }
    }

    @Test
    void repeatsARun() throws InterruptedException {
        CallerThread.run(() -> {
            for (long seed = 1; seed <= 10; seed++) {
                Trace first = new Trace(LINES_OF_A_FAILURE);
                run(seed, SegmentWeakness.NONE, first);
                Trace second = new Trace(LINES_OF_A_FAILURE);
                run(seed, SegmentWeakness.NONE, second);
                assertThat(second.fingerprint()).as("seed %d", seed).isEqualTo(first.fingerprint());
            }
        });
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void findsAWeakness(SegmentWeakness weakness) {
        assertThatThrownBy(() -> CallerThread.run(() -> {
                    for (long seed = 1; seed <= SEEDS_TO_FIND_A_WEAKNESS; seed++) {
                        run(seed, weakness, new Trace(LINES_OF_A_FAILURE));
                    }
                }))
                .hasCauseInstanceOf(Violation.class)
                .satisfies(found -> System.out.println(String.format(
                        Locale.ROOT,
                        "%s is found: %s",
                        weakness,
                        found.getMessage().lines().limit(2).toList())));
    }
}
