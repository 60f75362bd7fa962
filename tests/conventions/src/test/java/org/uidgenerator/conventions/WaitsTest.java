package org.uidgenerator.conventions;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The waits of all tests. A limit of its own makes a test fail beside other work, one test at a time, so limits stand
 * in one place.
 */
class WaitsTest {
    /**
     * An amount of time in a source: a number, a constant or a conversion. {@code Patience.LONGEST} is none of them.
     */
    private static final String AMOUNT = "(?:\\d[\\d_]*L?|[A-Z][A-Z_]+(?:\\.to\\w+\\(\\))?"
            + "|Duration\\.of\\w+\\(\\w+\\)(?:\\.to\\w+\\(\\))?|TimeUnit\\.\\w+\\.to\\w+\\(\\w+\\))";

    private static final String UNIT = "\\s*,\\s*(?:[\\w.]*TimeUnit\\.)?[A-Z]+S\\s*\\)";
    private static final String HELPER = "use a method of org.uidgenerator.test.internal.Patience";
    private static final String LIMIT = "use Patience.LONGEST, or measure the reference in the same test";

    /** Patterns of waits with limits, and the way out of each. */
    private static final Map<Pattern, String> REFUSED = refused();

    /** Lines that may use a pattern. */
    private static final List<Allowed> ALLOWED = List.of(
            // Runs whose length is an option.
            new Allowed("BillionUidsTest", "// for -Dbillion.uids"),
            new Allowed("SeveralWorkerIdsRaceTest", "// for -Dseveral.uids"),
            new Allowed("ColdStartTest", "// as many rounds as are asked for"),
            new Allowed("FailoverIT", "// for -Dfailover.rounds"),
            new Allowed("HostileClientsTest", "// for -Duidgenerator.fuzz.requests"),
            new Allowed("EverySecondTest", "// for -Dredis.seconds"),
            new Allowed("EverySecondTest", "toNanos(SECONDS)"),
            new Allowed("SimulationTest", "// for -Dsimulation.seeds"),
            new Allowed("SegmentSimulationTest", "// for -Dsimulation.seeds"),
            new Allowed("CrashTest", "// for -Dcrash.seconds"),
            new Allowed("SoakTest", "// for -Dsoak.minutes"),
            new Allowed("WorkerLeaseSpecTest", "// for -Duidgenerator.spec.large"),
            new Allowed("Tlc", "process.waitFor(LONGEST_MINUTES, TimeUnit.MINUTES)"),
            new Allowed("StartStormTest", "// for -Dfleet.processes"),
            new Allowed("FleetSimulationTest", "// for -Dfleet.processes and -Dfleet.days"),
            new Allowed("OneProcessTest", "// for -Dfleet.generators"),
            new Allowed("RacesIT", "// for -Draces.mode"),
            new Allowed("TagRangesLincheckTest", "// for -Draces.mode"),
            new Allowed("GeneratorLincheckTest", "// for -Draces.mode"),
            new Allowed("BlockRingLincheckTest", "// for -Draces.mode"),
            // Only another thread can leave a read from a program that hangs.
            new Allowed("UidJarIT", "SEPARATE_THREAD"),
            // Measurements: so much is done in this time, or less if the machine is busy.
            new Allowed("WaiterTest", "i < 200_000 && System.nanoTime() - start"),
            new Allowed("LeasedWorkerIdSuite", "System.nanoTime() - start < TimeUnit.SECONDS.toNanos(1); ticks++"),
            new Allowed("FullHeapProgram", "System.nanoTime() - start < NANOS_OF_FULL_HEAP"),
            // The least that must pass, and the pace of reports.
            new Allowed("LeasedWorkerIdsTest", "awaitUntil(() -> System.nanoTime() - start > 1_000_000)"),
            new Allowed("Progress", "NANOS_BETWEEN_REPORTS"),
            // Waits for what must not come.
            new Allowed("LifecycleTest", "isInstanceOf(TimeoutException.class)"),
            // The promise itself: seconds less than anything that a close could wait for, and a thousand times what it
            // takes.
            new Allowed("ClosingContract", "succeedsWithin(WITHOUT_WAITING)"),
            // Servers that tests start, in a module that has no Patience. Its limit is the same.
            new Allowed("ServerProcess", "process.waitFor(10, TimeUnit.MILLISECONDS)"),
            new Allowed("ServerProcess", "PATIENCE.to"),
            // Processes that start while the stores fail, and a pause of a twin with a rule broken.
            new Allowed("IssuingProcess", "PATIENCE_AT_START"),
            new Allowed("Shift", "LONGEST_PAUSE_NANOS"));

    /**
     * A line that may have a limit.
     *
     * @param file name of the class
     * @param code part of the line
     */
    private record Allowed(String file, String code) {}

