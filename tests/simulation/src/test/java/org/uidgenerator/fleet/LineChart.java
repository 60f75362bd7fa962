package org.uidgenerator.fleet;

import java.util.Formatter;
import java.util.List;
import java.util.Locale;
import java.util.function.LongFunction;

/** Lines over time, as SVG. */
final class LineChart {
    private static final int LEFT = 70;
    private static final int TOP = 40;
    private static final int WIDTH = 640;
    private static final int HEIGHT = 200;
    private static final int GRID_LINES = 4;
    private static final List<String> COLORS = List.of("#1f6fc4", "#c4561f", "#4f9d4f");

    /**
     * A line.
     *
     * @param name for the legend
     * @param values at equal distances
     */
    record Line(String name, List<Long> values) {}

    private LineChart() {}

    /**
     * Draws lines of equal length.
     *
     * @param label what stands below a place of the horizontal axis, counted in values
     * @param step how many values there are between two labels
     */
    static String of(String title, LongFunction<String> label, int step, List<Line> lines) {
        Formatter svg = new Formatter(Locale.ROOT);
        int size = lines.get(0).values().size();
        long greatest = round(lines.stream()
                .flatMap(line -> line.values().stream())
                .mapToLong(Long::longValue)
                .max()
                .orElse(1));
        svg.format(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %1$d %2$d\" role=\"img\">%n",
                LEFT + WIDTH + 20, TOP + HEIGHT + 40);
        svg.format("  <title>%s</title>%n", title);
        svg.format(
                "  <style>.paper { fill: #ffffff } text { fill: #1f2328; font: 12px sans-serif } line { stroke: #d0d7de }%n");
        svg.format(
                "    @media (prefers-color-scheme: dark) { .paper { fill: #0d1117 } text { fill: #e6edf3 } line { stroke: #30363d } }%n");
        svg.format("  </style>%n  <rect class=\"paper\" width=\"100%%\" height=\"100%%\"/>%n");
        for (int i = 0; i <= GRID_LINES; i++) {
            int y = TOP + HEIGHT - HEIGHT * i / GRID_LINES;
            svg.format("  <line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%2$d\"/>", LEFT, y, LEFT + WIDTH);
            svg.format(
                    "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%,d</text>%n",
                    LEFT - 8, y + 4, greatest * i / GRID_LINES);
        }
        for (int i = 0; i < size; i += step) {
            svg.format(
                    "  <text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>%n",
                    LEFT + (long) WIDTH * i / size, TOP + HEIGHT + 20, label.apply(i));
        }
        for (int number = 0; number < lines.size(); number++) {
            draw(svg, lines.get(number), number, greatest);
        }
        return svg.format("</svg>%n").toString();
    }

    private static void draw(Formatter svg, Line line, int number, long greatest) {
        String color = COLORS.get(number);
        svg.format("  <polyline fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\" points=\"", color);
        List<Long> values = line.values();
        for (int i = 0; i < values.size(); i++) {
            svg.format(
                    "%s%d,%d",
                    i == 0 ? "" : " ",
                    LEFT + (long) WIDTH * i / values.size(),
                    TOP + HEIGHT - HEIGHT * values.get(i) / greatest);
        }
        svg.format(
                "\"/>%n  <rect x=\"%d\" y=\"14\" width=\"12\" height=\"12\" fill=\"%s\"/>", LEFT + 210 * number, color);
        svg.format("<text x=\"%d\" y=\"24\">%s</text>%n", LEFT + 210 * number + 18, line.name());
    }

    /** The next number of one digit and zeros that {@link #GRID_LINES} divides well. */
    private static long round(long value) {
        long unit = (long) Math.pow(10, Math.floor(Math.log10((double) Math.max(1, value))));
        for (long factor : new long[] {1, 2, 4, 8}) {
            if (unit * factor >= value && unit * factor >= GRID_LINES) {
                return unit * factor;
            }
        }
        return 20 * unit;
    }
}
