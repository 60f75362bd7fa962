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
import org.junit.jupiter.api.Test;
import org.uidgenerator.generator.CachedUidGenerator;
import org.uidgenerator.generator.DefaultUidGenerator;

/** Holds the tables of docs/reference.md to the code: the options, meters and log lines are those that there are. */
class ReferencePageTest {
    private static final MarkdownPage PAGE = MarkdownPage.read(MarkdownPage.ROOT.resolve("docs/reference.md"));

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

    private static List<List<String>> rows(String firstColumns) {
        return PAGE.tables().stream()
                .filter(table -> table.startsWith("| " + firstColumns + " |"))
                .flatMap(table -> table.lines().skip(2))
                .map(row -> Arrays.asList(row.split(" \\| ", -1)))
                .toList();
    }

    private static Set<String> names(String firstColumn) {
        return rows(firstColumn).stream()
                .flatMap(row -> NAME.matcher(row.get(0)).results())
                .map(name -> name.group(1))
                .collect(Collectors.toSet());
    }

    private static Stream<String> sources(String folder, Pattern fileName) {
        return SourceFiles.in(folder, file -> file.contains("/src/main/java/"))
                .filter(file -> fileName.matcher(file.getFileName().toString()).matches())
                .map(SourceFiles::read);
    }

    @Test
    void hasTheOptionsOfTheBuilders() {
        Set<String> options = Stream.of(CachedUidGenerator.Builder.class, DefaultUidGenerator.Builder.class)
                .flatMap(builder -> Arrays.stream(builder.getMethods())
                        .filter(method -> !Modifier.isStatic(method.getModifiers()))
                        .filter(method -> method.getReturnType().isAssignableFrom(builder)))
                .filter(method -> method.getParameterCount() == 1 && method.getDeclaringClass() != Object.class)
                .map(Method::getName)
                .collect(Collectors.toSet());

        assertThat(names("option")).isEqualTo(options);
    }

    @Test
    void hasTheMeters() {
        Set<String> meters = Stream.of("uid-spring", "uid-spring-boot-starter")
                .flatMap(module -> sources(module, SOURCE_OF_METERS))
                .flatMap(source -> METER.matcher(source).results())
                .map(meter -> meter.group(1))
                .collect(Collectors.toSet());

        assertThat(names("meter")).hasSizeGreaterThan(20).isEqualTo(meters);
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

    private static List<String> documented() {
        return rows("level | text").stream()
                .flatMap(row -> QUOTED.matcher(row.get(1)).results())
                .map(quoted -> quoted.group(1))
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

    @Test
    void hasLogLinesThatThereAre() {
        List<String> literals = texts().stream()
                .flatMap(source -> LITERAL.matcher(source).results())
                .map(literal -> literal.group(1))
                .toList();

        assertThat(documented())
                .hasSizeGreaterThan(30)
                .allSatisfy(line -> assertThat(literals).anyMatch(literal -> says(literal, line)));
    }

    @Test
    void hasAllWarningsAndErrors() {
        List<String> documented = documented();

        assertThat(texts().stream()
                        .flatMap(source -> LOGGED.matcher(source).results())
                        .filter(logged -> logged.group(1).matches(".*\\p{L}.*")))
                .hasSizeGreaterThan(20)
                .allSatisfy(logged -> assertThat(documented)
                        .as("a row of docs/reference.md#log-lines for: %s", logged.group(1))
                        .anyMatch(line -> says(logged.group(1), line)));
    }
}
