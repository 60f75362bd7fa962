package org.uidgenerator.benchmarks.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.stream.Stream;

/** Where, when and of which source the figures are. */
public record Machine(String cpu, int cores, String jdk, String os, String date, String commit) {
    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

    public static Machine ofThisProcess() {
        return new Machine(
                cpuModel(),
                Runtime.getRuntime().availableProcessors(),
                String.format(
                        Locale.ROOT,
                        "%s %s",
                        System.getProperty("java.vm.name"),
                        System.getProperty("java.vm.version")),
                String.format(Locale.ROOT, "%s %s", System.getProperty("os.name"), System.getProperty("os.version")),
                LocalDate.now(ZoneOffset.UTC).toString(),
                describeCommit());
    }

    private static String cpuModel() {
        try (Stream<String> lines = Files.lines(CPU_INFO)) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElseGet(() -> System.getProperty("os.arch"));
        } catch (IOException e) {
            return System.getProperty("os.arch");
        }
    }

    private static String describeCommit() {
        try {
            Process git = new ProcessBuilder("git", "describe", "--always", "--dirty", "--abbrev=10").start();
            String commit = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return commit.isEmpty() ? "unknown" : commit;
        } catch (IOException e) {
            return "unknown";
        }
    }
}
