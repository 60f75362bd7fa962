package org.uidgenerator.cli;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What a command did. */
record CommandLineRun(int exitCode, String out, String err) {
    static CommandLineRun of(Path home, String... args) {
        return of(home, Map.of(), "", args);
    }

    static CommandLineRun of(Path home, Map<String, String> environment, String in, String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        CommandLineRun run = into(out, home, environment, in, args);
        return new CommandLineRun(run.exitCode, out.toString(StandardCharsets.UTF_8), run.err);
    }

    static CommandLineRun into(
            OutputStream out, Path home, Map<String, String> environment, String in, String... args) {
        forgetWorkerIds();
        StringWriter err = new StringWriter();
        CommandContext context = new CommandContext(
                new ByteArrayInputStream(in.getBytes(StandardCharsets.UTF_8)),
                new Lines(out),
                new PrintWriter(err, true),
                environment,
                home,
                InstantSource.fixed(Instant.parse("2026-11-21T12:00:00Z")));
        Locale before = Locale.getDefault();
        try {
            int exitCode = Uid.execute(context, args);
            return new CommandLineRun(exitCode, "", err.toString());
        } finally {
            Locale.setDefault(before);
        }
    }

    /** A run has a JVM of its own, which knows nothing of the worker ids of another. */
    static void forgetWorkerIds() {
        System.getProperties().keySet().removeIf(name -> name.toString().startsWith("org.uidgenerator.worker/"));
    }

    List<String> lines() {
        return out.lines().toList();
    }

    List<Long> uids() {
        return out.lines().map(Long::valueOf).toList();
    }
}
