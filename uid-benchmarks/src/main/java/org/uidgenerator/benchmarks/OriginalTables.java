package org.uidgenerator.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** The rows of the three tables that the original has published. */
final class OriginalTables {
    record Row(String layout, int threads) {
        static Row of(int timeBits, int workerBits, int threads) {
            return new Row(
                    String.format(Locale.ROOT, "%d/%d/%d", timeBits, workerBits, 63 - timeBits - workerBits), threads);
        }
    }

    private OriginalTables() {}

    /** All rows, or of each table the first, one in the middle and the last. */
    static List<Row> rows(boolean all) {
        List<Row> rows = new ArrayList<>();
        pick(all, 25, 32).forEach(timeBits -> rows.add(Row.of(timeBits, 20, 1)));
        pick(all, 20, 29).forEach(workerBits -> rows.add(Row.of(31, workerBits, 1)));
        pick(all, 1, 8).forEach(consumers -> rows.add(Row.of(31, 23, consumers)));
        return rows;
    }

    private static IntStream pick(boolean all, int first, int last) {
        return all ? IntStream.rangeClosed(first, last) : IntStream.of(first, (first + last) / 2, last);
    }
}
