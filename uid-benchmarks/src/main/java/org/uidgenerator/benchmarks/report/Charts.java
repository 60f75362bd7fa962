package org.uidgenerator.benchmarks.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Paint;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jfree.chart.ChartFactory;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.StandardChartTheme;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.block.BlockBorder;
import org.jfree.chart.plot.CategoryPlot;
import org.jfree.chart.plot.PlotOrientation;
import org.jfree.chart.renderer.category.BarRenderer;
import org.jfree.chart.renderer.category.LineAndShapeRenderer;
import org.jfree.chart.renderer.category.StandardBarPainter;
import org.jfree.data.category.DefaultCategoryDataset;
import org.uidgenerator.benchmarks.contestants.Entrant;
import org.uidgenerator.benchmarks.contestants.Kind;

/** The results as pictures, on white so that they can be read on any page. */
final class Charts {
    private static final String MILLION_IDS = "million ids a second";
    private static final Color GRID = new Color(0xDD, 0xDD, 0xDD);
    private static final Color OURS_FEW = new Color(0x9C, 0xC3, 0xEB);
    private static final Color OURS_MANY = new Color(0x1F, 0x6F, 0xC4);
    private static final Color OTHERS_FEW = new Color(0xD0, 0xD0, 0xD0);
    private static final Color OTHERS_MANY = new Color(0x80, 0x80, 0x80);
    private static final List<Color> LINES = List.of(
            new Color(0x1F, 0x6F, 0xC4),
            new Color(0x5E, 0xA9, 0xE8),
            new Color(0x12, 0x3F, 0x73),
            new Color(0xD6, 0x45, 0x3D),
            new Color(0xE8, 0x9B, 0x1C),
            new Color(0x4F, 0x9D, 0x4A),
            new Color(0x8A, 0x5B, 0xB5),
            new Color(0x6B, 0x6B, 0x6B));

    private final Results results;

    Charts(Results results) {
        this.results = results;
    }

    /** Each contestant on one thread and on as many as there are cores, fastest first. */
    JFreeChart throughput() {
        int cores = results.machine.cores();
        List<Entrant> entrants = Arrays.stream(Entrant.values())
                .filter(entrant -> !Double.isNaN(results.rate(entrant, cores)))
                .sorted(Comparator.comparingDouble((Entrant entrant) -> results.rate(entrant, cores))
                        .reversed())
                .toList();
        DefaultCategoryDataset data = new DefaultCategoryDataset();
        for (Entrant entrant : entrants) {
            data.addValue(results.rate(entrant, cores), cores + " threads", entrant.shownName());
            data.addValue(results.rate(entrant, 1), "1 thread", entrant.shownName());
        }
        JFreeChart chart = ChartFactory.createBarChart(
                "Ids a second, all threads together",
                null,
                MILLION_IDS,
                data,
                PlotOrientation.HORIZONTAL,
                true,
                false,
                false);
        dress(chart);
        chart.getCategoryPlot().setRenderer(new OursStandOut(entrants));
        return chart;
    }

    /** How the rate changes with the number of threads. */
    JFreeChart scaling() {
        DefaultCategoryDataset data = new DefaultCategoryDataset();
        for (Entrant entrant : compared()) {
            for (int threads : results.threadCounts(Results.THROUGHPUT)) {
                double rate = results.rate(entrant, threads);
                if (!Double.isNaN(rate)) {
                    data.addValue(rate, entrant.shownName(), Integer.valueOf(threads));
                }
            }
        }
        return lines(
                "Ids a second over threads, %d cores".formatted(results.machine.cores()), "threads", MILLION_IDS, data);
    }

    /** The time that a call takes, from the usual one to the rare one. */
    JFreeChart latency() {
        DefaultCategoryDataset data = new DefaultCategoryDataset();
        for (Latency latency : results.latencies) {
            String name = Entrant.valueOf(latency.subject()).shownName();
            latency.nanos().forEach((percentile, nanos) -> data.addValue(nanos, name, "p" + percentile));
        }
        return lines("Time of a call at 2 threads", "percentile", "ns", data);
    }

