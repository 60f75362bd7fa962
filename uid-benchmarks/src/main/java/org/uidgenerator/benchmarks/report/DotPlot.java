package org.uidgenerator.benchmarks.report;

import java.util.DoubleSummaryStatistics;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;

/**
 * Rows of dots over a logarithmic axis, as SVG. Dots, because bars start at zero, which a logarithmic axis does not
 * have.
 */
final class DotPlot {
    /** A row with a value above zero; a value that is zero or not a number has no dot. */
    record Row(String label, boolean isOurs, List<Double> values) {
        private DoubleSummaryStatistics range() {
            return values.stream()
                    .mapToDouble(Double::doubleValue)
                    .filter(Row::hasDot)
                    .summaryStatistics();
        }

        private static boolean hasDot(double value) {
            return value > 0;
        }
    }

    private static final int LEFT = 300;
    private static final int WIDTH = 620;
    private static final int TOP = 70;
    private static final int ROW_HEIGHT = 22;
    private static final int LEGEND_WIDTH = 700;
    private static final int MOST_PER_SERIES = 140;
    private static final String OURS = "#1f6fc4";
    private static final String OTHERS = "#707070";

    private final Formatter svg = new Formatter(Locale.ROOT);
    private final int lowest;
    private final int highest;

    private DotPlot(double least, double most) {
        lowest = (int) Math.floor(Math.log10(least));
        highest = Math.max(lowest + 1, (int) Math.ceil(Math.log10(most)));
    }

    /**
     * Returns the picture. The dots of a row grow darker from the first series to the last; the rightmost has its
     * number.
     */
    static String of(String title, List<String> series, List<Row> rows) {
        DoubleSummaryStatistics range = new DoubleSummaryStatistics();
        rows.forEach(row -> range.combine(row.range()));
        DotPlot plot = new DotPlot(range.getMin(), range.getMax());
        plot.draw(title, series, rows);
        return plot.svg.toString();
    }

    private void draw(String title, List<String> series, List<Row> rows) {
        int bottom = TOP + rows.size() * ROW_HEIGHT;
        svg.format(
                "<svg xmlns='http://www.w3.org/2000/svg' width='1000' height='%d' viewBox='0 0 1000 %1$d'",
                bottom + 30);
        svg.format(" font-family='sans-serif' font-size='13' fill='#333'>\n");
        svg.format("<rect width='100%%' height='100%%' fill='#fff'/>\n");
        svg.format("<text x='%d' y='25' font-size='16'>%s; blue: this project</text>\n", LEFT, title);
        for (int i = 0; i < series.size(); i++) {
            int x = LEFT + i * Math.min(MOST_PER_SERIES, LEGEND_WIDTH / series.size());
            dot(x, 45, OTHERS, i, series.size());
            svg.format("<text x='%d' y='50'>%s</text>\n", x + 10, series.get(i));
        }
        for (int decade = lowest; decade <= highest; decade++) {
            double value = Math.pow(10, decade);
            svg.format("<line x1='%.1f' y1='%d' x2='%1$.1f' y2='%d' stroke='#ddd'/>\n", x(value), TOP, bottom);
            svg.format("<text x='%.1f' y='%d' text-anchor='middle'>10", x(value), bottom + 20);
            svg.format("<tspan dy='-5' font-size='10'>%d</tspan></text>\n", decade);
        }
        for (int i = 0; i < rows.size(); i++) {
            draw(rows.get(i), TOP + i * ROW_HEIGHT + ROW_HEIGHT / 2);
        }
        svg.format("</svg>\n");
    }

    private void draw(Row row, int y) {
        String color = row.isOurs() ? OURS : OTHERS;
        DoubleSummaryStatistics range = row.range();
        double right = x(range.getMax());
        svg.format("<text x='%d' y='%d' text-anchor='end' fill='%s'>%s</text>\n", LEFT - 10, y + 4, color, row.label());
        svg.format("<line x1='%.1f' y1='%d' x2='%.1f' y2='%2$d' stroke='%s'/>\n", x(range.getMin()), y, right, color);
        for (int i = 0; i < row.values().size(); i++) {
            double value = row.values().get(i);
            if (Row.hasDot(value)) {
                dot(x(value), y, color, i, row.values().size());
            }
        }
        svg.format("<text x='%.1f' y='%d'>%s</text>\n", right + 10, y + 4, Figures.number(range.getMax()));
    }

    private void dot(double x, int y, String color, int index, int count) {
        double shade = (double) index / Math.max(1, count - 1);
        svg.format(
                "<circle cx='%.1f' cy='%d' r='5' fill='%s' fill-opacity='%.2f' stroke='%3$s'/>\n", x, y, color, shade);
    }

    private double x(double value) {
        return LEFT + WIDTH * (Math.log10(value) - lowest) / (highest - lowest);
    }
}
