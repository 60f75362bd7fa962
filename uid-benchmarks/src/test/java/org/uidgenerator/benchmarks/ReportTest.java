package org.uidgenerator.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.runner.RunnerException;
import org.uidgenerator.benchmarks.OriginalTablesBenchmark.Whose;
import org.uidgenerator.benchmarks.contestants.Entrant;
import org.uidgenerator.benchmarks.report.Machine;
import org.uidgenerator.benchmarks.report.Median;
import org.uidgenerator.benchmarks.report.Report;
import org.uidgenerator.benchmarks.report.Results;
import org.w3c.dom.Document;

/** A report of a real run of JMH, if one of milliseconds. */
class ReportTest {
    private static final Timing TINY = Timing.ofMillis(1, 1, 3, 5);
    private static final List<Entrant> ENTRANTS = List.of(Entrant.CACHED, Entrant.ATOMIC_LONG, Entrant.TEXTBOOK);
    private static final int THREADS = Math.max(2, Runtime.getRuntime().availableProcessors());
    private static final int ROUNDS = 2;

    @TempDir
    static Path folder;

    private static String text;

    @BeforeAll
    static void run() throws RunnerException, IOException {
        Forks forks = new Forks();
        for (int round = 0; round < ROUNDS; round++) {
            for (Entrant entrant : ENTRANTS) {
                run(forks, ThroughputBenchmark.class, "next", Map.of("contestant", entrant.name()), 1);
                run(forks, ThroughputBenchmark.class, "next", Map.of("contestant", entrant.name()), THREADS);
            }
        }
        run(forks, LatencyBenchmark.class, "next", Map.of("contestant", "CACHED"), 2);
        run(forks, LatencyBenchmark.class, "next", Map.of("contestant", "ATOMIC_LONG"), 2);
        run(forks, BatchBenchmark.class, "getUIDs", Map.of(), 1);
        run(forks, BatchBenchmark.class, "plainFill", Map.of(), 1);
        run(forks, PermutationBenchmark.class, "permuteAllBits", Map.of(), 1);
        run(forks, PermutationBenchmark.class, "aesBlock", Map.of(), 1);
        for (Whose whose : Whose.values()) {
            run(
                    forks,
                    OriginalTablesBenchmark.class,
                    "next",
                    Map.of("generator", whose.name(), "layout", "31/23/9"),
                    1);
        }
        Results results = new Results(Machine.ofThisProcess(), "tiny");
        results.add(forks.results());
        text = Report.write(results, forks.results(), folder);
    }

    private static void run(Forks forks, Class<?> benchmark, String method, Map<String, String> params, int threads)
            throws RunnerException {
        Fork fork = new Fork(benchmark, method, params, threads, TINY);
        forks.add(fork, fork.run(false));
    }

    @Test
    void keepsWhatJmhMeasuredWithTheForksOfAMeasurementTogether() throws IOException {
        JsonArray runs = JsonParser.parseString(Files.readString(folder.resolve("jmh.json")))
                .getAsJsonArray();

        assertThat(runs).hasSize(2 * ENTRANTS.size() + 2 + 2 + 2 + 2);
        assertThat(rawData(runs, Entrant.CACHED, THREADS)).hasSize(ROUNDS * TINY.measurements());
    }

    @Test
    void dividesTheMediansOfAllIterations() throws IOException {
        JsonArray runs = JsonParser.parseString(Files.readString(folder.resolve("jmh.json")))
                .getAsJsonArray();

        double ratio = Median.of(rawData(runs, Entrant.CACHED, 1)) / Median.of(rawData(runs, Entrant.ATOMIC_LONG, 1));

        String row = text.lines()
                .filter(line -> line.startsWith("| CachedUidGenerator against AtomicLong, 1 thread "))
                .findFirst()
                .orElseThrow();
        double shown = Double.parseDouble(row.split("\\|", -1)[3].strip());
        assertThat(shown).isBetween(ratio * 0.99 - 0.01, ratio * 1.01 + 0.01);
    }

    @Test
    void namesTheMachineAndAllContestants() {
        assertThat(text)
                .contains(System.getProperty("java.vm.version"))
                .contains(String.format(
                        Locale.ROOT, " %d cores", Runtime.getRuntime().availableProcessors()))
                .contains("Settings: tiny.");
        for (Entrant entrant : ENTRANTS) {
            assertThat(text).contains("| " + entrant.shownName());
        }
        assertThat(text).contains("| 31/23/9 | 1 ").contains("4,096,000");
        assertThat(text).contains("| permuteAllBits |").contains("| aesBlock       |");
    }

    @Test
    void writesWhatItPrints() throws IOException {
        assertThat(Files.readString(folder.resolve("report.md"))).isEqualTo(text);
        JsonObject results = JsonParser.parseString(Files.readString(folder.resolve("results.json")))
                .getAsJsonObject();
        assertThat(results.getAsJsonArray("rates")).hasSize(2 * ENTRANTS.size() + 2 + 2 + 2);
        assertThat(results.getAsJsonArray("latencies")).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"throughput.svg", "scaling.svg", "latency.svg"})
    void drawsChartsThatAreXmlAndSayWhoIsWho(String file) throws Exception {
        Document svg = withoutDtd().newDocumentBuilder().parse(Files.newInputStream(folder.resolve(file)));

        assertThat(svg.getDocumentElement().getLocalName()).isEqualTo("svg");
        assertThat(svg.getDocumentElement().getTextContent()).contains("CachedUidGenerator", "AtomicLong");
    }

    private static DocumentBuilderFactory withoutDtd() throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
        return factory;
    }

    private static double[] rawData(JsonArray runs, Entrant entrant, int threads) {
        for (JsonElement element : runs) {
            JsonObject run = element.getAsJsonObject();
            if (run.get("benchmark").getAsString().toLowerCase(Locale.ROOT).contains("throughput")
                    && run.get("threads").getAsInt() == threads
                    && run.getAsJsonObject("params")
                            .get("contestant")
                            .getAsString()
                            .equals(entrant.name())) {
                return run.getAsJsonObject("primaryMetric").getAsJsonArray("rawData").asList().stream()
                        .flatMap(fork -> fork.getAsJsonArray().asList().stream())
                        .mapToDouble(JsonElement::getAsDouble)
                        .toArray();
            }
        }
        throw new AssertionError("no result of " + entrant);
    }
}
