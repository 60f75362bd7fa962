package org.uidgenerator.benchmarks.inserts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Properties;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Keys of several kinds on real databases; a run fails by itself if rows or keys are missing. */
class InsertRunTest {
    private static final InsertSettings TINY = new InsertSettings(300, 10);
    private static final List<RowKey> KEYS = List.of(RowKey.IDENTITY, RowKey.SEQUENCE);

    static Iterable<Supplier<Target>> targets() {
        return Target.all();
    }

    /** Starts two servers, which takes some 20 s: nothing else runs this program on them. */
    @ParameterizedTest
    @MethodSource("targets")
    void insertsRowsOrFails(Supplier<Target> start) throws Exception {
        try (Target target = start.get()) {
            for (RowKey key : KEYS) {
                if (key.runsOn(target)) {
                    try (InsertRun run = new InsertRun(target, key, TINY)) {
                        assertFigures(run.measure());
                    }
                }
            }
        }
    }

    private static void assertFigures(InsertFigures figures) {
        assertThat(figures.fill()).as("%s", figures).isPositive();
        assertThat(figures.eightWriters()).as("%s", figures).isPositive();
        assertThat(figures.oneWriter()).as("%s", figures).isPositive();
        assertThat(figures.orders()).as("%s", figures).isPositive();
        assertThat(figures.tableBytes()).as("%s", figures).isPositive();
        if (!figures.database().equals("H2")) {
            double perRow = figures.key() == RowKey.SEQUENCE ? 2 : 1;
            assertThat(figures.tripsPerRow()).as("%s", figures).isCloseTo(perRow, within(0.2));
            assertThat(figures.logBytes()).as("%s", figures).isPositive();
        }
    }

    @Test
    void refusesNoRows() {
        Properties properties = new Properties();
        properties.setProperty("benchmark.rows", "0");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> InsertSettings.of(properties))
                .withMessage("benchmark.rows must be in [1, 999999999]: benchmark.rows=0");
    }
}
