package org.uidgenerator.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class DotPlotTest {
    @Test
    void drawsNoDotWhereTheAxisHasNoPlace() {
        DotPlot.Row row = new DotPlot.Row("some", true, List.of(0.0, 10.0, Double.NaN, 100.0));

        String svg = DotPlot.of("title", List.of("a", "b", "c", "d"), List.of(row));

        assertThat(svg).doesNotContain("Infinity", "NaN");
        assertThat(svg.split("<circle", -1)).hasSize(1 + 4 + 2); // what is before, the legend and the row
    }
}
