package org.uidgenerator.benchmarks.report;

import static java.util.stream.Collectors.joining;
import static org.uidgenerator.benchmarks.report.Figures.number;

import com.google.gson.GsonBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.uidgenerator.benchmarks.contestants.Entrant;
import org.uidgenerator.benchmarks.contestants.Kind;
import org.uidgenerator.benchmarks.programs.Audit;

/**
 * The results of a run for people, as Markdown with two pictures, and for programs, as JSON and a table of all bars.
 */
public final class Report {
    /** The name of the file for people. */
    public static final String TEXT = "report.md";

    /** The name of the file with all bars, met or not, one a line and separated by tabs. */
    public static final String BARS = "bars.tsv";

    private static final List<String> HEAD_OF_BARS = List.of("what", "bar", "measured", "verdict");

    /** The column that tells how far a burst ran ahead. */
    private static final String AHEAD = "ahead of the clock, s";

    private final Results results;
    private final List<Integer> threadCounts;

    private Report(Results results) {
        this.results = results;
        threadCounts = List.copyOf(results.threadCounts());
    }

    /**
     * Writes the files {@code report.md}, {@code bars.tsv}, {@code throughput.svg} and {@code results.json}, and
     * {@code latency.svg} if latency was measured.
     */
    public static void write(Results results, Path folder) throws IOException {
        Report report = new Report(results);
        Files.createDirectories(folder);
        GsonBuilder json = new GsonBuilder().setPrettyPrinting().serializeSpecialFloatingPointValues();
        Files.writeString(folder.resolve("results.json"), json.create().toJson(results) + "\n");
        Files.writeString(folder.resolve(TEXT), report.text());
        Files.writeString(folder.resolve(BARS), report.allBars());
        Files.writeString(folder.resolve("throughput.svg"), report.throughputPlot());
        if (!results.all(Results.LATENCY).isEmpty()) {
            Files.writeString(folder.resolve("latency.svg"), report.latencyPlot());
        }
    }

    private String text() {
        Markdown page = new Markdown("Benchmark report").add(provenance(), "## Bars");
        page.add("Bars are ratios of medians of iterations, in one run. "
                + results.machine.vendor().whoseBars() + " " + summary());
        page.addSection(
                "Contestants",
                "Million ids per second, all threads together. *bytes*: per call. *refused*, *duplicates*: if there were"
                        + " any. *ahead of the clock*: of the newest id after a burst of "
                        + number(burstSeconds()) + " s, if ids carry a time. *sustained*: million ids per second when"
                        + " nothing is left to borrow, where the processor alone does not limit the rate." + peers(),
                contestants(),
                "![Million ids a second of each contestant](throughput.svg)");
        page.addSection(
                "Thread ids",
                "Million ids per second of " + Results.UNEVEN_IDS_THREADS + " threads, by their ids.",
                threadIds());
        page.addSection(
                "Footprint",
                "What a JVM has more of after the first id: classes, of these lambdas, and threads. *KB*: the heap of one more."
                        + " *idle*: the CPU time of its threads, in percent of a core.",
                footprints());
        page.addSection("Newer JVMs", "Million ids per second, all threads together, in the same run.", newerJvms());
        page.addSection(
                "Latency",
                "Nanoseconds of single calls, reading the clock included.",
                latencies(),
                "![Percentiles of the time a call takes](latency.svg)");
        page.addSection(
                "Permutations",
                "One call in one thread; *aesBlock* is one block of javax.crypto's AES.",
                permutations());
        page.addSection(
                "The tables of the original",
                "The layouts of the original's published figures. Million ids per second.",
                tables());
        return page.toString();
    }

    private String provenance() {
        String where = results.machine.provenance() + " Settings: " + results.settings + ".";
        return where
                + results.failures.stream()
                        .map(failure -> "\n\n**Failed:** " + failure)
                        .collect(joining());
    }

    private String summary() {
        List<Bar> bars = Bars.of(results);
        long met = howMany(bars, Bar.Verdict.MET);
        long notMet = howMany(bars, Bar.Verdict.NOT_MET);
        String others = met == bars.size() ? "" : " The others:\n\n" + otherBars(bars);
        return String.format(
                Locale.ROOT,
                "%d of %d that were measured are met; `%s` has all %d.%s",
                met,
                met + notMet,
                BARS,
                bars.size(),
                others);
    }

