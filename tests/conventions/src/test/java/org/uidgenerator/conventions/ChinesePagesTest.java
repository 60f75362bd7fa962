package org.uidgenerator.conventions;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Holds each Chinese page to the English page of the same name: same headings, code and tables in the same order, and
 * links to each other.
 */
class ChinesePagesTest {
    private static final Path DOCS = MarkdownPage.ROOT.resolve("docs");

    private static final Pattern COMMENT = Pattern.compile("(?m)(^|[ \t])(//|#|--) .*$");
    private static final Pattern COLUMN_BORDER = Pattern.compile("(?<!\\\\)\\|");

    static Stream<MarkdownPage> pages() {
        return MarkdownPage.all().stream()
                .filter(page -> page.startsWith(DOCS.resolve("zh")))
                .map(MarkdownPage::read);
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
    void linkToTheEnglishPage(MarkdownPage chinese) {
        Path name = chinese.file().getFileName();
        assertThat(chinese.text()).contains("[English](../" + name + ") | **中文**");
        assertThat(MarkdownPage.read(DOCS.resolve(name)).text()).contains("**English** | [中文](zh/" + name + ")");
    }

    /** Names the first part that differs, in both languages. */
    private static void assertSame(
            MarkdownPage chinese, Function<MarkdownPage, List<String>> parts, Function<String, ?> comparable) {
        MarkdownPage english = MarkdownPage.read(DOCS.resolve(chinese.file().getFileName()));
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
        return page.codeBlocks().stream().map(CodeBlock::toString).toList();
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
