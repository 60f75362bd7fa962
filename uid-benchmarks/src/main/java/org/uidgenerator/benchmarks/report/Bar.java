package org.uidgenerator.benchmarks.report;

import static org.uidgenerator.benchmarks.report.Figures.number;

import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A demand, and whether it is met.
 *
 * @param measured the figure, or why there is none
 */
record Bar(String what, String demanded, String measured, Verdict verdict) {
    private static final String LEFT_OUT = "left out by this mode";

    enum Verdict {
        MET("met"),
        NOT_MET("**not met**"),
        NOT_MEASURED("not measured");

        private final String text;

        Verdict(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    static Bar atLeast(double times, String what, double measured, String remark) {
        return of(
                what,
                "at least " + number(times) + " times",
                Optional.of(measured).filter(ratio -> !ratio.isNaN()),
                ratio -> number(ratio) + remark,
                ratio -> ratio >= times);
    }

    /** Returns the bar with another reason if it is not measured. */
    Bar because(@Nullable String reason) {
        return reason == null || verdict != Verdict.NOT_MEASURED ? this : new Bar(what, demanded, reason, verdict);
    }

    static <T> Bar of(
            String what, String demanded, Optional<T> measured, Function<T, String> text, Predicate<T> isMet) {
        return measured.map(
                        it -> new Bar(what, demanded, text.apply(it), isMet.test(it) ? Verdict.MET : Verdict.NOT_MET))
                .orElseGet(() -> new Bar(what, demanded, LEFT_OUT, Verdict.NOT_MEASURED));
    }
}