    /** Those that were measured on more threads than there are cores. */
    private List<Entrant> compared() {
        List<Integer> threadCounts = results.threadCounts(Results.THROUGHPUT);
        return Arrays.stream(Entrant.values())
                .filter(entrant ->
                        threadCounts.stream().noneMatch(threads -> Double.isNaN(results.rate(entrant, threads))))
                .filter(COMPARED::contains)
                .toList();
    }

    private static final List<Entrant> COMPARED = List.of(
            Entrant.CACHED,
            Entrant.CACHED_STRICT,
            Entrant.ON_DEMAND,
            Entrant.ATOMIC_LONG,
            Entrant.ORIGINAL,
            Entrant.COSID_CHAIN,
            Entrant.COSID_UNCAPPED,
            Entrant.TSID_CREATOR);

    private static JFreeChart lines(String title, String across, String up, DefaultCategoryDataset data) {
        JFreeChart chart =
                ChartFactory.createLineChart(title, across, up, data, PlotOrientation.VERTICAL, true, false, false);
        dress(chart);
        LineAndShapeRenderer renderer = new LineAndShapeRenderer(true, true);
        for (int i = 0; i < data.getRowCount(); i++) {
            renderer.setSeriesPaint(i, LINES.get(i % LINES.size()));
            renderer.setSeriesStroke(i, new BasicStroke(2.5f));
        }
        chart.getCategoryPlot().setRenderer(renderer);
        chart.getCategoryPlot().getDomainAxis().setLowerMargin(0.02);
        chart.getCategoryPlot().getDomainAxis().setUpperMargin(0.02);
        return chart;
    }

    private static void dress(JFreeChart chart) {
        StandardChartTheme theme = new StandardChartTheme("plain");
        theme.setExtraLargeFont(new Font(Font.SANS_SERIF, Font.BOLD, 18));
        theme.setLargeFont(new Font(Font.SANS_SERIF, Font.PLAIN, 14));
        theme.setRegularFont(new Font(Font.SANS_SERIF, Font.PLAIN, 13));
        theme.setSmallFont(new Font(Font.SANS_SERIF, Font.PLAIN, 11));
        theme.setChartBackgroundPaint(Color.WHITE);
        theme.setPlotBackgroundPaint(Color.WHITE);
        theme.setRangeGridlinePaint(GRID);
        theme.setDomainGridlinePaint(GRID);
        theme.setAxisLabelPaint(Color.DARK_GRAY);
        theme.setTickLabelPaint(Color.DARK_GRAY);
        theme.setShadowVisible(false);
        theme.apply(chart);
        chart.getLegend().setFrame(BlockBorder.NONE);
        CategoryPlot plot = chart.getCategoryPlot();
        plot.setOutlineVisible(false);
        LogAxis axis = new LogAxis(plot.getRangeAxis().getLabel());
        axis.setNumberFormatOverride(new DecimalFormat("#,##0.###", DecimalFormatSymbols.getInstance(Locale.ROOT)));
        axis.setLabelFont(theme.getLargeFont());
        axis.setTickLabelFont(theme.getRegularFont());
        plot.setRangeAxis(axis);
    }

    private static final class OursStandOut extends BarRenderer {
        private static final long serialVersionUID = 1;

        @SuppressWarnings("serial") // a chart is drawn, never serialized
        private final List<Entrant> entrants;

        OursStandOut(List<Entrant> entrants) {
            this.entrants = entrants;
            setBarPainter(new StandardBarPainter());
            setShadowVisible(false);
            setItemMargin(0);
            setDefaultSeriesVisibleInLegend(true);
            setSeriesPaint(0, OTHERS_MANY);
            setSeriesPaint(1, OTHERS_FEW);
        }

        @Override
        public Paint getItemPaint(int row, int column) {
            boolean ours = entrants.get(column).kind() == Kind.OURS;
            return row == 0 ? (ours ? OURS_MANY : OTHERS_MANY) : (ours ? OURS_FEW : OTHERS_FEW);
        }
    }
}
