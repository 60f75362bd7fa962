package org.uidgenerator.benchmarks.report;

import java.util.Locale;

/** Numbers as people read them. */
final class Figures {
    private Figures() {}

    /** Returns the number with three digits that count, or two after the point; nothing for not a number. */
    static String number(double value) {
        if (Double.isNaN(value)) {
            return "";
        }
        double size = Math.abs(value);
        return String.format(Locale.ROOT, size >= 99.95 ? "%,.0f" : size >= 9.995 ? "%.1f" : "%.2f", value);
    }
}
