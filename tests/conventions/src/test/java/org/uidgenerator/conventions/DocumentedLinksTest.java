package org.uidgenerator.conventions;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Follows the links of the pages to files of the repository and to headings in them. */
class DocumentedLinksTest {
    static Stream<MarkdownPage> pages() {
        return MarkdownPage.all().stream().map(MarkdownPage::read);
    }

    @ParameterizedTest
    @MethodSource("pages")
    void leadSomewhere(MarkdownPage page) {
        assertThat(page.links().stream()
                        .filter(link -> !link.matches("(https?|mailto):.*"))
                        .flatMap(link -> fault(page, link).stream()))
                .isEmpty();
    }

    private static Optional<String> fault(MarkdownPage page, String link) {
        int hash = link.indexOf('#');
        String path = hash < 0 ? link : link.substring(0, hash);
        Path target =
                path.isEmpty() ? page.file() : page.file().resolveSibling(path).normalize();
        if (!Files.exists(target)) {
            return Optional.of(link + ": no such file");
        }
        if (hash >= 0 && !MarkdownPage.read(target).anchors().contains(link.substring(hash + 1))) {
            return Optional.of(link + ": no such heading");
        }
        return Optional.empty();
    }
}
