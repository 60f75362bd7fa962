package org.uidgenerator.spec;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tlc2.TLC;

/**
 * A run of the model checker TLC, in a JVM of its own since it ends by {@code System.exit}.
 *
 * @param exitCode 0 if all states were visited and all invariants hold
 * @param output what it printed
 */
record Tlc(int exitCode, String output) {
    static final int ALL_HOLDS = 0;
    static final int INVARIANT_VIOLATED = 12;

    private static final Pattern VIOLATED = Pattern.compile("Invariant (\\w+) is violated");
    private static final Pattern DISTINCT_STATES = Pattern.compile("(\\d+) distinct states found, (\\d+) states left");
    private static final int LONGEST_MINUTES = 60;

    /** Checks the specification as a configuration says. */
    static Tlc check(String configuration) {
        try {
            Path work = Path.of(System.getProperty("uidgenerator.spec.work"), configuration);
            Files.createDirectories(work);
            Path output = work.resolve("output.txt");
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-XX:+UseSerialGC",
                            "-XX:TieredStopAtLevel=1",
                            "-cp",
                            Path.of(TLC.class
                                            .getProtectionDomain()
                                            .getCodeSource()
                                            .getLocation()
                                            .toURI())
                                    .toString(),
                            TLC.class.getName(),
                            "-workers",
                            "auto",
                            "-metadir",
                            work.toString(),
                            "-config",
                            Spec.configuration(configuration).toString(),
                            Spec.module(configuration).toString())
                    .directory(work.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            if (!process.waitFor(LONGEST_MINUTES, TimeUnit.MINUTES)) {
                process.destroyForcibly();
                throw new IllegalStateException(
                        String.format(Locale.ROOT, "TLC still runs after %d min, see %s", LONGEST_MINUTES, output));
            }
            return new Tlc(process.exitValue(), Files.readString(output));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    Optional<String> violatedInvariant() {
        Matcher matcher = VIOLATED.matcher(output);
        return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    long distinctStates() {
        return states(1);
    }

    long statesLeft() {
        return states(2);
    }

    /** The last line that counts is the one of the end. */
    private long states(int group) {
        return DISTINCT_STATES
                .matcher(output)
                .results()
                .reduce((first, second) -> second)
                .map(match -> Long.parseLong(match.group(group)))
                .orElseThrow(() -> new IllegalStateException("no count of states in: " + output));
    }
}
