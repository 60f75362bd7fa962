package org.uidgenerator.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.RunnerException;
import org.uidgenerator.benchmarks.OriginalTablesBenchmark.Whose;
import org.uidgenerator.benchmarks.contestants.Entrant;
import org.uidgenerator.benchmarks.programs.Audit;
import org.uidgenerator.benchmarks.programs.Footprint;
import org.uidgenerator.benchmarks.programs.Sustained;
import org.uidgenerator.benchmarks.programs.SustainedByWorkerIds;
import org.uidgenerator.benchmarks.report.Machine;
import org.uidgenerator.benchmarks.report.Report;
import org.uidgenerator.benchmarks.report.Results;
import org.w3c.dom.Document;

/** A report of a real run of JMH, if one of milliseconds. */
class ReportTest {
    private static final Timing TINY = new Timing(1, 1, 3, 5);
    private static final List<Entrant> ENTRANTS =
            List.of(Entrant.CACHED, Entrant.ATOMIC_LONG, Entrant.TEXTBOOK, Entrant.TSID_CREATOR);
    private static final int THREADS = Math.max(2, Runtime.getRuntime().availableProcessors());
    private static final int ROUNDS = 2;

    @TempDir
    static Path folder;

    private static String text;
    private static String bars;
    private static JsonObject json;

    @BeforeAll
    static void run() throws RunnerException, IOException {
        Map<Fork, RunResult> runs = new LinkedHashMap<>();
        for (int round = 0; round < ROUNDS; round++) {
            for (Entrant entrant : ENTRANTS) {
                run(runs, Results.THROUGHPUT, Map.of("contestant", entrant.name()), 1);
                run(runs, Results.THROUGHPUT, Map.of("contestant", entrant.name()), THREADS);
            }
        }
        run(runs, Results.IDS_EQUAL_MODULO_64, Map.of("contestant", "ATOMIC_LONG"), Results.UNEVEN_IDS_THREADS);
        run(runs, Results.IDS_EVEN, Map.of("contestant", "ATOMIC_LONG"), Results.UNEVEN_IDS_THREADS);
        run(runs, Results.LATENCY, Map.of("contestant", "CACHED"), 2);
        run(runs, Results.LATENCY, Map.of("contestant", "ATOMIC_LONG"), 2);
        run(runs, Results.BATCH, Map.of(), 1);
        run(runs, Results.PLAIN_FILL, Map.of(), 1);
        run(runs, Results.PERMUTATION + "permuteAllBits", Map.of(), 1);
        run(runs, Results.PERMUTATION + "aesBlock", Map.of(), 1);
        for (Whose whose : Whose.values()) {
            run(runs, Results.TABLES, Map.of("generator", whose.name(), "layout", "31/23/9"), 1);
        }
        Results results = new Results(Machine.ofThisProcess(), "tiny");
        runs.values().forEach(results::add);
        results.add(runs.values().iterator().next(), "JDK 99");
        results.sustained.add(new Sustained(Entrant.CACHED, 2, 536_870_912));
        results.sustained.add(new Sustained(Entrant.CACHED_DEFAULT_LAYOUT, 1, 262_144));
        results.audits.add(new Audit(Entrant.CACHED, 0.3, 1, 0, 0, 0, 1_500L));
        results.footprints.add(new Footprint(Entrant.CACHED, 1_200, 30, 2, 10_240, 20, 0.0008));
        results.sustainedByWorkerIds = new SustainedByWorkerIds(64, 21.5, 1, 63 * 262_144);
        Report.write(results, folder);
        text = Files.readString(folder.resolve(Report.TEXT));
        bars = Files.readString(folder.resolve(Report.BARS));
        json = JsonParser.parseString(Files.readString(folder.resolve("results.json")))
                .getAsJsonObject();
    }

    private static void run(Map<Fork, RunResult> runs, String benchmark, Map<String, String> params, int threads)
            throws RunnerException {
        Fork fork = new Fork(Jvm.BUILDING, benchmark, params, threads, TINY);
        runs.merge(fork, fork.run(false), Fork::together);
    }

    @Test
    void keepsEachIterationWithTheForksOfAMeasurementTogether() {
        assertThat(json.getAsJsonArray("measured")).hasSize(2 * ENTRANTS.size() + 2 + 2 + 2 + 2 + 2);
        assertThat(iterations(Entrant.CACHED, THREADS)).hasSize(ROUNDS * TINY.measurements());
    }

    @Test
    void dividesTheMediansOfAllIterations() {
        double ratio = median(iterations(Entrant.CACHED, 1)) / median(iterations(Entrant.ATOMIC_LONG, 1));

        String row = bars.lines()
                .filter(line -> line.startsWith("CachedUidGenerator against AtomicLong, 1 thread\t"))
                .findFirst()
                .orElseThrow();
        double shown = Double.parseDouble(row.split("\t", -1)[2]);
        assertThat(shown).isBetween(ratio * 0.99 - 0.01, ratio * 1.01 + 0.01);
    }

    @Test
    void namesTheMachineAndAllContestants() {
        assertThat(text)
                .contains(System.getProperty("java.vm.version"))
                .contains(String.format(
                        Locale.ROOT, " %d cores", Runtime.getRuntime().availableProcessors()))
                .contains("Settings: tiny.")
                .containsPattern("in one run\\. .* are those for (AMD|Intel)\\.");
        for (Entrant entrant : ENTRANTS) {
            assertThat(text).contains("| " + entrant.shownName());
        }
        assertThat(text).contains("| 31/23/9 | 1 ");
        assertThat(text).contains("| permuteAllBits |").contains("| aesBlock |");
    }

