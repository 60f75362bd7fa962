package org.uidgenerator.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.uidgenerator.benchmarks.contestants.Entrant;

class SettingsTest {
    private final Properties properties = new Properties();

    @Test
    void isShortAndWithoutAlternativesUnlessAskedFor() {
        Settings settings = Settings.of(properties);

        assertThat(settings)
                .hasToString("short mode, forks: 1, each of 3 x 500 ms warm-up and 5 x 300 ms for throughput"
                        + " and of 2 x 400 ms warm-up and 5 x 200 ms for the rest, JMH gc profiler");
        assertThat(settings.runs(Entrant.OWNED_STRIPES, 1)).isFalse();
    }

    @Test
    void runsOnMoreThreadsThanCoresWhatBarsNameOnly() {
        properties.setProperty("benchmark.alternatives", "true");
        Settings settings = Settings.of(properties);

        assertThat(settings.runs(Entrant.OWNED_STRIPES, 1_000_000)).isTrue();
        assertThat(settings.runs(Entrant.CACHED, 1_000_000)).isTrue();
        assertThat(settings.runs(Entrant.HUTOOL, 1_000_000)).isFalse();
        assertThat(settings.runs(Entrant.HUTOOL, 2)).isTrue();
    }

    @Test
    void comparesInAModeForScalingOnlyWhatBarsName() {
        properties.setProperty("benchmark.mode", "scaling");
        Settings settings = Settings.of(properties);

        assertThat(settings.runs(Entrant.CACHED, 1)).isTrue();
        assertThat(settings.runs(Entrant.CACHED, 1_000_000)).isTrue();
        assertThat(settings.runs(Entrant.HUTOOL, 1)).isFalse();
    }

    @Test
    void refusesAModeThatThereIsNot() {
        properties.setProperty("benchmark.mode", "long");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> Settings.of(properties))
                .withMessage(
                        "benchmark.mode must be one of smoke, scaling, brief, short, full, inserts, service, machine-code: benchmark.mode=long");
    }
}
