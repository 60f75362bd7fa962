package org.uidgenerator.benchmarks.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RoundsTest {
    private static Rounds.Window window(int requests, double cpuSeconds) {
        return Rounds.Window.of(
                LongStream.rangeClosed(1, requests).map(i -> i * 1_000).toArray(), 2, cpuSeconds);
    }

    @Test
    void comparesWhatASlowRoundHasWithTheServletOfThatRound() {
        Rounds rounds = new Rounds();
        for (int speed : new int[] {1, 10, 2}) {
            rounds.add(Rounds.FLOOR, 1, window(1_000 * speed, 0.4));
            rounds.add("/api/ids?count=100", 100, window(500 * speed, 0.3));
        }

        assertThat(rounds.figures())
                .isEqualTo(List.of(
                        new ServiceFigures(
                                Rounds.FLOOR, 1_000, 1, 1_001, 1_981, 200, new ServiceFigures.Ratios(1, 1, 1)),
                        new ServiceFigures(
                                "/api/ids?count=100",
                                500,
                                100,
                                501,
                                991,
                                300,
                                new ServiceFigures.Ratios(0.5, 991.0 / 1_981, 1.5))));
    }

    @Test
    void refusesAWindowWithoutAnswers() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> window(0, 0.4))
                .withMessage("a window must have answers: seconds=2.0");
    }

    @Test
    void knowsNoProcessorTimeOfAServerOfManyProcesses() {
        Rounds rounds = new Rounds();
        rounds.add("Redis INCR", 1, window(1_000, Double.NaN));

        assertThat(rounds.figures().get(0).cpuMicros()).isNaN();
        assertThat(rounds.figures().get(0).ofServlet().perSecond()).isNaN();
    }
}
