package org.uidgenerator.races;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jcstress.Main;

/**
 * A run of jcstress in a JVM of its own, and what it printed. Its exit code says little: it is 0 if no test ran at all.
 */
record Jcstress(String output) {
    private static final Pattern RESULTS = Pattern.compile(
            "Results: (\\d+) planned; (\\d+) passed, (\\d+) failed, (\\d+) soft errs, (\\d+) hard errs");
    private static final Pattern FAILED = Pattern.compile("\\[FAILED] (\\S+)");

    /** One configuration of the JVM. */
    private static final List<String> SHORT =
            List.of("-m", "quick", "-iters", "1", "-strideSize", "64", "-pth", "false", "-sc", "false", "-af", "NONE");

    /**
     * Runs all tests, as they are or as twins.
     *
     * @param brief the short form, a fifth of a second a test, instead of all configurations of the JVM
     */
    static Jcstress run(Path jdk, boolean brief, boolean twins) throws IOException, InterruptedException {
        return run(jdk, brief ? more(SHORT, "-time", "200") : List.of("-m", Mode.NAME), brief, twins);
    }

    /** Runs some of the twins in the short form, for two seconds each. */
    static Jcstress runTwins(Path jdk, Set<String> tests) throws IOException, InterruptedException {
        return run(jdk, more(SHORT, "-time", "2000", "-t", String.join("|", tests)), true, true);
    }

    private static List<String> more(List<String> arguments, String... more) {
        return Stream.concat(arguments.stream(), Stream.of(more)).toList();
    }

    private static Jcstress run(Path jdk, List<String> arguments, boolean brief, boolean twins)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(jdk.resolve("bin/java").toString());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
        command.addAll(arguments);
        String options = String.format(
                Locale.ROOT,
                "-ea -Djava.util.logging.config.file=%s -Dtwin=%b",
                System.getProperty("java.util.logging.config.file"),
                twins);
        command.addAll(
                brief ? List.of("-jvmArgs", "-XX:+UseSerialGC " + options) : List.of("-jvmArgsPrepend", options));
        Path directory = Files.createDirectories(
                Path.of("target", "jcstress", jdk.getFileName() + (twins ? "-twins" : "-tests")));
        command.addAll(List.of("-r", "report"));
        Path output = directory.resolve("output.txt");
        new ProcessBuilder(command)
                .directory(directory.toFile()) // where it leaves its raw results
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start()
                .waitFor();
        return new Jcstress(Files.readString(output));
    }

    /** The counts of the last line of results: planned, passed, failed, soft and hard errors. */
    List<Integer> counts() {
        return RESULTS.matcher(output)
                .results()
                .reduce((one, next) -> next)
                .map(last -> List.of(1, 2, 3, 4, 5).stream()
                        .map(group -> Integer.valueOf(last.group(group)))
                        .toList())
                .orElse(List.of());
    }

    /** The tests that failed in one configuration at least. */
    Set<String> failed() {
        Matcher failed = FAILED.matcher(output);
        return failed.results().map(result -> result.group(1)).collect(Collectors.toCollection(TreeSet::new));
    }
}
