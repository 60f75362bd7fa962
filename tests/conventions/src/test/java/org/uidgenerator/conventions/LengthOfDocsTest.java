package org.uidgenerator.conventions;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Keeps the README and the English pages of {@code docs} few and short enough to be read, and to be kept true. Reports
 * that the benchmarks print do not count.
 */
class LengthOfDocsTest {
    private static final int MOST_PAGES = 23;
    private static final int MOST_WORDS = 19_520;

    private static final int MOST_WORDS_OF_THE_README = 900;

    private static final Path DOCS = MarkdownPage.ROOT.resolve("docs");
    private static final Pattern NO_PROSE = Pattern.compile("`[^`]*`|]\\([^()]*\\)|<!--.*?-->");
    private static final Pattern WORD = Pattern.compile("\\S*\\p{L}\\S*");

    private static List<MarkdownPage> pages() {
        return MarkdownPage.all().stream()
                .filter(page -> page.startsWith(DOCS)
                        && !page.startsWith(DOCS.resolve("zh"))
                        && !page.startsWith(DOCS.resolve("internals/benchmarks")))
                .map(MarkdownPage::read)
                .toList();
    }

    /** Counts what has a letter, outside of code, comments, and what links point to. */
    private static long words(MarkdownPage page) {
        String prose = NO_PROSE.matcher(page.text()).replaceAll(" ");
        return Arrays.stream(prose.split("\\s+"))
                .filter(WORD.asMatchPredicate())
                .count();
    }

    @Test
    void hasFewPages() {
        assertThat(pages())
                .as("English pages; put what is new on the page where its reader looks for it")
                .hasSizeBetween(1, MOST_PAGES);
    }

    @Test
    void hasFewWords() {
        List<String> longestFirst = pages().stream()
                .sorted((one, other) -> Long.compare(words(other), words(one)))
                .map(page -> words(page) + " " + page)
                .toList();

        assertThat(pages().stream().mapToLong(LengthOfDocsTest::words).sum())
                .as(
                        "words; cut what is said twice, history, and what the Javadoc says:%n%s",
                        String.join("\n", longestFirst))
                .isBetween(1L, (long) MOST_WORDS);
    }

    @Test
    void hasAShortReadme() {
        assertThat(words(MarkdownPage.read(MarkdownPage.ROOT.resolve("README.md"))))
                .as("words of the README; each has a page that its subject belongs to")
                .isBetween(1L, (long) MOST_WORDS_OF_THE_README);
    }
}
