package org.uidgenerator.benchmarks.report;

import static org.uidgenerator.benchmarks.report.Figures.number;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.uidgenerator.benchmarks.contestants.Entrant;

/** The machine code of hot loops for people, as Markdown. */
public final class MachineCodeReport {
    /** The name of the file. */
    public static final String TEXT = "machine-code.md";

    /**
     * One contestant in one JVM.
     *
     * @param rates million ids per second of each fork, ascending
     * @param instructions how many the loop has
     * @param loads how many of them load from memory
     * @param stores how many of them store to memory
     * @param code a line for each instruction
     */
    public record Row(
            Entrant entrant, String jvm, List<Double> rates, long instructions, long loads, long stores, String code) {
        public String contestant() {
            return entrant.shownName();
        }
    }

    private MachineCodeReport() {}

    /** Writes the file {@code machine-code.md}. */
    public static void write(Machine machine, int forks, List<Row> rows, Path folder) throws IOException {
        Markdown page = new Markdown("Machine code of the hot path")
                .add(machine.provenance(), String.format(Locale.ROOT, """
                One thread on one core, %d forks. A turn of JMH's loop around a call, as C2 has compiled it in the fork of \
                the median: it looks whether the time is over, polls for safepoints, finds the class of the contestant, and \
                takes an id.""", forks));
        page.addSection(
                "Loops",
                "*million/s*: median of the forks, and the least and the greatest.",
                Markdown.table(
                        List.of(
                                "contestant",
                                "JVM",
                                "million/s",
                                "least",
                                "greatest",
                                "instructions",
                                "loads",
                                "stores"),
                        rows.stream()
                                .map(row -> List.of(
                                        row.contestant(),
                                        row.jvm(),
                                        number(row.rates().get(forks / 2)),
                                        number(row.rates().get(0)),
                                        number(row.rates().get(forks - 1)),
                                        Long.toString(row.instructions()),
                                        Long.toString(row.loads()),
                                        Long.toString(row.stores())))));
        for (Row row : rows) {
            page.add("## " + row.contestant() + ", " + row.jvm(), "```asm\n" + row.code() + "```");
        }
        Files.createDirectories(folder);
        Files.writeString(folder.resolve(TEXT), page.toString());
    }
}
