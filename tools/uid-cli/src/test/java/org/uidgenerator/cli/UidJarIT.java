package org.uidgenerator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs uid.jar as users do, in JVMs of its own. */
@Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // for what hangs
class UidJarIT {
    private static final Path BUILDING_JDK = Path.of(System.getProperty("building.jdk"));
    private static final Path NEWEST_JDK = Path.of(System.getProperty("java.home"));

    private static final String SMALL_TICKS = "--layout=31/19/13";
    private static final String MORE_THAN_IS_RESERVED_AT_A_TIME = "300000";

    @TempDir
    private Path home;

    private final List<Run> runs = new ArrayList<>();

    @AfterEach
    void endAllRuns() {
        runs.forEach(run -> run.process.destroyForcibly());
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void isSilentOnStandardErrorWhenAllGoesWell(Path jdk) throws Exception {
        Run run = run(jdk, "generate", "-n", "10000", "--jdbc-url", "jdbc:h2:" + home.resolve("uids"));

        assertThat(run.rest()).hasSize(10_000).doesNotHaveDuplicates();
        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).isEmpty();
    }

    static Stream<Path> jdks() {
        return Stream.of(BUILDING_JDK, NEWEST_JDK).distinct();
    }

    @Test
    void pipesAMillionDistinctUids() throws Exception {
        Run run = run(NEWEST_JDK, "generate", "-n", "1000000", "--worker-id", "7");

        assertThat(run.rest()).hasSize(1_000_000).doesNotHaveDuplicates();
        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).isEmpty();
    }

    @Test
    void endsQuietlyWhenTheReaderGoesAway() throws Exception {
        Run run = run(NEWEST_JDK, "generate", "-n", "1000000000", "--worker-id", "7");

        assertThat(run.line()).matches("\\d+");
        run.stopReading();

        assertThat(run.exitCode()).isEqualTo(141);
        assertThat(run.err()).isEmpty();
    }

    @Test
    void givesNoUidTwiceInTwoRunsAtATimeWithOneWorkerId() throws Exception {
        Run one = run(BUILDING_JDK, "generate", SMALL_TICKS, "-n", MORE_THAN_IS_RESERVED_AT_A_TIME, "--worker-id", "7");
        Run other = run(NEWEST_JDK, "generate", SMALL_TICKS, "-n", MORE_THAN_IS_RESERVED_AT_A_TIME, "--worker-id", "7");

        CompletableFuture<List<String>> ofOne =
                CompletableFuture.supplyAsync(one::rest); // or it would block in its pipe
        List<String> uids = new ArrayList<>(other.rest());
        uids.addAll(ofOne.join());

        assertThat(uids).hasSize(600_000).doesNotHaveDuplicates();
    }

    @Test
    void givesNoUidTwiceInRunsOfTwoLocales() throws Exception {
        List<String> uids = new ArrayList<>();
        for (String language : List.of("en", "ar", "en")) {
            List<String> locale = List.of("-Duser.language=" + language, "-Duser.country=EG");
            Run run = run(BUILDING_JDK, locale, "generate", SMALL_TICKS, "-n", "100000", "--worker-id", "7");
            uids.addAll(run.rest());
            assertThat(run.err()).isEmpty();
            assertThat(run.exitCode()).isZero();
        }

        assertThat(uids).hasSize(300_000).doesNotHaveDuplicates().allMatch(uid -> uid.matches("[0-9]+"));
    }

    @Test
    void givesNoUidTwiceInTwoRunsAtATimeWithOneDatabase() throws Exception {
        String url = "jdbc:h2:" + home.resolve("uids") + ";AUTO_SERVER=TRUE";
        Run one = run(BUILDING_JDK, "generate", SMALL_TICKS, "-n", "100000", "--jdbc-url", url);
        List<String> uids = new ArrayList<>(List.of(one.line())); // the database is open, the run blocked by its pipe
        Run other = run(NEWEST_JDK, "generate", SMALL_TICKS, "-n", "100000", "--jdbc-url", url);
        uids.addAll(other.rest());
        assertThat(one.process.isAlive()).isTrue();
        uids.addAll(one.rest());

        assertThat(uids).hasSize(200_000).doesNotHaveDuplicates();
        assertThat(List.of(one.exitCode(), other.exitCode())).containsOnly(0);
        assertThat(one.err() + other.err()).isEmpty();
    }

    @Test
    void knowsItsVersionAndPrintsNoColoursWhereThereIsNoTerminal() throws Exception {
        Run run = run(NEWEST_JDK, "--version");
        assertThat(run.rest()).singleElement().asString().matches("uid \\d+\\.\\d+\\.\\d+(-SNAPSHOT)?");

        assertThat(run(NEWEST_JDK, "parse", "--layout", "twitter", "1541815603606036480")
                        .rest())
                .hasSize(4)
                .noneMatch(line -> line.contains("\u001b"));
    }

    @Test
    void logsIfWanted() throws Exception {
        Run run = run(BUILDING_JDK, "generate", "-v", "--worker-id", "7");

        assertThat(run.rest()).hasSize(1);
        assertThat(run.err()).contains("uid-generator is ready: worker id 7");
    }

    private Run run(Path jdk, String... args) throws IOException {
        return run(jdk, List.of(), args);
    }

    private Run run(Path jdk, List<String> options, String... args) throws IOException {
        Path err = home.resolve("err-" + runs.size());
        List<String> command =
                new ArrayList<>(List.of(jdk.resolve("bin/java").toString(), "-XX:+UseSerialGC", "-Duser.home=" + home));
        for (String property : List.of("user.language", "user.country", "user.timezone")) {
            command.add("-D" + property + "=" + System.getProperty(property, ""));
        }
        command.addAll(options); // the last one counts
        command.addAll(List.of("-jar", System.getProperty("uid.jar")));
        command.addAll(List.of(args));
        Process process =
                new ProcessBuilder(command).redirectError(err.toFile()).start();
        Run run = new Run(process, process.inputReader(StandardCharsets.US_ASCII), err);
        runs.add(run);
        return run;
    }

    private record Run(Process process, BufferedReader out, Path errors) {
        String line() throws IOException {
            return out.readLine();
        }

        List<String> rest() {
            return out.lines().toList();
        }

        void stopReading() throws IOException {
            out.close();
        }

        int exitCode() throws InterruptedException {
            return process.waitFor();
        }

        String err() throws IOException, InterruptedException {
            process.waitFor();
            return Files.readString(errors);
        }
    }
}
