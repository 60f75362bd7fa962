package org.uidgenerator.benchmarks.report;

import com.google.gson.GsonBuilder;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;

/** Writes the results of a run: for machines, for people, and as pictures. */
public final class Report {
    private static final int WIDTH = 1000;
    private static final int HEIGHT = 520;
    private static final int HEIGHT_PER_BAR = 34;
    private static final int HEIGHT_OF_FRAME = 140;

    private Report() {}

    /** Writes the files {@code jmh.json}, {@code results.json}, {@code report.md} and three charts; gives the text of the report. */
    public static String write(Results results, Collection<RunResult> runs, Path folder) throws IOException {
        Files.createDirectories(folder);
        try (PrintStream out =
                new PrintStream(Files.newOutputStream(folder.resolve("jmh.json")), false, StandardCharsets.UTF_8)) {
            ResultFormatFactory.getInstance(ResultFormatType.JSON, out).writeOut(runs);
        }
        Files.writeString(
                folder.resolve("results.json"),
                new GsonBuilder()
                                .setPrettyPrinting()
                                .serializeSpecialFloatingPointValues()
                                .create()
                                .toJson(results)
                        + "\n");
        Charts charts = new Charts(results);
        long bars = results.rates.stream()
                .filter(rate -> rate.benchmark().equals(Results.THROUGHPUT))
                .map(Rate::subject)
                .distinct()
                .count();
        Svg.write(
                charts.throughput(),
                WIDTH,
                HEIGHT_OF_FRAME + HEIGHT_PER_BAR * (int) bars,
                folder.resolve("throughput.svg"));
        Svg.write(charts.scaling(), WIDTH, HEIGHT, folder.resolve("scaling.svg"));
        Svg.write(charts.latency(), WIDTH, HEIGHT, folder.resolve("latency.svg"));
        String text = new MarkdownReport(results).text();
        Files.writeString(folder.resolve("report.md"), text);
        return text;
    }
}
