package org.uidgenerator.benchmarks.inserts;

import java.util.Locale;
import java.util.Properties;

/**
 * The extent of a run of inserts.
 *
 * @param rows how many rows fill the table; a fiftieth as many orders follow
 * @param millis how long each rate in the filled table is measured
 */
record InsertSettings(int rows, int millis) {
    static InsertSettings of(Properties properties) {
        return new InsertSettings(
                positive(properties, "benchmark.rows", "300000"), positive(properties, "benchmark.millis", "3000"));
    }

    private static int positive(Properties properties, String name, String otherwise) {
        String value = properties.getProperty(name, otherwise);
        if (!value.matches("[1-9][0-9]{0,8}")) {
            throw new IllegalArgumentException(name + " must be in [1, 999999999]: " + name + "=" + value);
        }
        return Integer.parseInt(value);
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%,d rows fill each table, %,d orders follow, and the other rates are those of %,d ms",
                rows,
                orders(),
                millis);
    }

    int orders() {
        return Math.max(1, rows / 50);
    }
}
