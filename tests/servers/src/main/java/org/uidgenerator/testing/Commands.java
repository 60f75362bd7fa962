package org.uidgenerator.testing;

import java.io.File;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Programs of the operating system. */
final class Commands {
    /** In the words of JDK 17, and of later ones. */
    private static final Pattern TEXT_FILE_BUSY = Pattern.compile("error(=|: )26\\b");

    private Commands() {}

    /**
     * Starts a program, which may have been written just now, because a process that another thread began meanwhile has
     * it open, too, until it runs a program of its own.
     */
    static Process start(ProcessBuilder program) throws IOException {
        long start = System.nanoTime();
        while (true) {
            try {
                return program.start();
            } catch (IOException e) {
                if (!TEXT_FILE_BUSY.matcher(String.valueOf(e.getMessage())).find()
                        || System.nanoTime() - start > ServerProcess.PATIENCE.toNanos()) {
                    throw e;
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
            }
        }
    }

    /** Runs a program to its end. */
    static void run(List<String> command) throws IOException {
        Path output = Files.createTempFile("command", ".log");
        try {
            Process process =
                    start(new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile()));
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
