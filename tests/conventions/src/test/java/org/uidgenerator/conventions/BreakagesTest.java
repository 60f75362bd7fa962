package org.uidgenerator.conventions;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The patches of tools/breakages move with the lines that they break: otherwise they say nothing about the code. */
class BreakagesTest {
    static Stream<Path> patches() throws IOException {
        try (Stream<Path> files = Files.walk(MarkdownPage.ROOT.resolve("tools/breakages"))) {
            return files.filter(file -> file.toString().endsWith(".patch")).sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("patches")
    void breakLinesThatAreThere(Path patch) throws IOException {
        List<String> lines = Files.readAllLines(patch);
        assertThat(lines).anyMatch(line -> line.startsWith("+++ b/"));

        String file = "";
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).startsWith("+++ b/")) {
                file = Files.readString(MarkdownPage.ROOT.resolve(lines.get(i).substring("+++ b/".length())));
            } else if (lines.get(i).startsWith("@@ ")) {
                assertThat(file).contains(before(lines.subList(i + 1, lines.size())));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("patches")
    void nameTestsThatAreThere(Path patch) throws IOException {
        List<String> lines = Files.readAllLines(patch);
        Path tests = MarkdownPage.ROOT.resolve(header("Module", lines)).resolve("src/test/java");

        assertThat(Stream.of(header("Tests", lines).split(" ", -1)).map(name -> tests.resolve(name.replace('.', '/'))))
                .allMatch(named -> Files.isDirectory(named) || Files.exists(Path.of(named + ".java")));
    }

    private static String header(String name, List<String> lines) {
        return lines.stream()
                .filter(line -> line.startsWith(name + ": "))
                .map(line -> line.substring(name.length() + 2))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no line " + name));
    }

    /** What a hunk expects: its context and the lines that it removes. */
    private static String before(List<String> hunk) {
        return hunk.stream()
                .takeWhile(line -> !line.startsWith("@@ ") && !line.startsWith("--- a/") && !line.startsWith("diff "))
                .filter(line -> !line.startsWith("+"))
                .map(line -> line.isEmpty() ? line : line.substring(1))
                .collect(Collectors.joining("\n"));
    }
}
