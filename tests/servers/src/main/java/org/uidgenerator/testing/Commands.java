package org.uidgenerator.testing;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

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

    static boolean runAsRoot() {
        return "root".equals(System.getProperty("user.name"));
    }
}
