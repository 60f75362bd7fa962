package org.uidgenerator.benchmarks.report;

import java.util.Locale;

/** Something that was demanded, and whether it is so. */
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

    static Bar atLeast(String what, double demanded, double measured, String remark) {
        return of(
                what,
                String.format(Locale.ROOT, "at least %s times", Shown.number(demanded)),
                measured,
                measured >= demanded,
                remark);
    }

    private static Bar of(String what, String demanded, double measured, boolean met, String remark) {
        if (Double.isNaN(measured)) {
            return notMeasured(what, demanded);
        }
        return new Bar(what, demanded, Shown.number(measured) + remark, met ? Verdict.MET : Verdict.NOT_MET);
    }

    static Bar of(String what, String demanded, String measured, boolean met) {
        return new Bar(what, demanded, measured, met ? Verdict.MET : Verdict.NOT_MET);
    }

    static Bar notMeasured(String what, String demanded) {
        return new Bar(what, demanded, "", Verdict.NOT_MEASURED);
    }
}
