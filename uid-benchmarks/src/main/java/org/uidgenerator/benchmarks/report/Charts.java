package org.uidgenerator.benchmarks.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Paint;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jfree.chart.ChartFactory;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.StandardChartTheme;
import org.jfree.chart.axis.AxisLocation;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.block.BlockBorder;
import org.jfree.chart.labels.ItemLabelAnchor;
import org.jfree.chart.labels.ItemLabelPosition;
import org.jfree.chart.labels.StandardCategoryItemLabelGenerator;
import org.jfree.chart.plot.CategoryPlot;
import org.jfree.chart.plot.PlotOrientation;
import org.jfree.chart.renderer.category.BarRenderer;
import org.jfree.chart.renderer.category.LineAndShapeRenderer;
import org.jfree.chart.renderer.category.StandardBarPainter;
import org.jfree.chart.title.TextTitle;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.chart.ui.TextAnchor;
import org.jfree.data.Range;
import org.jfree.data.category.DefaultCategoryDataset;
import org.jfree.data.general.DatasetUtils;
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
    /** Those that are drawn as lines, and the colour that each has in all charts. */
    private static final Map<Entrant, Color> LINES = new EnumMap<>(Map.of(
            Entrant.CACHED, new Color(0x1F, 0x6F, 0xC4),
            Entrant.CACHED_STRICT, new Color(0x5E, 0xA9, 0xE8),
            Entrant.ON_DEMAND, new Color(0x12, 0x3F, 0x73),
            Entrant.ATOMIC_LONG, new Color(0xD6, 0x45, 0x3D),
            Entrant.PLAIN_FIELD, new Color(0xA0, 0xA0, 0xA0),
            Entrant.ORIGINAL, new Color(0xE8, 0x9B, 0x1C),
            Entrant.COSID_CHAIN, new Color(0x4F, 0x9D, 0x4A),
            Entrant.COSID_UNCAPPED, new Color(0x8A, 0x5B, 0xB5),
            Entrant.TSID_CREATOR, new Color(0x7A, 0x4A, 0x2B)));

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
        chart.addSubtitle(new TextTitle("blue: this project"));
        CategoryPlot plot = chart.getCategoryPlot();
        plot.setRangeAxisLocation(AxisLocation.BOTTOM_OR_RIGHT);
        plot.setRenderer(new OursStandOut(entrants, plot.getRangeAxis().getLowerBound()));
        return chart;
    }

    /** How the rate changes with the number of threads. */
    JFreeChart scaling() {
        DefaultCategoryDataset data = new DefaultCategoryDataset();
        for (Entrant entrant : LINES.keySet()) {
            for (int threads : results.threadCounts(Results.THROUGHPUT)) {
                double rate = results.rate(entrant, threads);
                if (!Double.isNaN(rate)) {
                    data.addValue(rate, entrant.shownName(), Integer.valueOf(threads));
                }
            }
        }
        return lines(
                String.format(Locale.ROOT, "Ids a second over threads, %d cores", results.machine.cores()),
                "threads",
                MILLION_IDS,
                data);
    }

    /** The time that a call takes, from the usual one to the rare one. */
    JFreeChart latency() {
        DefaultCategoryDataset data = new DefaultCategoryDataset();
        for (Latency latency : results.latencies) {
            Entrant entrant = Entrant.valueOf(latency.subject());
            if (LINES.containsKey(entrant)) {
                latency.nanos()
                        .forEach((percentile, nanos) -> data.addValue(nanos, entrant.shownName(), "p" + percentile));
            }
        }
        return lines("Time of a call at 2 threads", "percentile", "ns", data);
    }

    private static JFreeChart lines(String title, String across, String up, DefaultCategoryDataset data) {
        JFreeChart chart =
                ChartFactory.createLineChart(title, across, up, data, PlotOrientation.VERTICAL, true, false, false);
        dress(chart);
        LineAndShapeRenderer renderer = new LineAndShapeRenderer(true, true);
        LINES.forEach((entrant, color) -> {
            int row = data.getRowIndex(entrant.shownName());
            if (row >= 0) {
                renderer.setSeriesPaint(row, color);
                renderer.setSeriesStroke(row, new BasicStroke(2.5f));
            }
        });
        chart.getCategoryPlot().setRenderer(renderer);
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
        chart.setPadding(new RectangleInsets(12, 12, 12, 24));
        chart.getLegend().setFrame(BlockBorder.NONE);
        CategoryPlot plot = chart.getCategoryPlot();
        plot.setOutlineVisible(false);
        plot.setRangeAxis(decades(plot, theme));
        plot.getDomainAxis().setLowerMargin(0.01);
        plot.getDomainAxis().setUpperMargin(0.01);
        plot.getDomainAxis().setMaximumCategoryLabelWidthRatio(0.5f);
    }

    private static LogAxis decades(CategoryPlot plot, StandardChartTheme theme) {
        LogAxis axis = new LogAxis(plot.getRangeAxis().getLabel());
        axis.setTickUnit(new NumberTickUnit(1));
        axis.setNumberFormatOverride(format("#,##0.###"));
        axis.setLabelFont(theme.getLargeFont());
        axis.setTickLabelFont(theme.getRegularFont());
        axis.setTickLabelPaint(Color.DARK_GRAY);
        Range data = DatasetUtils.findRangeBounds(plot.getDataset());
        if (data != null) {
            double lowest = Math.floor(Math.log10(data.getLowerBound()));
            double highest = Math.ceil(Math.log10(data.getUpperBound()));
            axis.setRange(Math.pow(10, lowest), Math.pow(10, Math.max(highest, lowest + 1)));
        }
        return axis;
    }

    private static DecimalFormat format(String pattern) {
        return new DecimalFormat(pattern, DecimalFormatSymbols.getInstance(Locale.ROOT));
    }

    private static final class OursStandOut extends BarRenderer {
        private static final long serialVersionUID = 1;

        @SuppressWarnings("serial") // a chart is drawn, never serialized
        private final List<Entrant> entrants;

        OursStandOut(List<Entrant> entrants, double base) {
            this.entrants = entrants;
            setBase(base); // a logarithmic axis has no zero to start from
            setDefaultItemLabelGenerator(new StandardCategoryItemLabelGenerator("{2}", format("#,##0.#")));
            setDefaultItemLabelsVisible(true);
            setDefaultPositiveItemLabelPosition(
                    new ItemLabelPosition(ItemLabelAnchor.OUTSIDE3, TextAnchor.CENTER_LEFT));
            setDefaultItemLabelFont(new Font(Font.SANS_SERIF, Font.PLAIN, 11));
            setBarPainter(new StandardBarPainter());
            setShadowVisible(false);
            setItemMargin(0);
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
