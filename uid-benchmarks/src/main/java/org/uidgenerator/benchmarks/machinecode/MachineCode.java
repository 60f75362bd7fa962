package org.uidgenerator.benchmarks.machinecode;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.uidgenerator.benchmarks.contestants.Entrant;
import org.uidgenerator.benchmarks.programs.ChildJvm;
import org.uidgenerator.benchmarks.report.Machine;
import org.uidgenerator.benchmarks.report.MachineCodeReport;
import org.uidgenerator.benchmarks.report.MachineCodeReport.Row;
import org.uidgenerator.benchmarks.report.Results;

/**
 * One thread of each contestant that competes with a counter of the thread's own, in some forks, with the machine code
 * of the loop in the one of the median rate. Needs {@code objdump} and {@code taskset}, and JDKs without a
 * disassembler.
 */
public final class MachineCode {
    private static final int FORKS = 5;
    private static final List<Entrant> ENTRANTS = List.of(
            Entrant.CACHED,
            Entrant.SEGMENTS,
            Entrant.THREAD_LOCAL,
            Entrant.THREAD_LOCAL_BLOCK,
            Entrant.OWNED_STRIPES,
            Entrant.PLAIN_FIELD);
    private static final Pattern SCORE = Pattern.compile("Iteration +[0-9]+: .*?([0-9.]+) ops/us", Pattern.DOTALL);

    private final List<Path> jdks;
    private final Path folder;
    private final PrintStream out;

    /** One JVM that measures and prints its machine code. */
    private record Fork(double rate, HotLoop loop) {}

    /**
     * Makes a run.
     *
     * @param newestJdk a JDK to run in beside the one that builds
     * @param folder the folder of the report
     */
    public MachineCode(Path newestJdk, Path folder, PrintStream out) {
        jdks = List.of(Path.of(System.getProperty("java.home")), newestJdk);
        this.folder = folder;
        this.out = out;
    }

    /** Measures everything, and writes the report. */
    public void run() throws IOException, InterruptedException {
        List<Row> rows = new ArrayList<>();
        for (Entrant entrant : ENTRANTS) {
            for (Path jdk : jdks.stream().distinct().toList()) {
                Row row = measure(jdk, entrant);
                out.println(row.contestant() + ", " + row.jvm() + ": " + row.rates());
                rows.add(row);
            }
        }
        MachineCodeReport.write(Machine.ofThisProcess(), FORKS, rows, folder);
        out.println("Report: " + folder.resolve(MachineCodeReport.TEXT));
    }

    private static Row measure(Path jdk, Entrant entrant) throws IOException, InterruptedException {
        List<Fork> forks = new ArrayList<>();
        for (int i = 0; i < FORKS; i++) {
            forks.add(fork(jdk, entrant, i % Runtime.getRuntime().availableProcessors()));
        }
        forks.sort(Comparator.comparing(Fork::rate));
        HotLoop loop = forks.get(FORKS / 2).loop();
        return new Row(
                entrant,
                "JDK " + ChildJvm.featureOf(jdk),
                forks.stream().map(Fork::rate).toList(),
                loop.instructions().size(),
                loop.loads(),
                loop.stores(),
                loop.toString());
    }

    private static Fork fork(Path jdk, Entrant entrant, int core) throws IOException, InterruptedException {
        Path log = Files.createTempFile("machine-code", ".log");
        try {
            Process process = new ProcessBuilder(
                            "taskset",
                            "-c",
                            Integer.toString(core),
                            ChildJvm.java(jdk),
                            "-Djava.util.logging.config.file=" + System.getProperty("java.util.logging.config.file"),
                            "-cp",
                            System.getProperty("java.class.path"),
                            "org.openjdk.jmh.Main",
                            Results.THROUGHPUT + "$",
                            "-p",
                            "contestant=" + entrant.name(),
                            "-f",
                            "1",
                            "-wi",
                            "3",
                            "-w",
                            "500ms",
                            "-i",
                            "5",
                            "-r",
                            "300ms",
                            "-jvmArgsAppend",
                            "-XX:CompileCommand=print,*.throughput_thrpt_jmhStub")
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            process.waitFor();
            String printed = Files.readString(log, StandardCharsets.ISO_8859_1);
            return new Fork(rate(printed), HotLoop.ofLog(printed));
        } finally {
            Files.delete(log);
        }
    }

    private static double rate(String log) throws IOException {
        List<Double> rates = new ArrayList<>();
        Matcher score = SCORE.matcher(log);
        while (score.find()) {
            rates.add(Double.parseDouble(score.group(1)));
        }
        if (rates.isEmpty()) {
            throw new IOException("no score: " + log);
        }
        rates.sort(Comparator.naturalOrder());
        return rates.get(rates.size() / 2);
    }
}
