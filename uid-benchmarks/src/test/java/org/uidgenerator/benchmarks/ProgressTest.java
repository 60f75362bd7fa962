package org.uidgenerator.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ProgressTest {
    @Test
    void judgesTheTimeLeftByTheStepsSoFar() {
        AtomicLong nanos = new AtomicLong();
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        List<Step> steps = List.of(step("one", 30), step("two", 30), step("three", 60));
        Progress progress = new Progress(new PrintStream(printed, true, StandardCharsets.UTF_8), nanos::get, steps);

        progress.begin(steps.get(0));
        nanos.addAndGet(60_000_000_000L);
        progress.begin(steps.get(1));
        nanos.addAndGet(60_000_000_000L);
        progress.begin(steps.get(2));

        assertThat(printed.toString(StandardCharsets.UTF_8).lines())
                .containsExactly(
                        "[1/3] one (2 min 00 s left)", "[2/3] two (3 min 00 s left)", "[3/3] three (2 min 00 s left)");
    }

    private static Step step(String what, double seconds) {
        return new Step(what, seconds, () -> {});
    }
}
