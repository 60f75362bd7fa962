package org.uidgenerator.cli;

import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import org.uidgenerator.NamesOptions;

/**
 * The process that a command runs in, as far as it sees it: streams, environment variables, the home folder and the
 * clock.
 *
 * @param home the folder of the user
 */
record CommandContext(
        InputStream in, Lines lines, PrintWriter err, Map<String, String> environment, Path home, InstantSource clock) {

    void say(String message) {
        err.println("uid: " + message);
        err.flush();
    }

    void say(Exception failure) {
        String message = failure instanceof NamesOptions named
                ? named.optionText().with(CommandContext::option)
                : failure.getMessage();
        say(message == null ? failure.toString() : message);
    }

    /** Returns what the command line calls an option of the library, if it has it. */
    private static String option(String name) {
        return switch (name) {
            case "workerId" -> "--worker-id";
            case "dataCenterId" -> "--data-center";
            case "machineId" -> "--machine";
            default -> name;
        };
    }
}
