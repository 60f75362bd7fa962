package org.uidgenerator.benchmarks;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;

/** Says before each step what it is, how many there are, and how much time is left, judged by the steps so far. */
final class Progress {
    private final PrintStream out;
    private final LongSupplier nanoTime;
    private final int steps;
    private final double plannedSeconds;
    private final long startNanos;
    private int begun;
    private double begunSeconds;

    Progress(PrintStream out, LongSupplier nanoTime, List<Step> steps) {
        this.out = out;
        this.nanoTime = nanoTime;
        this.steps = steps.size();
        plannedSeconds = steps.stream().mapToDouble(Step::seconds).sum();
        startNanos = nanoTime.getAsLong();
    }

    void begin(Step step) {
        double elapsed = (nanoTime.getAsLong() - startNanos) / 1e9;
        double pace = begunSeconds == 0 ? 1 : elapsed / begunSeconds;
        long left = Math.round((plannedSeconds - begunSeconds) * pace);
        begun++;
        begunSeconds += step.seconds();
        out.printf(Locale.ROOT, "[%d/%d] %s (%d min %02d s left)%n", begun, steps, step.what(), left / 60, left % 60);
    }
}
