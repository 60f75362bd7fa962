package org.uidgenerator.benchmarks.programs;

import com.google.gson.Gson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A program in a JVM of its own, with the class path of this one. Its main class is also the result that it prints, as
 * JSON.
 */
public final class ChildJvm {
    private static final Pattern VERSION = Pattern.compile("^JAVA_VERSION=\"([0-9]+)");
    private static final long LONGEST_MINUTES = 10;

    /** What a child is told as well: where to log, and where servers are. */
    private static final List<String> PASSED_ON =
            List.of("java.util.logging.config.file", "uidgenerator.testing.servers");

    private ChildJvm() {}

    /**
     * Returns the feature release of the JDK with the given home, 17 for example.
     *
     * @throws IllegalArgumentException if its file {@code release} names none
     */
    public static int featureOf(Path javaHome) {
        try (Stream<String> lines = Files.lines(javaHome.resolve("release"))) {
            return lines.map(VERSION::matcher)
                    .filter(Matcher::find)
                    .mapToInt(version -> Integer.parseInt(version.group(1)))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("no JAVA_VERSION in " + javaHome + "/release"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the command {@code java} of the JDK with the given home. */
    public static String java(Path javaHome) {
        return javaHome.resolve("bin").resolve("java").toString();
    }

    /**
     * Runs a program on the JDK with the given home and returns its result.
     *
     * @throws IOException if it fails or does not end within ten minutes
     */
    public static <T> T run(Path javaHome, Class<T> program, Object... arguments)
            throws IOException, InterruptedException {
        return run(command(javaHome, program, arguments), program, arguments);
    }

    /**
     * Runs a program on one core of this machine, with a system property {@code benchmark.service}.
     *
     * @throws IOException if it fails or does not end within ten minutes
     */
    public static <T> T runOnCore(int core, String service, Class<T> program, Object... arguments)
            throws IOException, InterruptedException {
        List<String> command = onCore(core, program, arguments);
        command.add(command.indexOf("-cp"), "-Dbenchmark.service=" + service);
        return run(command, program, arguments);
    }

    /** Starts a program on one core of this machine, which the caller ends. */
    public static Process startOnCore(int core, Class<?> program) throws IOException {
        return new ProcessBuilder(onCore(core, program))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static List<String> onCore(int core, Class<?> program, Object... arguments) {
        List<String> command = command(Path.of(System.getProperty("java.home")), program, arguments);
        command.addAll(0, List.of("taskset", "-c", Integer.toString(core)));
        return command;
    }

    private static List<String> command(Path javaHome, Class<?> program, Object... arguments) {
        List<String> command = new ArrayList<>();
        command.add(java(javaHome));
        for (String name : PASSED_ON) {
            String value = System.getProperty(name);
            if (value != null) {
                command.add(String.format(Locale.ROOT, "-D%s=%s", name, value));
            }
        }
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
        Arrays.stream(arguments).map(Object::toString).forEach(command::add);
        return command;
    }

    private static <T> T run(List<String> command, Class<T> program, Object... arguments)
            throws IOException, InterruptedException {
        String what = program.getSimpleName() + Arrays.toString(arguments);
        Path output = Files.createTempFile("benchmark", ".json");
        Process process = new ProcessBuilder(command)
                .redirectOutput(output.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            if (!process.waitFor(LONGEST_MINUTES, TimeUnit.MINUTES)) {
                throw new IOException(what + " did not end within " + LONGEST_MINUTES + " minutes");
            }
            if (process.exitValue() != 0) {
                throw new IOException(what + " ended with exit code " + process.exitValue());
            }
            return new Gson().fromJson(Files.readString(output), program);
        } finally {
            process.destroyForcibly();
            Files.delete(output);
        }
    }

    /** Called by a program at its end. */
    static void report(Object result) {
        System.out.println(new Gson().toJson(result));
    }
}
