package org.uidgenerator.conventions;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tables that tools/results prints, for the reports of small projects. */
class ResultsTest {
    private static final String GATE = "surefire-reports";
    private static final String PROOFS = "proof-reports";

    @TempDir
    private static Path program;

    @TempDir
    private Path project;

    /**
     * A run of the program.
     *
     * @param printed on standard output and standard error
     */
    private record Run(int status, String printed) {
        Run withNarrowColumns() {
            assertThat(printed.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(140));
            return new Run(status, printed.replaceAll(" {2,}", " "));
        }
    }

    @BeforeAll
    static void compile() {
        Path source = MarkdownPage.ROOT.resolve("tools/results/Results.java");
        ToolProvider compiler = ToolProvider.findFirst("javac").orElseThrow();
        assertThat(compiler.run(System.out, System.err, "-d", program.toString(), source.toString()))
                .isZero();
    }

    @BeforeEach
    void makeModules() throws IOException {
        write("pom.xml", "<project/>");
        write("core/pom.xml", "<project/>");
        write("tests/spec/pom.xml", "<project><properties><proof>spec</proof></properties></project>");
    }

    @Test
    void listsTheSlowestTestsWithReasons() throws Exception {
        write("core/src/test/java/org/example/ClockTest.java", """
                class ClockTest extends ClockSuite {
                    // Slow: waits for a leap second.
                    @ParameterizedTest
                    @ValueSource(ints = {1, 2})
                    void leaps(int way) {}

                    @Test
                    void runs() {}
                }
                """);
        write("core/src/test/java/org/example/ClockSuite.java", """
                abstract class ClockSuite {
                    // Slow: asks each server.
                    @Test
                    void agrees() {}
                }
                """);
        write("core/src/test/java/org/example/RingTest.java", """
                /** A ring. */
                // Slow: a billion slots.
                class RingTest {
                    @Test
                    void turns() {}
                }
                """);
        report(
                GATE,
                "core",
                "org.example.ClockTest",
                green("leaps(int)[1]", "ClockTest", "10.5"),
                green("leaps(int)[2]", "ClockTest", "9.994"),
                green("runs", "ClockTest$Inner", "1,200.25"),
                green("agrees", "ClockTest", "11.0"));
        report(GATE, "core", "org.example.RingTest", green("turns", "RingTest", "10.01"));

        assertThat(results("gate")).isEqualTo(new Run(0, """
                The gate: 5 tests in 2 classes

                Slowest tests, in seconds:
                  1200.3  core: ClockTest$Inner.runs: no reason given
                    11.0  core: ClockTest.agrees: asks each server.
                    10.5  core: ClockTest.leaps[1]: waits for a leap second.
                    10.0  core: RingTest.turns: a billion slots.
                    10.0  core: ClockTest.leaps[2]

                Skipped tests: 0
                """));
    }

    @Test
    void groupsSkippedTestsByModuleAndReason() throws Exception {
        report(
                GATE,
                "core",
                "org.example.ClockTest",
                skipped("b", "<skipped message='no server'/>"),
                skipped("a", """
                <skipped type='org.opentest4j.TestAbortedException'><![CDATA[org.opentest4j.TestAbortedException:\s
                Assumption failed: no server
                at night
                \tat org.example.ClockTest.a(ClockTest.java:7)]]></skipped>"""));

        assertThat(results("gate")).isEqualTo(new Run(0, """
                The gate: 2 tests in 1 classes

                Slowest tests, in seconds:
                     0.0  core: ClockTest.b
                     0.0  core: ClockTest.a

                Skipped tests: 2
                  core: no server
                    ClockTest.a
                    ClockTest.b
                """));
    }

    @Test
    void demandsAReasonOfEachSkip() throws Exception {
        report(
                GATE,
                "core",
                "org.example.ClockTest",
                skipped("a", "<skipped message='void org.example.ClockTest.a() is @Disabled'/>"),
                skipped("b", aborted(": Assumption failed: assumption is not true")),
                skipped("c", aborted("")));

        Run run = results("gate");

        assertThat(run.status).isOne();
        assertThat(run.printed).endsWith("""
                Skipped tests: 3
                  core: no reason given
                    ClockTest.a
                    ClockTest.b
                    ClockTest.c
                """);
    }

