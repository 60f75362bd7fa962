package org.uidgenerator.benchmarks.report;

import static org.uidgenerator.benchmarks.report.Figures.number;

import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/** What is demanded, and whether it is met. */
record Bar(String what, String demanded, String measured, Verdict verdict) {
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

    static <T> Bar of(
            String what, String demanded, Optional<T> measured, Function<T, String> text, Predicate<T> isMet) {
        return measured.map(
                        it -> new Bar(what, demanded, text.apply(it), isMet.test(it) ? Verdict.MET : Verdict.NOT_MET))
                .orElseGet(() -> new Bar(what, demanded, "", Verdict.NOT_MEASURED));
    }
}
