package org.uidgenerator.conventions;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Holds the documents that say which test proves what to the names of the tests. */
class DocumentedTestsTest {
    private static final Map<String, String> TEST_SOURCES = testSources();

    private static final Pattern TEST_CLASS = Pattern.compile("`(\\w+(?:Test|Suite|Contract|[a-z]IT))(?:\\.(\\w+))?`");
    private static final Pattern METHOD = Pattern.compile("`\\.?([a-z]\\w*[a-z][A-Z]\\w*[A-Z]\\w*[A-Z]\\w*)`");
    private static final Pattern RACE = Pattern.compile("`([A-Z]\\w+)`");

    private static Map<String, String> testSources() {
        return Stream.of("", "stores", "integrations", "service", "tools", "tests")
                .map(MarkdownPage.ROOT::resolve)
                .flatMap(DocumentedTestsTest::modules)
                .flatMap(module -> Stream.of(module.resolve("src/test"), module.resolve("src/main")))
                .filter(folder -> folder.endsWith("src/test")
                        || folder.toString().contains("tests/races")
                        || folder.endsWith("uid-test/src/main"))
                .filter(Files::exists)
                .flatMap(folder -> SourceFiles.in(folder.toString(), file -> file.endsWith(".java")))
                .collect(Collectors.toMap(
                        file -> file.getFileName().toString().replace(".java", ""), SourceFiles::read, String::concat));
    }

    private static Stream<Path> modules(Path parent) {
        try (Stream<Path> modules = Files.list(parent)) {
            return modules.toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"guarantees.md", "proofs.md"})
    void namesTestsThatThereAre(String document) {
        String text =
                SourceFiles.read(MarkdownPage.ROOT.resolve("docs/internals").resolve(document));
        List<MatchResult> classes = TEST_CLASS.matcher(text).results().toList();
        assertThat(classes).hasSizeGreaterThan(15).allSatisfy(mention -> {
            assertThat(TEST_SOURCES).containsKey(mention.group(1));
            if (mention.group(2) != null) {
                assertThat(TEST_SOURCES.get(mention.group(1))).contains("void " + mention.group(2) + "(");
            }
        });
        String allTests = String.join("\n", TEST_SOURCES.values());
        assertThat(METHOD.matcher(text).results().map(mention -> mention.group(1)))
                .hasSizeGreaterThan(5)
                .allSatisfy(method -> assertThat(allTests).contains("void " + method + "("));
    }

    @Test
    void namesRacesThatThereAre() {
        String text = SourceFiles.read(MarkdownPage.ROOT.resolve("docs/internals/guarantees.md"));
        List<String> races = text.lines()
                .filter(line -> line.contains("the race"))
                .map(line -> line.substring(line.indexOf("the race")))
                .map(line -> line.substring(0, line.indexOf('|')))
                .flatMap(line -> RACE.matcher(line).results().map(race -> race.group(1)))
                .toList();
        assertThat(races)
                .hasSizeGreaterThan(8)
                .allSatisfy(race -> assertThat(TEST_SOURCES).containsKey(race));
    }
}