    @Test
    void saysWhatProofsCovered() throws Exception {
        write("tests/race/pom.xml", "<project><properties><proof>races</proof></properties></project>");
        write("tests/race/two/pom.xml", "<project><properties><proof>races</proof></properties></project>");
        report(
                PROOFS,
                "tests/spec",
                "org.example.ModelTest",
                """
                <testcase name='holds' classname='org.example.ModelTest' time='70.5'>
                  <system-out><![CDATA[Starting
                covered: 2,000 states of the model of one worker
                covered: 300 seeds of the simulation, each of them with five servers, of which one is lost for a minute
                ]]></system-out>
                </testcase>
                """,
                skipped("breaks", "<skipped message='takes minutes'/>"));
        report(PROOFS, "core", "org.example.ClockIT", green("runs", "ClockIT", "2000"));
        write("core/target/proof-reports/org.example.ClockIT-output.txt", "covered: a clock\nuncovered: two\n");

        assertThat(results("proofs").withNarrowColumns()).isEqualTo(new Run(0, """
                proof | covered | result | seconds
                core | a clock; 1 test on JDK 25.0.3, ar-EG | green | 2,000.0
                races | no report of tests/race; no report of tests/race/two | not run | 0.0
                spec | 2,000 states of the model of one worker; 300 seeds of the simulation, each of them with five | green | 70.5
                 | servers, of which one is lost for a minute; 1 test on JDK 25.0.3, ar-EG | |

                Skipped tests: 1
                 tests/spec: takes minutes
                 ClockTest.breaks
                """));
    }

    @Test
    void tellsFlickeringTestsFromRedOnes() throws Exception {
        report(PROOFS, "tests/spec", "org.example.ModelTest", """
                <testcase name='holds' classname='org.example.ModelTest' time='1'>
                  <flakyFailure message='expected: 1&#10;  but was: 2' type='org.opentest4j.AssertionFailedError'>
                    <stackTrace>org.opentest4j.AssertionFailedError</stackTrace>
                    <system-out>covered: nothing</system-out>
                  </flakyFailure>
                </testcase>
                """);
        assertThat(results("proofs").withNarrowColumns()).isEqualTo(new Run(0, """
                proof | covered | result | seconds
                spec | 1 test on JDK 25.0.3, ar-EG | flickered | 1.5

                flickered: tests/spec: ModelTest.holds
                 AssertionFailedError: expected: 1 but was: 2
                 green when run again

                Skipped tests: 0
                """));

        report(PROOFS, "tests/spec", "org.example.OtherModelTest", """
                <testcase name='holds' classname='org.example.OtherModelTest' time='1'>
                  <error message='no model' type='java.lang.IllegalStateException'/>
                  <rerunError message='no model' type='java.lang.IllegalStateException'/>
                </testcase>
                """);
        assertThat(results("proofs").withNarrowColumns()).isEqualTo(new Run(1, """
                proof | covered | result | seconds
                spec | 2 tests on JDK 25.0.3, ar-EG | RED | 3.0

                RED: tests/spec: OtherModelTest.holds
                 IllegalStateException: no model
                 IllegalStateException: no model

                flickered: tests/spec: ModelTest.holds
                 AssertionFailedError: expected: 1 but was: 2
                 green when run again

                Skipped tests: 0
                """));
    }

