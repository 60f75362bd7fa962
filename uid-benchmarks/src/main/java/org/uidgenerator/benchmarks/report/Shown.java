package org.uidgenerator.benchmarks.report;

import java.util.Locale;

/** Numbers as people read them: three digits that count. */
final class Shown {
    private static final double[] STEPS = {1e-3, 1, 60, 3_600, 86_400, 31_557_600};
    private static final String[] UNITS = {"ms", "s", "min", "h", "d", "years"};

    private Shown() {}

    static String number(double value) {
        if (Double.isNaN(value)) {
            return "";
        }
        double size = Math.abs(value);
        return String.format(Locale.ROOT, size >= 99.95 ? "%,.0f" : size >= 9.995 ? "%.1f" : "%.2f", value);
    }

    static String bytes(double value) {
        return Double.isNaN(value) ? "" : String.format(Locale.ROOT, "%.0f", value);
    }

    static String duration(double seconds) {
        int unit = 0;
        while (unit + 1 < STEPS.length && Math.abs(seconds) >= STEPS[unit + 1]) {
            unit++;
        }
        double value = seconds / STEPS[unit];
        return String.format(Locale.ROOT, unit == 0 ? "%.0f %s" : "%.1f %s", value, UNITS[unit]);
    }
}
