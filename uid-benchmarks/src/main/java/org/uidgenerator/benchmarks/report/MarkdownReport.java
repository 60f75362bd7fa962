package org.uidgenerator.benchmarks.report;

import static org.uidgenerator.benchmarks.contestants.Entrant.ATOMIC_LONG;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.uidgenerator.benchmarks.contestants.Entrant;
import org.uidgenerator.benchmarks.programs.Audited;

/** The results for people. */
final class MarkdownReport {
    private final Results results;

    MarkdownReport(Results results) {
        this.results = results;
    }

    String text() {
        List<String> parts = new ArrayList<>();
        parts.add("# Benchmark report");
        parts.add(provenance());
        results.failures.forEach(failure -> parts.add("**Failed:** " + failure));
        parts.add("## Bars");
        parts.add("Ratios are ratios of medians of iterations, in one run.");
        parts.add(bars());
        parts.add("## Contestants");
        parts.add(
                "Million ids a second, all threads together. *ahead*: how far the newest id was ahead of the clock after"
                        + " the given time flat out on as many threads as cores. *duplicates*: among the ids compared. *cap*: what"
                        + " the bits of the sequence allow in real time. *lowest to highest*: of the iterations of all forks.");
        parts.add(contestants());
        parts.add("![Million ids a second of each contestant](throughput.svg)");
        parts.add("![Million ids a second over the number of threads](scaling.svg)");
        parts.add("## Latency");
        parts.add("Nanoseconds of single calls, reading the clock included.");
        parts.add(latencies());
        parts.add("![Percentiles of the time a call takes](latency.svg)");
        parts.add("## Permutations");
        parts.add("What hiding the volume costs a UID, in one thread; *aesBlock* is one block of javax.crypto's AES.");
        parts.add(permutations());
        parts.add("## The tables of the original");
        parts.add(
                "The layouts (time/worker/sequence bits) that the original has published figures for. Million ids a second.");
        parts.add(tables());
        return String.join("\n\n", parts) + "\n";
    }

    private String provenance() {
        Machine machine = results.machine;
        return String.format(
                Locale.ROOT,
                "%s, %d cores. %s. %s. %s, commit %s. Settings: %s.",
                machine.cpu(),
                machine.cores(),
                machine.jdk(),
                machine.os(),
                machine.date(),
                machine.commit(),
                results.settings);
    }

    private String bars() {
        MarkdownTable table = new MarkdownTable(List.of("what", "bar", "measured", "verdict"));
        for (Bar bar : Bars.of(results)) {
            table.add(List.of(
                    bar.what(), bar.demanded(), bar.measured(), bar.verdict().toString()));
        }
        return table.toString().strip();
    }

    private String contestants() {
        List<Integer> threadCounts = results.threadCounts(Results.THROUGHPUT);
        List<String> head = new ArrayList<>(List.of("contestant", "kind"));
        threadCounts.forEach(threads -> head.add(threads + (threads == 1 ? " thread" : " threads")));
        threadCounts.forEach(threads -> head.add("÷ AtomicLong, " + threads));
        int cores = results.machine.cores();
        head.add("lowest to highest, " + cores);
        head.addAll(List.of("bytes per call", "refused", "ahead", "duplicates", "cap per s"));
        MarkdownTable table = new MarkdownTable(head);
        Arrays.stream(Entrant.values())
                .filter(entrant ->
                        threadCounts.stream().anyMatch(threads -> !Double.isNaN(results.rate(entrant, threads))))
                .sorted(Comparator.comparingDouble(this::greatestRate).reversed())
                .forEach(entrant -> table.add(row(entrant, threadCounts)));
        return table.toString().strip();
    }

    private double greatestRate(Entrant entrant) {
        return results.threadCounts(Results.THROUGHPUT).stream()
                .mapToDouble(threads -> results.rate(entrant, threads))
                .filter(rate -> !Double.isNaN(rate))
                .max()
                .orElse(0);
    }

