package org.uidgenerator.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Locale;
import java.util.function.Consumer;

/**
 * Runs a simulation with one seed after the other, all of them or the one in {@code -Dsimulation.seed}.
 *
 * @param <W> what may be weakened
 * @param <R> what a run leaves
 */
final class SeededRuns<W, R> {
    private static final Long SEED = Long.getLong("simulation.seed");
    private static final long FIRST_SEED = SEED == null ? 1 : SEED;
    private static final long FEW_SEEDS = 10;
    private static final int LINES_OF_A_FAILURE = 60;

    private final Class<?> test;
    private final long usualSeeds;
    private final W none;
    private final Run<W, R> simulation;

    /** Runs once. */
    @FunctionalInterface
    interface Run<W, R> {
        R run(long seed, W weakness, Trace trace);
    }

    /**
     * Makes runs of a simulation.
     *
     * @param test whose {@code keepsItsPromises} replays a seed
     * @param usualSeeds how many there are unless {@code -Dsimulation.seeds} says so
     * @param none what weakens nothing
     */
    SeededRuns(Class<?> test, long usualSeeds, W none, Run<W, R> simulation) {
        this.test = test;
        this.usualSeeds = usualSeeds;
        this.none = none;
        this.simulation = simulation;
    }

    /** How many seeds there are. */
    long seeds() {
        return Long.getLong("simulation.seeds", SEED == null ? usualSeeds : 1);
    }

    /** Runs all. */
    void keepTheirPromises(Consumer<R> each) throws InterruptedException {
        keepTheirPromises(seeds(), each);
    }

    /** Runs so few that a build need not wait for them. */
    void fewKeepTheirPromises(Consumer<R> each) throws InterruptedException {
        keepTheirPromises(FEW_SEEDS, each);
    }

    private void keepTheirPromises(long seeds, Consumer<R> each) throws InterruptedException {
        CallerThread.run(() -> {
            for (long seed = FIRST_SEED; seed < FIRST_SEED + seeds; seed++) {
                Trace trace = new Trace(seeds == 1 ? Integer.MAX_VALUE : LINES_OF_A_FAILURE);
                each.accept(run(seed, none, trace));
                if (seeds == 1) {
                    System.out.println(trace);
                }
            }
        });
    }

    private R run(long seed, W weakness, Trace trace) {
        try {
            return simulation.run(seed, weakness, trace);
        } catch (Violation e) {
            throw new AssertionError(
                    String.format(
                            Locale.ROOT,
                            "%s%nseed %d, what happened last:%n%s%nreplay: ./mvnw verify -Dproofs=simulation -Dtest=%s#keepsItsPromises"
                                    + " -Dsurefire.failIfNoSpecifiedTests=false -Dsimulation.seed=%d",
                            e.getMessage(),
                            seed,
                            trace,
                            test.getSimpleName(),
                            seed),
                    e);
        }
    }

    /** Runs ten seeds twice. */
    void repeat() throws InterruptedException {
        CallerThread.run(() -> {
            for (long seed = 1; seed <= 10; seed++) {
                Trace first = new Trace(LINES_OF_A_FAILURE);
                run(seed, none, first);
                Trace second = new Trace(LINES_OF_A_FAILURE);
                run(seed, none, second);
                assertThat(second.fingerprint()).as("seed %d", seed).isEqualTo(first.fingerprint());
            }
        });
    }

    /** Runs with something weakened, until a promise is broken. */
    void find(W weakness) {
        assertThatThrownBy(() -> CallerThread.run(() -> {
                    for (long seed = 1; seed <= usualSeeds; seed++) {
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
