package org.uidgenerator.conventions;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Holds each Chinese page to the English page of the same name: same headings, code and tables in the same order, same
 * numbers, and links to each other.
 */
class ChinesePagesTest {
    private static final Path DOCS = MarkdownPage.ROOT.resolve("docs");
    private static final Path README = MarkdownPage.ROOT.resolve("README.zh-CN.md");

    /** Opens what is no code, such as a drawing. */
    private static final String TRANSLATED = "```text";

    private static final Pattern COMMENT = Pattern.compile("(?m)(^|[ \t])(//|#|--) .*$");
    private static final Pattern CODE_OR_TARGET = Pattern.compile("`[^`]*`|]\\([^()]*\\)");
    private static final Pattern NUMBER = Pattern.compile("(\\d+(?:[.,:-]\\d+)*)( million| 亿| 万)?");
    private static final Map<String, BigDecimal> UNITS = Map.of(
            " million", new BigDecimal(1_000_000), " 亿", new BigDecimal(100_000_000), " 万", new BigDecimal(10_000));

    private static final Pattern COLUMN_BORDER = Pattern.compile("(?<!\\\\)\\|");

    static Stream<MarkdownPage> pages() {
        return MarkdownPage.all().stream()
                .filter(page -> page.startsWith(DOCS.resolve("zh")) || page.equals(README))
                .map(MarkdownPage::read);
    }

    private static Path english(MarkdownPage chinese) {
        return chinese.file().equals(README)
                ? README.resolveSibling("README.md")
                : DOCS.resolve(chinese.file().getFileName());
    }

    @ParameterizedTest
    @MethodSource("pages")
    void haveTheHeadingsOfTheEnglishPage(MarkdownPage chinese) {
        assertSame(chinese, MarkdownPage::headings, heading -> heading.substring(0, heading.indexOf(' ')));
    }

    @ParameterizedTest
    @MethodSource("pages")
    void haveTheCodeOfTheEnglishPage(MarkdownPage chinese) {
        assertSame(chinese, ChinesePagesTest::code, ChinesePagesTest::withoutComments);
    }

    @ParameterizedTest
    @MethodSource("pages")
    void haveTheTablesOfTheEnglishPage(MarkdownPage chinese) {
        assertSame(chinese, MarkdownPage::tables, ChinesePagesTest::columnsOfEachRow);
    }

    @ParameterizedTest
    @MethodSource("pages")
    void haveTheNumbersOfTheEnglishPage(MarkdownPage chinese) {
        assertThat(numbers(chinese)).isEqualTo(numbers(MarkdownPage.read(english(chinese))));
    }

    /** Returns how often each number stands outside of code, with its unit multiplied out. */
    private static Map<String, Long> numbers(MarkdownPage page) {
        return NUMBER.matcher(CODE_OR_TARGET.matcher(page.text()).replaceAll(" "))
                .results()
                .map(number -> number.group(2) == null
                        ? number.group(1)
                        : new BigDecimal(number.group(1).replace(",", ""))
                                .multiply(UNITS.get(number.group(2)))
                                .stripTrailingZeros()
                                .toPlainString())
                .collect(Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting()));
    }

    @ParameterizedTest
    @MethodSource("pages")
    void linkToTheEnglishPage(MarkdownPage chinese) {
        Path english = english(chinese);
        assertThat(chinese.text()).contains("[English](" + link(chinese.file(), english) + ") | **中文**");
        assertThat(MarkdownPage.read(english).text())
                .contains("**English** | [中文](" + link(english, chinese.file()) + ")");
    }

    private static Path link(Path from, Path to) {
        return from.getParent().relativize(to);
    }

    /** Names the first part that differs, in both languages. */
    private static void assertSame(
            MarkdownPage chinese, Function<MarkdownPage, List<String>> parts, Function<String, ?> comparable) {
        MarkdownPage english = MarkdownPage.read(english(chinese));
        List<String> chineseParts = parts.apply(chinese);
        List<String> englishParts = parts.apply(english);
        for (int i = 0; i < Math.min(chineseParts.size(), englishParts.size()); i++) {
            assertThat(comparable.apply(chineseParts.get(i)))
                    .as(
                            "part %d:%n%s%nof %s, and%n%s%nof %s",
                            i, chineseParts.get(i), chinese, englishParts.get(i), english)
                    .isEqualTo(comparable.apply(englishParts.get(i)));
        }
        assertThat(chineseParts)
                .as("parts of %s, which has to have as many as %s:%n%s", chinese, english, englishParts)
                .hasSameSizeAs(englishParts);
    }

    private static List<String> code(MarkdownPage page) {
        return page.codeBlocks().stream()
                .filter(block -> !block.fence().equals(TRANSLATED))
                .map(CodeBlock::toString)
                .toList();
    }

    private static String withoutComments(String code) {
        return COMMENT.matcher(code)
                .replaceAll("")
                .lines()
                .map(String::stripTrailing)
                .collect(Collectors.joining("\n"));
    }

    private static List<Integer> columnsOfEachRow(String table) {
        return table.lines()
                .map(row -> (int) COLUMN_BORDER.matcher(row).results().count() - 1)
                .toList();
    }
}
