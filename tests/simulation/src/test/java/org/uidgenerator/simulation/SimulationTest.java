package org.uidgenerator.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(value = 1, unit = TimeUnit.DAYS) // for -Dsimulation.seeds
class SimulationTest {
    private final SeededRuns<Weakness, Ledger> runs =
            new SeededRuns<>(SimulationTest.class, 300, Weakness.NONE, SimulationTest::run);

    private static Store store;

    @BeforeAll
    static void openStore() {
        store = new Store();
    }

    @AfterAll
    static void closeStore() {
        store.close();
    }

    private static Ledger run(long seed, Weakness weakness, Trace trace) {
        Simulation simulation = new Simulation(seed, weakness, store, trace);
        simulation.run();
        return simulation.ledger();
    }

    @Test
    void keepsItsPromisesInAFewRuns() throws InterruptedException {
        runs.fewKeepTheirPromises(ledger -> {});
    }

    @Test
    @Tag("proof")
    void keepsItsPromises() throws InterruptedException {
        Progress progress = new Progress(runs.seeds());
        runs.keepTheirPromises(progress::add);
        System.out.println("covered: " + progress);
        assertThat(progress.uids()).isPositive();
        if (runs.seeds() > 10) {
            assertThat(progress.additional()).isPositive();
        }
    }

    @Test
    @Tag("proof")
    void repeatsARun() throws InterruptedException {
        runs.repeat();
    }

    @ParameterizedTest
    @Tag("proof")
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void findsAWeakness(Weakness weakness) {
        runs.find(weakness);
    }
}