    @Test
    void showsWhatIsLeftOfTheRateInTheLongRun() {
        assertThat(lastColumnOf(Entrant.CACHED)).isEqualTo("268");
        assertThat(lastColumnOf(Entrant.ATOMIC_LONG)).isEmpty();
        assertThat(lastColumnOf(Entrant.TEXTBOOK)).isEqualTo("4.10");
        assertThat(lastColumnOf(Entrant.TSID_CREATOR)).isEqualTo("time drifts");
    }

    @Test
    void tellsHowFarABurstRanAheadWhateverItWas() {
        assertThat(text)
                .contains("of the newest id after a burst of 0.30 s")
                .containsPattern("\\| CachedUidGenerator 31/4/28 \\| ours \\|.*\\| 1\\.50 \\|");
    }

    @Test
    void showsFootprints() {
        assertThat(text).contains("| CachedUidGenerator 31/4/28 | 1,200 | 30 | 2 | 10.0 | 0.080 |");
    }

    @Test
    void showsNewerJvmsBesideTheOneThatBuilds() {
        double median = median(iterations(Entrant.CACHED, 1));

        String row = text.substring(text.indexOf("| JDK 99 |"), text.indexOf("## Latency"))
                .lines()
                .filter(line -> line.startsWith("| CachedUidGenerator 31/4/28 | 1 |"))
                .findFirst()
                .orElseThrow();
        String[] columns = row.split("\\|", -1);
        assertThat(columns[3]).isEqualTo(columns[4]).isNotBlank();
        assertThat(Double.parseDouble(columns[4].replace(",", "")))
                .isBetween(median * 0.99 - 0.01, median * 1.01 + 0.01);
    }

    @Test
    void namesTheVersionsOfPeers() {
        assertThat(text).containsPattern("Peers: .*cosid-core [0-9.]+, .*tsid-creator [0-9.]+");
    }

    @Test
    void showsWhatWorkerIdsSustainTogether() {
        assertThat(bars)
                .contains("several worker ids, default layout, sustained against one"
                        + "\tat least 0.9375 times their number"
                        + "\t64 worker ids: 63.0 times, 16,515,072 UIDs/s, 21.5 s after the first call\tmet\n");
        assertThat(text)
                .doesNotContain("sustained against one")
                .containsPattern("\\d+ of \\d+ that were measured are met;");
    }

    @Test
    void saysNothingOfWhatWasNotMeasured(@TempDir Path nothing) throws RunnerException, IOException {
        Map<Fork, RunResult> runs = new LinkedHashMap<>();
        run(runs, Results.THROUGHPUT, Map.of("contestant", "ATOMIC_LONG"), 1);
        Results results = new Results(Machine.ofThisProcess(), "tiny");
        runs.values().forEach(results::add);

        Report.write(results, nothing);

        assertThat(Files.readString(nothing.resolve(Report.TEXT)))
                .contains("0 of 0 that were measured are met; ", "left out by this mode", "## Contestants\n")
                .doesNotContain("## Thread ids", "## Newer JVMs", "## Latency", "## Permutations", "## The tables");
        assertThat(nothing.resolve("latency.svg")).doesNotExist();
    }

    @Test
    void showsTheRatesByThreadIds() {
        String row = text.substring(text.indexOf("## Thread ids"), text.indexOf("## Latency"))
                .lines()
                .filter(line -> line.startsWith("| AtomicLong |"))
                .findFirst()
                .orElseThrow();

        String[] columns = row.split("\\|", -1);
        assertThat(columns).hasSize(6);
        assertThat(columns[3]).isNotBlank(); // column 2 only if as many threads were measured otherwise
        assertThat(columns[4]).isNotBlank();
    }

    private static String lastColumnOf(Entrant entrant) {
        String start =
                "| " + entrant.shownName() + " | " + entrant.kind().toString().toLowerCase(Locale.ROOT) + " |";
        String[] columns = text.lines()
                .filter(line -> line.startsWith(start))
                .findFirst()
                .orElseThrow()
                .split("\\|", -1);
        return columns[columns.length - 2].strip();
    }

    @ParameterizedTest
    @ValueSource(strings = {"throughput.svg", "latency.svg"})
    void drawsPicturesThatAreXmlAndNameTheContestants(String file) throws Exception {
        Document svg = namespaces().newDocumentBuilder().parse(Files.newInputStream(folder.resolve(file)));

        assertThat(svg.getDocumentElement().getLocalName()).isEqualTo("svg");
        assertThat(svg.getDocumentElement().getTextContent()).contains("CachedUidGenerator", "AtomicLong");
    }

    private static DocumentBuilderFactory namespaces() {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        return factory;
    }

    private static double[] iterations(Entrant entrant, int threads) {
        for (JsonElement element : json.getAsJsonArray("measured")) {
            JsonObject measured = element.getAsJsonObject();
            if (measured.get("benchmark").getAsString().equals(Results.THROUGHPUT)
                    && measured.get("subject").getAsString().equals(entrant.name())
                    && measured.get("threads").getAsInt() == threads) {
                return measured.getAsJsonArray("iterations").asList().stream()
                        .mapToDouble(JsonElement::getAsDouble)
                        .sorted()
                        .toArray();
            }
        }
        throw new AssertionError("no result of " + entrant);
    }

    private static double median(double[] sorted) {
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