    private static long howMany(List<Bar> bars, Bar.Verdict verdict) {
        return bars.stream().filter(bar -> bar.verdict() == verdict).count();
    }

    private static String otherBars(List<Bar> bars) {
        return Markdown.table(
                HEAD_OF_BARS,
                bars.stream().filter(bar -> bar.verdict() != Bar.Verdict.MET).map(Report::row));
    }

    private String allBars() {
        return Stream.concat(Stream.of(HEAD_OF_BARS), Bars.of(results).stream().map(Report::row))
                .map(row -> String.join("\t", row) + "\n")
                .collect(joining());
    }

    private static List<String> row(Bar bar) {
        return List.of(bar.what(), bar.demanded(), bar.measured(), bar.verdict().toString());
    }

    private String contestants() {
        List<String> head = new ArrayList<>(List.of("contestant", "kind"));
        head.addAll(threadLabels());
        head.addAll(List.of("bytes", "refused", AHEAD, "duplicates", "sustained"));
        return Markdown.table(head, fastestFirst().map(this::row));
    }

    private List<String> threadLabels() {
        return threadCounts.stream()
                .map(threads -> threads + (threads == 1 ? " thread" : " threads"))
                .toList();
    }

    private Stream<Entrant> fastestFirst() {
        return Arrays.stream(Entrant.values())
                .filter(entrant -> greatestRate(entrant) > 0)
                .sorted(Comparator.comparing(this::greatestRate).reversed());
    }

    /** Returns 0 if the contestant was not measured. */
    private double greatestRate(Entrant entrant) {
        return rates(entrant).stream()
                .filter(rate -> !rate.isNaN())
                .max(Double::compare)
                .orElse(0.0);
    }

    private List<Double> rates(Entrant entrant) {
        return threadCounts.stream()
                .map(threads -> results.rate(entrant, threads))
                .toList();
    }

    private List<String> row(Entrant entrant) {
        List<String> row = new ArrayList<>();
        row.add(entrant.shownName());
        row.add(entrant.kind().toString().toLowerCase(Locale.ROOT));
        rates(entrant).forEach(rate -> row.add(number(rate)));
        row.add(results.find(Results.THROUGHPUT, entrant.name(), 1)
                .map(it -> bytes(it.bytesPerCall()))
                .orElse(""));
        row.addAll(results.audit(entrant).map(Report::audited).orElse(List.of("", "", "")));
        row.add(sustained(entrant));
        return row;
    }

    private String sustained(Entrant entrant) {
        return switch (entrant.pace()) {
            case STEADY -> "";
            case CAPPED -> number(entrant.capPerSecond() / 1e6);
            case BORROWING, SUPPLIED ->
                results.sustained(entrant)
                        .map(run -> number(run.perSecond() / 1e6))
                        .orElse("");
            case DRIFTING -> "time drifts";
        };
    }

    private static List<String> audited(Audit audit) {
        return List.of(
                audit.rejected() == 0 ? "" : count(audit.rejected()),
                ahead(audit),
                !audit.contestant().kind().isDistinct()
                        ? "by design"
                        : audit.duplicates() == 0
                                ? ""
                                : String.format(Locale.ROOT, "%,d of %,d", audit.duplicates(), audit.compared()));
    }

    private static String ahead(Audit audit) {
        Long millis = audit.aheadMillis();
        return millis == null ? "" : number(millis / 1e3);
    }

    private double burstSeconds() {
        return results.audits.stream().mapToDouble(Audit::seconds).average().orElse(Double.NaN);
    }

    private String peers() {
        return results.peers.isEmpty() ? "" : " Peers: " + String.join(", ", results.peers) + ".";
    }

    private String footprints() {
        return Markdown.table(
                List.of("contestant", "classes", "lambdas", "threads", "KB", "idle"),
                results.footprints.stream()
                        .map(it -> List.of(
                                it.contestant().shownName(),
                                count(it.classes()),
                                count(it.lambdas()),
                                count(it.threads()),
                                number(it.heapBytes() / 1024.0),
                                String.format(Locale.ROOT, "%.3f", 100 * it.idle()))));
    }

