package org.uidgenerator.conventions;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.uidgenerator.generator.CachedUidGenerator;
import org.uidgenerator.generator.DefaultUidGenerator;

/**
 * The tables of docs/reference.md and of its Chinese translation, compared with the code: options, meters and log lines
 * are those that there are.
 */
class ReferencePageTest {
    private static final Pattern NAME = Pattern.compile("`([a-zA-Z.]+)`");
    private static final Pattern QUOTED = Pattern.compile("`([^`]*)`");
    private static final Pattern METER = Pattern.compile("\"(uid\\.[a-z.]+)\"");
    private static final Pattern SOURCE_OF_METERS = Pattern.compile("(StatusFigure|\\w+Metrics|\\w+Meters)\\.java");

    private static final Pattern JOINED_VALUES = Pattern.compile("\"\\s*\\+[^\";]*\\+\\s*\"");
    private static final Pattern LITERAL = Pattern.compile("\"([^\"\n]*)\"");
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\d}|%(\\.\\d)?[sdf]");
    private static final Pattern LOGGED = Pattern.compile(
            "LOG\\.log\\(\\s*(?:WARNING|ERROR),\\s*(?:\\w+ \\+ |String\\.format\\(\\s*Locale\\.ROOT,\\s*)?\"([^\"]*)\"");
    private static final List<String> LOGGING = List.of("uid-core", "uid-worker-db", "stores", "service/uid-client");

    /** The page in a language, with the first columns of its tables. */
    private enum Language {
        ENGLISH("docs/reference.md", "option", "meter", "level | text"),
        CHINESE("docs/zh/reference.md", "选项", "指标", "级别 | 内容");

        private final String page;
        private final String option;
        private final String meter;
        private final String levelAndText;

        Language(String page, String option, String meter, String levelAndText) {
            this.page = page;
            this.option = option;
            this.meter = meter;
            this.levelAndText = levelAndText;
        }

        private List<List<String>> rows(String firstColumns) {
            return MarkdownPage.read(MarkdownPage.ROOT.resolve(page)).tables().stream()
                    .filter(table -> table.startsWith("| " + firstColumns + " |"))
                    .flatMap(table -> table.lines().skip(2))
                    .map(row -> Arrays.asList(row.split(" \\| ", -1)))
                    .toList();
        }

        private Set<String> names(String firstColumn) {
            return rows(firstColumn).stream()
                    .flatMap(row -> NAME.matcher(row.get(0)).results())
                    .map(name -> name.group(1))
                    .collect(Collectors.toSet());
        }

        private List<String> logLines() {
            return rows(levelAndText).stream()
                    .flatMap(row -> QUOTED.matcher(row.get(1)).results())
                    .map(quoted -> quoted.group(1))
                    .toList();
        }
    }

    private static Stream<String> sources(String folder, Pattern fileName) {
        return SourceFiles.in(folder, file -> file.contains("/src/main/java/"))
                .filter(file -> fileName.matcher(file.getFileName().toString()).matches())
                .map(SourceFiles::read);
    }

    @ParameterizedTest
    @EnumSource
    void hasTheOptionsOfTheBuilders(Language language) {
        Set<String> options = Stream.of(CachedUidGenerator.Builder.class, DefaultUidGenerator.Builder.class)
                .flatMap(builder -> Arrays.stream(builder.getMethods())
                        .filter(method -> !Modifier.isStatic(method.getModifiers()))
                        .filter(method -> method.getReturnType().isAssignableFrom(builder)))
                .filter(method -> method.getParameterCount() == 1 && method.getDeclaringClass() != Object.class)
                .map(Method::getName)
                .collect(Collectors.toSet());

        assertThat(language.names(language.option)).isEqualTo(options);
    }

    @ParameterizedTest
    @EnumSource
    void hasTheMeters(Language language) {
        Set<String> meters = Stream.of("uid-spring", "uid-spring-boot-starter")
                .flatMap(module -> sources(module, SOURCE_OF_METERS))
                .flatMap(source -> METER.matcher(source).results())
                .map(meter -> meter.group(1))
                .collect(Collectors.toSet());

        assertThat(language.names(language.meter)).hasSizeGreaterThan(20).isEqualTo(meters);
    }

    /** Returns the sources with one literal where several are joined, and three dots where a value stands. */
    private static List<String> texts() {
        return LOGGING.stream()
                .flatMap(module -> sources(module, Pattern.compile("\\w+\\.java")))
                .map(SourceFiles::joinLiterals)
                .map(source -> JOINED_VALUES.matcher(source).replaceAll("…"))
                .map(source -> PLACEHOLDER.matcher(source).replaceAll("…"))
                .toList();
    }

    /** Whether a text has all parts of a documented line in its order, with anything between them. */
    private static boolean says(String text, String line) {
        int end = 0;
        for (String part : line.split("…", -1)) {
            int start = text.indexOf(part, end);
            if (start < 0) {
                return false;
            }
            end = start + part.length();
        }
        return true;
    }

    @ParameterizedTest
    @EnumSource
    void hasLogLinesThatThereAre(Language language) {
        List<String> literals = texts().stream()
                .flatMap(source -> LITERAL.matcher(source).results())
                .map(literal -> literal.group(1))
                .toList();

        assertThat(language.logLines())
                .hasSizeGreaterThan(30)
                .allSatisfy(line -> assertThat(literals).anyMatch(literal -> says(literal, line)));
    }

    @ParameterizedTest
    @EnumSource
    void hasAllWarningsAndErrors(Language language) {
        List<String> documented = language.logLines();

        assertThat(texts().stream()
                        .flatMap(source -> LOGGED.matcher(source).results())
                        .filter(logged -> logged.group(1).matches(".*\\p{L}.*")))
                .hasSizeGreaterThan(20)
                .allSatisfy(logged -> assertThat(documented)
                        .as("a row of %s for: %s", language.page, logged.group(1))
                        .anyMatch(line -> says(logged.group(1), line)));
    }
}
