package org.uidgenerator.conventions;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The badges of the README say what the build says. */
class BadgesTest {
    private static String read(String file) throws IOException {
        return Files.readString(MarkdownPage.ROOT.resolve(file));
    }

    private static String ofBuild(String pattern) throws IOException {
        return Pattern.compile(pattern)
                .matcher(read("pom.xml"))
                .results()
                .map((MatchResult found) -> found.group(1))
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @CsvSource({
        "java, 'Java: %s and newer', <maven.compiler.release>([0-9]+)<",
        "license, 'license: %s', <license>\\s*<name>([^<]+)<"
    })
    void sayWhatTheBuildSays(String name, String text, String pattern) throws IOException {
        String said = text.replace("%s", ofBuild(pattern));
        String picture = "docs/pictures/badge-" + name + ".svg";

        assertThat(read(picture))
                .contains("<title>" + said + "</title>", ">" + said.substring(said.indexOf(' ') + 1) + "</text>");
        assertThat(read("README.md")).contains("[![" + said + "](" + picture + ")]");
        assertThat(read("README.zh-CN.md")).contains("[![" + said + "](" + picture + ")]");
    }
}
