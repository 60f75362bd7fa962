package org.uidgenerator.conventions;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares the figures of pages with the reports that comments after them name. */
class CitedFiguresTest {
    private static final String PROGRAM = "org.uidgenerator.benchmarks.report.CitedFigures";

    @TempDir
    private static Path program;

    @BeforeAll
    static void compile() {
        Path source = MarkdownPage.ROOT.resolve("uid-benchmarks/src/main/java/" + PROGRAM.replace('.', '/') + ".java");
        ToolProvider compiler = ToolProvider.findFirst("javac").orElseThrow();
        assertThat(compiler.run(System.out, System.err, "-proc:none", "-d", program.toString(), source.toString()))
                .isZero();
    }

    @Test
    void hasTheFiguresOfTheReports() throws Exception {
        assertThat(wrongIn(MarkdownPage.ROOT)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "| `A` | 29 <!-- report#rates: b @ 1 thread --> | - |; ''",
                "| `A` | 31 <!-- report#rates: fastest ring @ 1 thread -->, then 1,030 <!-- bars#: two @ met --> |; ''",
                "| `A` | 30 <!-- report#rates: b @ 1 thread --> |;"
                        + " 'README.md: 30 <!-- report#rates: b @ 1 thread --> is 29\n'",
                "| `A` | 29 <!-- report#rates: d @ 1 thread --> |;"
                        + " 'README.md: 29 <!-- report#rates: d @ 1 thread --> is (not-measured)\n'",
                "| `A` | (not-measured) <!-- report#rates: d @ 1 thread --> |;"
                        + " 'README.md: (not-measured) <!-- report#rates: d @ 1 thread --> is (not-measured)\n'",
                "| `A` | 29 <!-- report#rates: b @ 1 thread --> | 7 |;"
                        + " 'README.md: no citation of a figure in 7\n'",
                "'| `A` | 29 <!-- report#rates: b @ 1 thread --> |\n| `B` | 7 |'; 'README.md: no citation in | `B` | 7 |\n'",
                "29 <!-- log#rates: b @ 1 thread -->;"
                        + " 'README.md: 29 <!-- log#rates: b @ 1 thread --> is in no report of that name\n'"
            })
    void namesFiguresThatNoReportHas(String text, String wrong, @TempDir Path root) throws Exception {
        write(root, "README.md", text);
        write(root, "README.zh-CN.md", "");
        for (String empty : List.of("uid-benchmarks/README.md", "docs/id-service.md", "docs/zh/id-service.md")) {
            write(root, empty, "");
        }
        write(root, "docs/internals/benchmarks/bars.tsv", "bar\tmet\ntwo\t1,030 (with a remark)\n");
        write(root, "docs/internals/benchmarks/report.md", """
                ## Other

                | name | kind | 1 thread |
                | --- | --- | --- |
                | b | ring | 17 |

                ## Rates

                | name | kind | 1 thread |
                | --- | --- | --- |
                | b | ring | 29 |
                | c | ring | 31 |
                | d | uuid |  |
                """);

        assertThat(wrongIn(root)).isEqualTo(wrong);
    }

    private static void write(Path root, String page, String text) throws IOException {
        Path file = root.resolve(page);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static String wrongIn(Path root) throws IOException, InterruptedException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process process = new ProcessBuilder(
                        java,
                        "-XX:TieredStopAtLevel=1",
                        "-Dfile.encoding=UTF-8",
                        "-cp",
                        program.toString(),
                        PROGRAM,
                        root.toString())
                .redirectErrorStream(true)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .replace(System.lineSeparator(), "\n");
        assertThat(process.waitFor()).as(printed).isEqualTo(printed.isEmpty() ? 0 : 1);
        return printed;
    }
}
