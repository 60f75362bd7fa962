package org.uidgenerator.benchmarks.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Optional;

/** The place, time and source of the figures. */
public record Machine(String cpu, CpuVendor vendor, int cores, String jdk, String os, String date, String commit) {

    public static Machine ofThisProcess() {
        return of(outputOf("lscpu"));
    }

    /** Returns this machine with the CPU that {@code lscpu} describes. */
    static Machine of(String lscpu) {
        return new Machine(
                field(lscpu, "Model name").orElseGet(() -> System.getProperty("os.arch")),
                CpuVendor.of(field(lscpu, "Vendor ID").orElse("unknown")),
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"),
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                LocalDate.now(ZoneOffset.UTC).toString(),
                outputOf("git", "describe", "--always", "--dirty", "--abbrev=10"));
    }

    /** Returns it all as the beginning of a report. */
    String provenance() {
        return String.format(Locale.ROOT, "%s, %d cores. %s. %s. %s, commit %s.", cpu, cores, jdk, os, date, commit);
    }

    private static Optional<String> field(String lscpu, String name) {
        return lscpu.lines()
                .filter(line -> line.startsWith(name + ":"))
                .map(line -> line.substring(name.length() + 1).strip())
                .findFirst();
    }

    /** Returns what a command prints in English, or "unknown" if there is no such command or it prints nothing. */
    private static String outputOf(String... command) {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("LC_ALL", "C");
        try {
            String output = new String(builder.start().getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return output.isBlank() ? "unknown" : output.strip();
        } catch (IOException e) {
            return "unknown";
        }
    }
}
