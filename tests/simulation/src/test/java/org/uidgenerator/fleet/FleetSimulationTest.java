package org.uidgenerator.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.uidgenerator.UidLayout;

/** Weeks of a fleet in seconds. Prints what they cost, and draws it. */
@Tag("proof")
@Timeout(value = 1, unit = TimeUnit.DAYS) // for -Dfleet.processes and -Dfleet.days
class FleetSimulationTest {
    private static final int PROCESSES = Integer.getInteger("fleet.processes", 100);
    private static final int DAYS = Integer.getInteger("fleet.days", 5);
    private static final boolean HAS_SURGE = !"false".equals(System.getProperty("fleet.surge"));
    private static final long SEED = Long.getLong("fleet.seed", 1);

    /** So many calls of a small fleet may fall into one second. */
    private static final int CHANCE = 15;

    private static final Path PICTURES = Path.of("target", "fleet");

    @Test
    void usesNoTickTwiceAndKeepsTheStoreCalm() throws IOException {
        FleetPlan plan = new FleetPlan(PROCESSES, UidLayout.DEFAULT, Duration.ofMinutes(10), DAYS, HAS_SURGE, SEED);
        FleetSimulation fleet = new FleetSimulation(plan).run();
        FleetFigures figures = fleet.figures();
        report(fleet);
        draw(figures);

        assertThat(fleet.ledger().used()).isGreaterThan(PROCESSES * 40_000L * DAYS);
        assertThat(fleet.ledger().repeated()).isZero();
        assertThat(most(figures, FleetFigures.Sample::rows))
                .isLessThan(PROCESSES * 2L + 50); // kills of a day, a crash loop
        LongSummaryStatistics steady = figures.callsPerSecond(FleetPlan.Phase.STEADY);
        LongSummaryStatistics afterwards = figures.callsPerSecond(FleetPlan.Phase.AFTER_FAILOVER);
        assertThat(steady.getMax()).isLessThan((long) (2 * steady.getAverage()) + CHANCE);
        assertThat(afterwards.getMax()).isLessThan((long) (3 * steady.getAverage()) + CHANCE);
        assertThat(afterwards.getAverage()).isLessThan(2 * steady.getAverage());
    }

    private static long most(FleetFigures figures, ToLongFunction<FleetFigures.Sample> value) {
        return figures.samples().stream().mapToLong(value).max().orElseThrow();
    }

    private static void report(FleetSimulation fleet) {
        FleetFigures figures = fleet.figures();
        StringBuilder text = new StringBuilder(fleet.plan() + "\n");
        text.append(String.format(
                Locale.ROOT,
                "worker ids: most in use %d, most resting %d, most taken %d, rows %d%n",
                most(figures, FleetFigures.Sample::inUse),
                most(figures, FleetFigures.Sample::resting),
                most(figures, sample -> sample.inUse() + sample.resting()),
                most(figures, FleetFigures.Sample::rows)));
        text.append(String.format(
                Locale.ROOT,
                "starts: %d, tried again %d, refused %d times, longest delay %s; without ticks %s in total%n",
                figures.starts(),
                figures.delayed(),
                figures.refusals(),
                figures.longestDelay(),
                figures.withoutTicks()));
        for (FleetPlan.Phase phase : FleetPlan.Phase.values()) {
            text.append(String.format(
                    Locale.ROOT,
                    "calls per second, %s: mean %.2f, most %d%n",
                    phase,
                    figures.callsPerSecond(phase).getAverage(),
                    figures.callsPerSecond(phase).getMax()));
        }
        text.append(String.format(
                Locale.ROOT,
                "ticks used: %d, twice: %d, and %d where the store has lost an acquisition",
                fleet.ledger().used(),
                fleet.ledger().repeated(),
                fleet.ledger().repeatedAfterLoss()));
        System.out.println(text);
        System.out.printf(
                Locale.ROOT,
                "covered: %d processes of a fleet for %d days, %,d ticks%n",
                PROCESSES,
                DAYS,
                fleet.ledger().used());
    }

    private static void draw(FleetFigures figures) throws IOException {
        Files.createDirectories(PICTURES);
        List<FleetFigures.Sample> samples = figures.samples();
        Files.writeString(
                PICTURES.resolve("fleet-worker-ids.svg"),
                LineChart.of(
                        "Worker ids of a fleet, day by day",
                        place -> "day " + (samples.get((int) place).second() / 86_400 + 1),
                        288,
                        List.of(
                                line("in use", samples, FleetFigures.Sample::inUse),
                                line("rows in the store", samples, FleetFigures.Sample::rows),
                                line("resting after a kill", samples, FleetFigures.Sample::resting))));
        Files.writeString(
                PICTURES.resolve("fleet-calls.svg"),
                LineChart.of(
                        "Calls of the store per second, around a minute without it",
                        place -> place / 60 - 10 + " min",
                        300,
                        List.of(new LineChart.Line("calls per second", figures.callsAroundFailover()))));
    }

    private static LineChart.Line line(
            String name, List<FleetFigures.Sample> samples, ToLongFunction<FleetFigures.Sample> value) {
        return new LineChart.Line(
                name, samples.stream().mapToLong(value).boxed().toList());
    }
}
