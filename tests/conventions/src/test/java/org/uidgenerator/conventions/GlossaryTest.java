package org.uidgenerator.conventions;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Holds the pages to fourteen words of the trade, which docs/glossary.md defines. */
class GlossaryTest {
    private static final List<String> WORDS = List.of(
            "UID",
            "layout",
            "tick",
            "epoch",
            "worker id",
            "sequence",
            "store",
            "lease",
            "holder",
            "reservation",
            "namespace",
            "borrow",
            "refill",
            "counter");

    /** Words for one of the fourteen. Code, log lines among it, may still have them. */
    private static final Pattern OTHER_WORDS =
            Pattern.compile("(?i)\\b(stamp(s|ed|ing)?|id spaces?|launch(es|ed)?)\\b");

    private static final Pattern CODE_OR_TARGET = Pattern.compile("`[^`]*`|]\\([^()]*\\)|!\\[[^]]*]");

    private static MarkdownPage page(String name) {
        return MarkdownPage.read(MarkdownPage.ROOT.resolve(name));
    }

    private static Stream<String> firstCells(String page) {
        return page(page).tables().get(0).lines().skip(2).map(row -> row.split("\\|", -1)[1].strip());
    }

    @Test
    void definesTheWords() {
        assertThat(firstCells("docs/glossary.md")).isEqualTo(WORDS);
        assertThat(firstCells("docs/zh/glossary.md"))
                .zipSatisfy(
                        WORDS,
                        (cell, word) -> assertThat(cell.equals(word) || cell.endsWith("（" + word + "）"))
                                .as("%s of %s", word, cell)
                                .isTrue());
    }

    @ParameterizedTest
    @ValueSource(strings = {"README.md", "docs/quick-start.md", "docs/worker-ids.md"})
    void isLinkedFrom(String page) {
        assertThat(page(page).links()).anyMatch(link -> link.endsWith("glossary.md"));
    }

    static Stream<MarkdownPage> guides() {
        return MarkdownPage.all().stream()
                .filter(page -> !page.startsWith(MarkdownPage.ROOT.resolve("docs/internals"))
                        && !page.startsWith(MarkdownPage.ROOT.resolve(".github")))
                .map(MarkdownPage::read);
    }

    @ParameterizedTest
    @MethodSource("guides")
    void isAllThatGuidesSay(MarkdownPage guide) {
        String prose = CODE_OR_TARGET.matcher(guide.text()).replaceAll(" ");
        assertThat(OTHER_WORDS.matcher(prose).results().map(word -> word.group()))
                .as("docs/glossary.md has the words to use instead, in %s", guide)
                .isEmpty();
    }
}
