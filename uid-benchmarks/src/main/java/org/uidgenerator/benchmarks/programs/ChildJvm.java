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

/** A program in a JVM of its own, with the class path of this one. */
public final class ChildJvm {
    private static final long LONGEST_MINUTES = 10;
    private static final String LOGGING = "java.util.logging.config.file";

    private final Process process;
    private final Path output;
    private final String what;

    private ChildJvm(Process process, Path output, String what) {
        this.process = process;
        this.output = output;
        this.what = what;
    }

    /** Starts a program on the JDK with the given home. */
    public static ChildJvm start(Path javaHome, Class<?> program, Object... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(javaHome.resolve("bin").resolve("java").toString());
        String logging = System.getProperty(LOGGING);
        if (logging != null) {
            command.add(String.format(Locale.ROOT, "-D%s=%s", LOGGING, logging));
        }
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
        for (Object argument : arguments) {
            command.add(argument.toString());
        }
        Path output = Files.createTempFile("benchmark", ".json");
        Process process = new ProcessBuilder(command)
                .redirectOutput(output.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        return new ChildJvm(process, output, program.getSimpleName() + Arrays.toString(arguments));
    }

    /** Starts a program on the JDK that runs this one, and waits for its result. */
    public static <T> T run(Class<T> result, Class<?> program, Object... arguments)
            throws IOException, InterruptedException {
        return start(Path.of(System.getProperty("java.home")), program, arguments)
                .result(result);
    }

    /** Waits for the end of the program and reads what it printed. */
    public <T> T result(Class<T> type) throws IOException, InterruptedException {
        try {
            if (!process.waitFor(LONGEST_MINUTES, TimeUnit.MINUTES)) {
                throw new IOException(what + " did not end within " + LONGEST_MINUTES + " minutes");
            }
            if (process.exitValue() != 0) {
                throw new IOException(what + " ended with exit code " + process.exitValue());
            }
            return new Gson().fromJson(Files.readString(output), type);
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