    private static Map<Pattern, String> refused() {
        Map<Pattern, String> refused = new LinkedHashMap<>();
        String limited = "\\.(?:get|await|join|waitFor|poll|tryAcquire|tryLock|orTimeout)|\\bawaitTermination";
        refused.put(Pattern.compile("(?:" + limited + ")\\(\\s*(?:\\w+,\\s*)?" + AMOUNT + UNIT), HELPER);
        refused.put(Pattern.compile("\\.join\\((?:\\d[\\d_]{2,}L?|Duration\\.of\\w+\\(\\w+\\))\\)"), HELPER);
        refused.put(
                Pattern.compile("\\b(?:succeedsWithin|failsWithin)\\(\\s*" + AMOUNT
                        + "|\\bnew WebDriverWait\\(\\s*\\w+,\\s*" + AMOUNT
                        + "|nanoTime\\(\\)[^;]*\\.isLessThan(?:OrEqualTo)?\\(\\s*" + AMOUNT),
                LIMIT);
        refused.put(
                Pattern.compile("\\bassertTimeout(?:Preemptively)?\\("), "leave it to test.timeout in the parent pom");
        refused.put(Pattern.compile("\\bThread\\.sleep\\(|\\bTimeUnit\\.\\w+\\.sleep\\("), HELPER);
        refused.put(
                Pattern.compile(
                        "nanoTime\\(\\)\\s*-\\s*\\w+\\s*[<>]=?\\s*" + AMOUNT + "|nanoTime\\(\\)\\s*\\+\\s*" + AMOUNT),
                HELPER + ", or list it here as a measurement");
        refused.put(
                Pattern.compile("@(?:[\\w.]+\\.)?Timeout\\("),
                "leave it to test.timeout in the parent pom, or list it here as a run whose length is an option");
        return refused;
    }

    private static Stream<Path> sources() {
        return SourceFiles.in(
                ".",
                path -> path.endsWith(".java")
                        && !path.contains("/target/")
                        && (path.contains("/src/test/")
                                || path.contains("/tests/")
                                || path.contains("/tools/uid-test/src/main/")));
    }

    /** The helper itself, and this test, which quotes what it refuses. */
    private static boolean isExempt(Path file) {
        return Set.of("Patience.java", "WaitsTest.java")
                .contains(file.getFileName().toString());
    }

    /** Returns the waits with limits of their own in a source, and notes which lines are allowed. */
    private static List<String> waits(String name, String source, Set<Allowed> used) {
        List<String> waits = new ArrayList<>();
        REFUSED.forEach((pattern, wayOut) -> {
            Matcher matcher = pattern.matcher(source);
            while (matcher.find()) {
                String code = linesAround(source, matcher);
                List<Allowed> reasons = ALLOWED.stream()
                        .filter(line -> line.file().equals(name) && code.contains(line.code()))
                        .toList();
                used.addAll(reasons);
                if (reasons.isEmpty()) {
                    long line = 1
                            + source.substring(0, matcher.start())
                                    .chars()
                                    .filter(c -> c == '\n')
                                    .count();
                    waits.add(name + ".java:" + line + ": " + code.strip() + "; " + wayOut);
                }
            }
        });
        return waits;
    }

    private static String linesAround(String source, Matcher matcher) {
        int end = source.indexOf('\n', matcher.end());
        return source.substring(source.lastIndexOf('\n', matcher.start()) + 1, end < 0 ? source.length() : end);
    }

    private static String nameOf(Path file) {
        String name = file.getFileName().toString();
        return name.substring(0, name.length() - ".java".length());
    }

    @Test
    void haveNoLimitOfTheirOwn() {
        List<String> waits = new ArrayList<>();
        Set<Allowed> used = new HashSet<>();

        sources()
                .filter(file -> !isExempt(file))
                .forEach(file -> waits.addAll(waits(nameOf(file), SourceFiles.read(file), used)));

        assertThat(waits).as("waits with a limit of their own").isEmpty();
        assertThat(used).as("exceptions that are still needed").containsExactlyInAnyOrderElementsOf(ALLOWED);
    }

    @Test
    void areFoundInAllTheirForms() {
        List<String> forms = List.of(
                "future.get(20, TimeUnit.SECONDS);",
                "latch.await(60, SECONDS);",
                "barrier.await(Duration.ofSeconds(3).toMillis(), TimeUnit.MILLISECONDS);",
                "thread.join(120_000);",
                "thread.join(Duration.ofSeconds(3));",
                "process.waitFor(2, TimeUnit.MINUTES);",
                "pool.awaitTermination(1, TimeUnit.HOURS);",
                "future.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);",
                "assertThat(future).succeedsWithin(PATIENCE);",
                "assertThat(future).succeedsWithin(Duration.ofSeconds(60));",
                "assertThat(future)\n    .succeedsWithin(3, TimeUnit.SECONDS);",
                "assertTimeoutPreemptively(LIMIT, () -> {});",
                "new WebDriverWait(driver, Duration.ofSeconds(3));",
                "Thread.sleep(10);",
                "TimeUnit.SECONDS.sleep(10);",
                "assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));",
                "while (System.nanoTime() - start < TimeUnit.SECONDS.toNanos(60)) {",
                "if (System.nanoTime() - start > PATIENCE.toNanos()) {",
                "long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();",
                "@Timeout(600)",
                "@org.junit.jupiter.api.Timeout(600)");

        assertThat(forms)
                .allSatisfy(form -> assertThat(waits("Some", form, new HashSet<>()))
                        .as(form)
                        .singleElement()
                        .asString()
                        .matches("(?s)Some\\.java:[12]: .*"));
    }

    @Test
    void mayEndWithThePatienceOfAllTests() {
        String source = """
                Patience.get(future);
                assertThat(future).succeedsWithin(Patience.LONGEST);
                process.waitFor(Patience.LONGEST.toSeconds(), TimeUnit.SECONDS);
                assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Patience.LONGEST);
                buffer.join(1);
                """;

        assertThat(waits("Some", source, new HashSet<>())).isEmpty();
    }
}
