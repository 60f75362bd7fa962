package org.uidgenerator.testing;

import java.io.File;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Programs of the operating system that are run to their end. */
final class Commands {
    private Commands() {}

    static void run(List<String> command) throws IOException {
        Path output = Files.createTempFile("command", ".log");
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            int status = process.waitFor();
            if (status != 0) {
                throw new IOException(command + " exited with " + status + ":\n" + Files.readString(output));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException(command + " was interrupted");
        } finally {
            Files.delete(output);
        }
    }

    /** Returns whether a program is installed where the shell looks for programs. */
    static boolean isOnPath(String program) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }

    static boolean runAsRoot() {
        return "root".equals(System.getProperty("user.name"));
    }
}