    private List<String> row(Entrant entrant, List<Integer> threadCounts) {
        List<String> row = new ArrayList<>(
                List.of(entrant.shownName(), entrant.kind().toString().toLowerCase(Locale.ROOT)));
        threadCounts.forEach(threads -> row.add(Shown.number(results.rate(entrant, threads))));
        threadCounts.forEach(threads -> row.add(Shown.number(results.ratio(entrant, ATOMIC_LONG, threads))));
        row.add(results.find(Results.THROUGHPUT, entrant.name(), results.machine.cores())
                .map(MarkdownReport::spread)
                .orElse(""));
        row.add(results.find(Results.THROUGHPUT, entrant.name(), 1)
                .map(rate -> Shown.bytes(rate.bytesPerCall()))
                .orElse(""));
        Optional<Audited> audited = results.audit(entrant);
        row.add(audited.map(audit -> String.format(Locale.ROOT, "%,d", audit.rejected()))
                .orElse(""));
        row.add(audited.map(MarkdownReport::ahead).orElse(""));
        row.add(audited.map(audit -> duplicates(entrant, audit)).orElse(""));
        row.add(entrant.isCapped() ? String.format(Locale.ROOT, "%,d", entrant.capPerSecond()) : "");
        return row;
    }

    private static String spread(Rate rate) {
        DoubleSummaryStatistics iterations =
                rate.iterations().stream().mapToDouble(Double::doubleValue).summaryStatistics();
        return String.format(
                Locale.ROOT, "%s to %s", Shown.number(iterations.getMin()), Shown.number(iterations.getMax()));
    }

    private static String ahead(Audited audited) {
        return audited.aheadMillis() == null
                ? "no time"
                : String.format(
                        Locale.ROOT, "%s after %.1f s", Shown.duration(audited.aheadMillis() / 1e3), audited.seconds());
    }

    private static String duplicates(Entrant entrant, Audited audited) {
        return entrant.kind().isDistinct()
                ? String.format(Locale.ROOT, "%,d of %,d", audited.duplicates(), audited.compared())
                : "by design";
    }

    private String latencies() {
        List<String> head = new ArrayList<>(List.of("contestant", "threads"));
        Latency.PERCENTILES.forEach(percentile -> head.add("p" + percentile));
        MarkdownTable table = new MarkdownTable(head);
        for (Latency latency : results.latencies) {
            List<String> row = new ArrayList<>(
                    List.of(Entrant.valueOf(latency.subject()).shownName(), Integer.toString(latency.threads())));
            Latency.PERCENTILES.forEach(percentile -> row.add(Shown.number(latency.at(percentile))));
            table.add(row);
        }
        return table.toString().strip();
    }

    private String permutations() {
        MarkdownTable table = new MarkdownTable(List.of("call", "ns", "bytes per call"));
        for (Rate rate : results.rates) {
            if (rate.benchmark().startsWith(Results.PERMUTATION)) {
                table.add(List.of(
                        rate.benchmark().substring(Results.PERMUTATION.length()),
                        Shown.number(1e3 / rate.median()),
                        Shown.bytes(rate.bytesPerCall())));
            }
        }
        return table.toString().strip();
    }

    private String tables() {
        MarkdownTable table = new MarkdownTable(List.of("layout", "threads", "original", "ours", "ratio"));
        for (Rate ours : results.rates) {
            if (ours.benchmark().equals(Results.TABLES) && ours.subject().startsWith("OURS ")) {
                String layout = ours.subject().substring("OURS ".length());
                double original = results.find(Results.TABLES, "ORIGINAL " + layout, ours.threads())
                        .map(Rate::median)
                        .orElse(Double.NaN);
                table.add(List.of(
                        layout,
                        Integer.toString(ours.threads()),
                        Shown.number(original),
                        Shown.number(ours.median()),
                        Shown.number(ours.median() / original)));
            }
        }
        return table.toString().strip();
    }
}
