package org.uidgenerator.conventions;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Holds the READMEs to their two commands, and their figures to the report of the benchmarks. */
class ReadmeTest {
    private static final MarkdownPage REPORT =
            MarkdownPage.read(MarkdownPage.ROOT.resolve("docs/internals/benchmarks/report.md"));

    private static final int NAME = 1;
    private static final int ONE_THREAD = 3;
    private static final int AHEAD = 9;
    private static final int SUSTAINED = 11;

    private static MarkdownPage readme(String name) {
        return MarkdownPage.read(MarkdownPage.ROOT.resolve(name));
    }

    /** Returns the cells of each row of a table after its head, from 1. */
    private static List<List<String>> rows(MarkdownPage page, String partOfHead) {
        String table = page.tables().stream()
                .filter(each -> each.lines().findFirst().orElseThrow().contains(partOfHead))
                .findFirst()
                .orElseThrow();
        return table.lines()
                .skip(2)
                .map(row -> Arrays.stream(row.split("\\|")).map(String::strip).toList())
                .toList();
    }

    private static List<List<String>> contestants(String name) {
        return rows(REPORT, "contestant | kind").stream()
                .filter(row -> row.get(NAME).matches(name) || row.get(NAME + 1).equals(name))
                .toList();
    }

    private static double greatest(List<List<String>> rows, int column) {
        return rows.stream()
                .mapToDouble(row -> Double.parseDouble(row.get(column).replace(",", "")))
                .max()
                .orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(strings = {"README.md", "README.zh-CN.md"})
    void hasACommandToRunItAndOneToTestIt(String name) {
        assertThat(readme(name).codeBlocks().stream()
                        .filter(block -> block.fence().equals("```sh"))
                        .map(CodeBlock::code))
                .containsExactly("./mvnw -q compile -Prun -Dquick -pl examples/plain -am", "./mvnw verify");
    }

    @ParameterizedTest
    @CsvSource({
        "1, 'CachedUidGenerator, default layout'",
        "2, 'CachedUidGenerator 31/4/28'",
        "3, 'AtomicLong'",
        "4, 'snowflake'",
        "5, 'original CachedUidGenerator 31/14/18'"
    })
    void hasTheFiguresOfTheReport(int row, String contestant) {
        List<List<String>> measured = contestants(contestant);
        for (String name : List.of("README.md", "README.zh-CN.md")) {
            List<String> said = rows(readme(name), "0.3").get(row - 1);

            for (int threads : new int[] {0, 1}) {
                assertThat(said.get(2 + threads))
                        .as(name)
                        .isEqualTo(String.format(Locale.ROOT, "%.0f", greatest(measured, ONE_THREAD + threads)));
            }
            String ahead = measured.get(0).get(AHEAD);
            if (!ahead.isEmpty()) {
                assertThat(ahead).as(name).startsWith(said.get(5).replace("秒", "s") + " after 0.3 s");
            }
            String sustained = measured.get(0).get(SUSTAINED);
            if (row < 3) {
                double million = Double.parseDouble(sustained.replace(",", "")) / 1e6;
                assertThat(said.get(4))
                        .as(name)
                        .startsWith(String.format(Locale.ROOT, million < 1 ? "%.2f" : "%.0f", million));
            }
        }
    }

    @Test
    void hasTheFiguresOfTheReportOn16Cores() {
        MarkdownPage report = readme("uid-benchmarks/16-cores/report.md");
        List<List<String>> rows = rows(report, "contestant | kind");
        int sixteenThreads = 5;
        double ours = greatest(named(rows, "CachedUidGenerator 31/4/28"), sixteenThreads);
        double counter = greatest(named(rows, "AtomicLong"), sixteenThreads);

        assertThat(readme("README.md").text())
                .contains(String.format(
                        Locale.ROOT, "create %,.0f million with layout `31/4/28`, %.0f times", ours, ours / counter));
        assertThat(readme("README.zh-CN.md").text())
                .contains(
                        String.format(Locale.ROOT, "%.2f 亿", ours / 100),
                        String.format(Locale.ROOT, "%.0f 倍", ours / counter));
    }

    private static List<List<String>> named(List<List<String>> rows, String name) {
        return rows.stream().filter(row -> row.get(NAME).equals(name)).toList();
    }
}
