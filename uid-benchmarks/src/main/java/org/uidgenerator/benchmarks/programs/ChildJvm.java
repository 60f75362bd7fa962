package org.uidgenerator.benchmarks.programs;

import com.google.gson.Gson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * A program in a JVM of its own, with the class path of this one. Its main class is also the result that it prints, as
 * JSON.
 */
public final class ChildJvm {
    private static final long LONGEST_MINUTES = 10;
    private static final String LOGGING = "java.util.logging.config.file";

    private ChildJvm() {}

    /**
     * Runs a program on the JDK with the given home and returns its result.
     *
     * @throws IOException if it fails or does not end within ten minutes
     */
    public static <T> T run(Path javaHome, Class<T> program, Object... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(javaHome.resolve("bin").resolve("java").toString());
        String logging = System.getProperty(LOGGING);
        if (logging != null) {
            command.add(String.format(Locale.ROOT, "-D%s=%s", LOGGING, logging));
        }
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
        Arrays.stream(arguments).map(Object::toString).forEach(command::add);

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
