package org.uidgenerator.conventions;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page that defines the fourteen words of the trade. {@link ProseTest} refuses others for them. */
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
}
