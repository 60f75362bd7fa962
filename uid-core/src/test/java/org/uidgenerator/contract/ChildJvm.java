package org.uidgenerator.contract;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Runs a main class in a JVM of its own, the one that runs the tests and in its locale, which is quick to start. */
public final class ChildJvm {
    private ChildJvm() {}

    /** Returns what it printed. */
    public static String run(List<String> options, Class<?> main) throws IOException, InterruptedException {
        return run(Map.of(), options, main);
    }

    /** Returns what it printed. */
    public static String run(Map<String, String> environment, List<String> options, Class<?> main)
            throws IOException, InterruptedException {
        ProcessBuilder builder = builder(options, main).redirectErrorStream(true);
        builder.environment().putAll(environment);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int exitCode = process.waitFor();
        if (exitCode != 0) {
            throw new AssertionError(main + " exited with " + exitCode + ":\n" + output);
        }
        return output;
    }

    /**
     * Begins a process, which is not started yet. Options take precedence, such as {@code -cp} for another class path.
     */
    public static ProcessBuilder builder(List<String> options, Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        for (String property : List.of("user.language", "user.country", "user.timezone")) {
            command.add("-D" + property + "=" + System.getProperty(property, ""));
        }
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(options);
        command.add(main.getName());
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command);
    }
}