    @Test
    void namesTheRunsOfATestClass() throws Exception {
        report(GATE, "core", "org.example.ClockTest", green("runs", "ClockTest$Inner", "1"));
        report(PROOFS, "core", "org.example.ClockTest", green("races", "ClockTest(newest-jdk)", "1"));
        report(GATE, "core", "org.example.RingTest", green("turns", "RingTest", "1"));
        report(PROOFS, "tests/spec", "org.example.ModelIT", green("holds", "ModelIT", "1"));
        compiled("core", "ClockTest", "@Tag(\"proof\")\nclass ClockTest {}");
        compiled("core", "SuiteTest", "abstract class SuiteTest {}");
        compiled("core", "ContractTest", "public interface ContractTest {}");

        assertThat(results("classes").withNarrowColumns()).isEqualTo(new Run(0, """
                core
                 org.example.ClockTest both
                 org.example.RingTest gate

                tests/spec
                 org.example.ModelIT proofs

                Test classes in no report: 0
                """));
        assertThat(results("classes", "--markdown").withNarrowColumns()).isEqualTo(new Run(0, """
                ### core

                | test class | runs in |
                |---|---|
                | `org.example.ClockTest` | both |
                | `org.example.RingTest` | gate |

                ### tests/spec

                | test class | runs in |
                |---|---|
                | `org.example.ModelIT` | proofs |

                Test classes in no report: 0
                """));
    }

    @Test
    void namesCompiledTestClassesWithoutReport() throws Exception {
        report(GATE, "core", "org.example.ClockTest", green("runs", "ClockTest", "1"));
        compiled("core", "ClockTest", "class ClockTest {}");
        compiled("core", "ForgottenTest", "final class ForgottenTest {}");
        compiled("tests/spec", "ClockTest", "/** A clock. */\npublic class ClockTest extends Suite {}");
        write("core/src/test/java/org/example/NotCompiledTest.java", "class NotCompiledTest {}");

        Run run = results("classes");

        assertThat(run.status).isOne();
        assertThat(run.printed).endsWith("""
                Test classes in no report: 2
                  core: org.example.ForgottenTest
                  tests/spec: org.example.ClockTest
                """);
    }

    @Test
    void leavesOutOlderReports() throws Exception {
        report(GATE, "core", "org.example.ClockTest", green("runs", "ClockTest", "1"));
        report(GATE, "core", "org.example.RingTest", green("turns", "RingTest", "1"));
        Files.setLastModifiedTime(
                project.resolve("core/target/surefire-reports/TEST-org.example.ClockTest.xml"),
                FileTime.from(Instant.parse("2026-01-01T00:00:00Z")));

        assertThat(results("gate", "--since", "2026-01-01T00:00:00Z").printed).startsWith("The gate: 2 tests");
        assertThat(results("gate", "--since", "2026-01-01T00:00:01Z").printed).startsWith("The gate: 1 tests");
    }

    private static String green(String name, String className, String seconds) {
        return "<testcase name='" + name + "' classname='org.example." + className + "' time='" + seconds + "'/>";
    }

    private static String skipped(String name, String skipped) {
        return "<testcase name='" + name + "' classname='org.example.ClockTest' time='0'>" + skipped + "</testcase>";
    }

    private static String aborted(String message) {
        return "<skipped type='org.opentest4j.TestAbortedException'>org.opentest4j.TestAbortedException" + message
                + "\n\tat org.junit.jupiter.api.Assumptions.abort(Assumptions.java:321)\n</skipped>";
    }

    private void report(String folder, String module, String testClass, String... tests) throws IOException {
        write(
                module + "/target/" + folder + "/TEST-" + testClass + ".xml",
                """
                <testsuite time="1.5">
                  <properties>
                    <property name="user.language" value="ar"/>
                    <property name="user.country" value="EG"/>
                    <property name="java.version" value="25.0.3"/>
                  </properties>
                """ + String.join("\n", tests) + "</testsuite>");
    }

    private void compiled(String module, String name, String source) throws IOException {
        write(module + "/src/test/java/org/example/" + name + ".java", source);
        write(module + "/target/test-classes/org/example/" + name + ".class", "");
    }

    private void write(String file, String text) throws IOException {
        Path path = project.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private Run results(String... arguments) throws IOException, InterruptedException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> command = List.of(
                java, "-XX:TieredStopAtLevel=1", "-cp", program.toString(), "Results", "--root", project.toString());
        Process process = new ProcessBuilder(
                        Stream.concat(command.stream(), Stream.of(arguments)).toList())
                .redirectErrorStream(true)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Run(process.waitFor(), printed.replace(System.lineSeparator(), "\n"));
    }
}
