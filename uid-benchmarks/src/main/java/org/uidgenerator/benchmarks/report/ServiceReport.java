package org.uidgenerator.benchmarks.report;

import static org.uidgenerator.benchmarks.report.Figures.number;

import com.google.gson.GsonBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.uidgenerator.benchmarks.service.ServiceFigures;
import org.uidgenerator.benchmarks.service.StartFigures;

/** The figures of the id service for people, as Markdown, and for programs, as JSON. */
public final class ServiceReport {
    /** The name of the file for people. */
    public static final String TEXT = "service.md";

    /** The name of a start by the command of the image. */
    public static final String IMAGE = "id service, image";

    /** What the name of a start without the second compiler ends with. */
    public static final String FIRST_COMPILER_ONLY = ", first compiler only";

    private static final double LEAST_FIRST_PER_SECOND = 5_380;
    private static final double MOST_START_MILLIS = 3_333;

    /** A run. */
    public record Run(Machine machine, String settings, List<ServiceFigures> requests, List<StartFigures> starts) {}

    private ServiceReport() {}

    /** Writes the files {@code service.md} and {@code service.json}. */
    public static void write(Run run, Path folder) throws IOException {
        Files.createDirectories(folder);
        GsonBuilder json = new GsonBuilder().setPrettyPrinting().serializeSpecialFloatingPointValues();
        Files.writeString(folder.resolve("service.json"), json.create().toJson(run) + "\n");
        Files.writeString(folder.resolve(TEXT), text(run));
    }

    private static String text(Run run) {
        Markdown page = new Markdown("The id service under load")
                .add(run.machine().provenance() + " " + run.settings() + ".", """
                        The load and the servers share the cores. The servers of HTTP are warm JVMs with `-Xmx256m -XX:+UseSerialGC`. \
                        *servlet* and *controller* answer 18 digits, with the Tomcat and the Spring of the id service. The layout is \
                        `31/4/28`, so that no client exceeds its rate. Figures are medians of all rounds, and those *of servlet* are \
                        medians of ratios to the servlet in the same round. *CPU* is the processor time of the server per request.""");
        page.addSection(
                "Requests",
                "Text, over connections that stay open, with one request at a time:",
                Markdown.table(
                        List.of(
                                "request",
                                "requests/s",
                                "of servlet",
                                "ids/s",
                                "median, µs",
                                "p99, µs",
                                "p99 of servlet",
                                "CPU, µs",
                                "CPU of servlet"),
                        run.requests().stream()
                                .map(row -> List.of(
                                        row.name(),
                                        number(row.perSecond()),
                                        number(row.ofServlet().perSecond()),
                                        number(row.perSecond() * row.ids()),
                                        number(row.medianMicros()),
                                        number(row.p99Micros()),
                                        number(row.ofServlet().p99()),
                                        number(row.cpuMicros()),
                                        number(row.ofServlet().cpu())))));
        page.addSection(
                "Starts",
                """
                From the start of the process to the first connection, and the first thousand requests for an id. *image*: the commands of `service/deploy/Containerfile`.""",
                Markdown.table(
                        List.of("server", "start, ms", "CPU, ms", "first requests/s", "CPU of the first, ms"),
                        run.starts().stream()
                                .map(row -> List.of(
                                        row.name(),
                                        number(row.millis()),
                                        number(row.cpuMillis()),
                                        number(row.firstPerSecond()),
                                        number(row.firstCpuMillis())))));
        page.addSection(
                "Bars",
                "What the project demands of itself:",
                Markdown.table(
                        List.of("what", "bar", "measured", "verdict"),
                        bars(run).stream()
                                .map(bar -> List.of(
                                        bar.what(),
                                        bar.demanded(),
                                        bar.measured(),
                                        bar.verdict().toString()))));
        return page.toString();
    }

    static List<Bar> bars(Run run) {
        List<Bar> bars = new ArrayList<>();
        bars.add(least(
                "`/api/id`, requests/s of the servlet",
                0.85,
                request(run, "/api/id", row -> row.ofServlet().perSecond())));
        bars.add(most(
                "`/api/id`, CPU of the servlet",
                1.25,
                request(run, "/api/id", row -> row.ofServlet().cpu())));
        bars.add(most(
                "`/api/id`, p99 of the servlet",
                2,
                request(run, "/api/id", row -> row.ofServlet().p99())));
        bars.add(least(
                "`/api/ids?count=100`, requests/s of the servlet",
                0.7,
                request(run, "/api/ids?count=100", row -> row.ofServlet().perSecond())));
        bars.add(least(
                "the first thousand requests, per second",
                LEAST_FIRST_PER_SECOND,
                start(run, IMAGE, StartFigures::firstPerSecond)));
        bars.add(most(
                "start with the first compiler only, ms",
                MOST_START_MILLIS,
                start(run, IMAGE + FIRST_COMPILER_ONLY, StartFigures::millis)));
        return bars;
    }

    private static Optional<Double> request(Run run, String name, ToDoubleFunction<ServiceFigures> figure) {
        return run.requests().stream()
                .filter(row -> row.name().equals(name))
                .map(figure::applyAsDouble)
                .findFirst();
    }

    private static Optional<Double> start(Run run, String name, ToDoubleFunction<StartFigures> figure) {
        return run.starts().stream()
                .filter(row -> row.name().equals(name))
                .map(figure::applyAsDouble)
                .findFirst();
    }

    private static Bar least(String what, double least, Optional<Double> measured) {
        return Bar.of(what, "at least " + number(least), measured, Figures::number, figure -> figure >= least);
    }

    private static Bar most(String what, double most, Optional<Double> measured) {
        return Bar.of(what, "at most " + number(most), measured, Figures::number, figure -> figure <= most);
    }
}
