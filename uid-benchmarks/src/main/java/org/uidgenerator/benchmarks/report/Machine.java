package org.uidgenerator.benchmarks.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.ZoneOffset;

/** Where, when and of which source the figures are. */
public record Machine(String cpu, int cores, String jdk, String os, String date, String commit) {

    public static Machine ofThisProcess() {
        return new Machine(
                outputOf("lscpu")
                        .lines()
                        .filter(line -> line.startsWith("Model name:"))
                        .map(line -> line.substring(line.indexOf(':') + 1).strip())
                        .findFirst()
                        .orElseGet(() -> System.getProperty("os.arch")),
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"),
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                LocalDate.now(ZoneOffset.UTC).toString(),
                outputOf("git", "describe", "--always", "--dirty", "--abbrev=10"));
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
