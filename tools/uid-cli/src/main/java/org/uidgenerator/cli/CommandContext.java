package org.uidgenerator.cli;

import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;

/**
 * What a command sees of the process that it runs in: streams, environment variables, the home folder and the clock.
 *
 * @param home the folder of the user
 */
record CommandContext(
        InputStream in,
        OutputStream out,
        PrintWriter err,
        Map<String, String> environment,
        Path home,
        InstantSource clock) {

    void say(String message) {
        err.println("uid: " + message);
        err.flush();
    }

    void say(Exception failure) {
        say(failure.getMessage() == null ? failure.toString() : failure.getMessage());
    }
}
