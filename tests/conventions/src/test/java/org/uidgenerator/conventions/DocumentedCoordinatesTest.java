package org.uidgenerator.conventions;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/** Holds what the pages tell Maven and Gradle to fetch to the BOM and to the version of this build. */
class DocumentedCoordinatesTest {
    private static final Pattern OF_MAVEN = Pattern.compile(
            "<groupId>org\\.uidgenerator</groupId>\\s*<artifactId>([^<]*)</artifactId>(?:\\s*<version>([^<]*)</version>)?");
    private static final Pattern OF_GRADLE = Pattern.compile("org\\.uidgenerator:([^:'\"]*)(?::([^'\"]*))?['\"]");

    private static List<CodeBlock> blocks(String language) {
        return MarkdownPage.all().stream()
                .map(MarkdownPage::read)
                .flatMap(page -> page.codeBlocks().stream())
                .filter(block -> block.fence().equals("```" + language))
                .toList();
    }

    private static Stream<MatchResult> coordinates() {
        return Stream.concat(
                blocks("xml").stream()
                        .flatMap(block -> OF_MAVEN.matcher(block.code()).results()),
                Stream.of("kts", "groovy")
                        .flatMap(dsl -> blocks(dsl).stream())
                        .flatMap(block -> OF_GRADLE.matcher(block.code()).results()));
    }

    @Test
    void areOfTheBom() throws Exception {
        NodeList managed = pom("tools/uid-bom/pom.xml").getElementsByTagName("artifactId");
        Set<String> known = IntStream.range(0, managed.getLength())
                .mapToObj(i -> managed.item(i).getTextContent())
                .collect(Collectors.toSet());

        assertThat(coordinates().map(found -> found.group(1)))
                .contains("uid-bom", "uid-redis", "uid-spring-boot-starter")
                .isSubsetOf(known);
    }

    @Test
    void haveTheVersionOfThisBuild() throws Exception {
        String version = pom("pom.xml").getElementsByTagName("version").item(0).getTextContent();

        assertThat(coordinates().map(found -> found.group(2)).filter(found -> found != null))
                .isNotEmpty()
                .containsOnly(version);
    }

    @Test
    void areTheSameInBothLanguagesOfGradle() {
        assertThat(ofGradle("groovy")).isNotEmpty().isEqualTo(ofGradle("kts"));
    }

    private static List<String> ofGradle(String dsl) {
        return blocks(dsl).stream()
                .flatMap(block -> OF_GRADLE.matcher(block.code()).results())
                .map(found -> found.group(1) + ":" + found.group(2))
                .toList();
    }

    private static Document pom(String path) throws Exception {
        Path file = MarkdownPage.ROOT.resolve(path);
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
    }
}