    private static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    private static String bytes(double perCall) {
        return Double.isNaN(perCall) ? "" : String.format(Locale.ROOT, "%.0f", perCall);
    }

    private String threadIds() {
        int threads = Results.UNEVEN_IDS_THREADS;
        return Markdown.table(
                List.of("contestant", "one after the other", "even", "equal modulo 64"),
                results.all(Results.IDS_EQUAL_MODULO_64).stream().map(equal -> {
                    Entrant entrant = Entrant.valueOf(equal.subject());
                    return List.of(
                            entrant.shownName(),
                            number(results.rate(entrant, threads)),
                            number(results.rate(Results.IDS_EVEN, entrant, threads)),
                            number(equal.median()));
                }));
    }

    private String newerJvms() {
        List<String> head = new ArrayList<>(
                List.of("contestant", "threads", "JDK " + Runtime.version().feature()));
        head.addAll(results.inNewerJvms.keySet());
        Stream<Measured> rows = results.inNewerJvms.values().stream().limit(1).flatMap(List::stream);
        return Markdown.table(head, rows.map(first -> {
            Entrant entrant = Entrant.valueOf(first.subject());
            List<String> row = new ArrayList<>(List.of(entrant.shownName(), Integer.toString(first.threads())));
            row.add(number(results.rate(entrant, first.threads())));
            results.inNewerJvms.values().forEach(measured -> row.add(number(rate(measured, first))));
            return row;
        }));
    }

    private static double rate(List<Measured> measured, Measured like) {
        return measured.stream()
                .filter(it -> it.subject().equals(like.subject()) && it.threads() == like.threads())
                .mapToDouble(Measured::median)
                .findFirst()
                .orElse(Double.NaN);
    }

    private String latencies() {
        List<String> head = new ArrayList<>(List.of("contestant", "threads"));
        Measured.PERCENTILES.forEach(percentile -> head.add("p" + percentile));
        return Markdown.table(head, results.all(Results.LATENCY).stream().map(latency -> {
            List<String> row = new ArrayList<>();
            row.add(Entrant.valueOf(latency.subject()).shownName());
            row.add(Integer.toString(latency.threads()));
            latency.percentiles().values().forEach(nanos -> row.add(number(nanos)));
            return row;
        }));
    }

    private String permutations() {
        return Markdown.table(
                List.of("call", "ns", "bytes"),
                results.all(Results.PERMUTATION).stream()
                        .map(it -> List.of(
                                it.benchmark().substring(Results.PERMUTATION.length()),
                                number(1e3 / it.median()),
                                bytes(it.bytesPerCall()))));
    }

    private String tables() {
        return Markdown.table(
                List.of("layout", "threads", "original", "ours", "ratio"),
                results.all(Results.TABLES).stream()
                        .filter(it -> it.subject().startsWith("OURS "))
                        .map(ours -> {
                            double original = results.find(
                                            Results.TABLES, ours.subject().replace("OURS", "ORIGINAL"), ours.threads())
                                    .map(Measured::median)
                                    .orElse(Double.NaN);
                            return List.of(
                                    ours.subject().substring("OURS ".length()),
                                    Integer.toString(ours.threads()),
                                    number(original),
                                    number(ours.median()),
                                    number(ours.median() / original));
                        }));
    }

    private String throughputPlot() {
        return DotPlot.of(
                "Million ids a second, all threads together",
                threadLabels(),
                fastestFirst().map(entrant -> plotRow(entrant, rates(entrant))).toList());
    }

    private String latencyPlot() {
        return DotPlot.of(
                "Nanoseconds of a call at " + Results.LATENCY_THREADS + " threads",
                Measured.PERCENTILES.stream()
                        .map(percentile -> "p" + percentile)
                        .toList(),
                results.all(Results.LATENCY).stream()
                        .map(it -> plotRow(
                                Entrant.valueOf(it.subject()),
                                List.copyOf(it.percentiles().values())))
                        .toList());
    }

    private static DotPlot.Row plotRow(Entrant entrant, List<Double> values) {
        return new DotPlot.Row(entrant.shownName(), entrant.kind() == Kind.OURS, values);
    }
}
