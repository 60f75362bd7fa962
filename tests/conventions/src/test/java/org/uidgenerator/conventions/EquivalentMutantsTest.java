package org.uidgenerator.conventions;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The list of tools/mutants moves with the lines that it names: otherwise it says nothing about the next run of PIT.
 */
class EquivalentMutantsTest {
    private static final Pattern ENTRY = Pattern.compile("([\\w.]+)[$\\w]*#\\S+ \\w+ `([^`]+)` \\S.*");

    private final List<Path> sources = SourceFiles.in(
                    ".", file -> file.contains("/src/main/java/") && file.endsWith(".java"))
            .toList();

    @Test
    void areInLinesThatAreThere() {
        String list = SourceFiles.read(MarkdownPage.ROOT.resolve("tools/mutants/equivalent.txt"));
        List<MatchResult> entries = ENTRY.matcher(list).results().toList();

        assertThat(entries).hasSameSizeAs(list.lines().toList());
        assertThat(entries.stream().filter(entry -> !isThere(entry)).map(MatchResult::group))
                .isEmpty();
    }

    private boolean isThere(MatchResult entry) {
        String file = "src/main/java/" + entry.group(1).replace('.', '/') + ".java";
        return sources.stream()
                .filter(source -> source.endsWith(file))
                .flatMap(source -> SourceFiles.read(source).lines())
                .anyMatch(line -> line.strip().equals(entry.group(2)));
    }
}
