package org.uidgenerator.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.uidgenerator.spring.boot.internal.settings.BoundProperty;
import org.uidgenerator.spring.boot.internal.settings.SegmentProperties;

/** The properties in the pages for users: there are such, and they take these values. */
class DocumentedPropertiesTest {
    private static final Pattern BLOCK = Pattern.compile("```properties\n(.*?)```", Pattern.DOTALL);
    private static final Pattern TABLE = Pattern.compile("\n## Properties\n(.*?)\n## ", Pattern.DOTALL);
    private static final Pattern ROW = Pattern.compile("(?m)^\\| (`uid\\.[^|]*)\\|");
    private static final Pattern NAME = Pattern.compile("`([^`]+)`");
    private static final Pattern VARIABLE = Pattern.compile("\\b(UID_(?:WORKER|LAYOUT)_[A-Z_]+)");
    private static final Pattern OF_ONE_GENERATOR = Pattern.compile("^uid\\.generators\\.[^.]+\\.");
    private static final String SEGMENTS = "uid.segments.";
    private static final Pattern OF_ONE_TAG = Pattern.compile("^uid\\.segments\\.tags\\.[^.]+\\.");
    private static final Set<String> READ_BY_NAME = Set.of("uid.enabled", "uid.primary");

    /** What the properties are bound to, by what these begin with. */
    private static final Map<String, Class<?>> RECORDS = BoundProperty.records(
                    DocumentedPropertiesTest.class.getClassLoader())
            .collect(Collectors.toMap(
                    record ->
                            record.getAnnotation(ConfigurationProperties.class).value(),
                    record -> record));

    /** The tests run in this module, and again in another. */
    private static Path docs() {
        return Stream.iterate(Path.of("").toAbsolutePath(), folder -> folder != null, Path::getParent)
                .map(folder -> folder.resolve("docs"))
                .filter(folder -> Files.exists(folder.resolve("spring-boot.md")))
                .findFirst()
                .orElseThrow();
    }

    /** Finds what the first group of a pattern matches in the pages. */
    private static List<String> found(Pattern pattern) throws IOException {
        try (Stream<Path> pages = Files.list(docs())) {
            return pages.filter(page -> page.toString().endsWith(".md"))
                    .flatMap(page -> pattern.matcher(read(page)).results())
                    .map(match -> match.group(1))
                    .toList();
        }
    }

    private static String read(Path page) {
        try {
            return Files.readString(page);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Those of one generator have the names and values of those of all. */
    private static Map<String, Object> properties(String block) {
        Properties said = new Properties();
        try {
            said.load(new StringReader(block));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Map<String, Object> properties = new TreeMap<>();
        said.forEach((name, value) -> {
            Matcher ofOne = OF_ONE_GENERATOR.matcher(name.toString());
            properties.put(ofOne.replaceFirst("uid."), value);
        });
        properties
                .keySet()
                .removeIf(name ->
                        !name.startsWith("uid.") || READ_BY_NAME.contains(name) || name.startsWith("uid.public-ids."));
        return properties;
    }

    @Test
    void areThereAndTakeTheirValues() throws IOException {
        List<Map<String, Object>> blocks = found(BLOCK).stream()
                .map(DocumentedPropertiesTest::properties)
                .filter(block -> !block.isEmpty())
                .toList();

        assertThat(blocks)
                .hasSizeGreaterThan(3)
                .allSatisfy(block -> assertThatCode(() -> bind(block)).doesNotThrowAnyException());
        assertThat(blocks).anySatisfy(block -> assertThat(block.keySet()).anyMatch(name -> name.startsWith(SEGMENTS)));
    }

    private static void bind(Map<String, Object> block) {
        Map<String, Object> ofTags = new TreeMap<>();
        Map<String, Map<String, Object>> byPrefix = new TreeMap<>();
        block.forEach((name, value) -> {
            Matcher ofTag = OF_ONE_TAG.matcher(name);
            if (ofTag.find()) {
                ofTags.put(ofTag.replaceFirst("uid."), value);
            } else if (!name.startsWith(SEGMENTS + "tags.")) { // with nothing set for it
                byPrefix.computeIfAbsent(prefix(name), prefix -> new TreeMap<>())
                        .put(name, value);
            }
        });
        bind(ofTags, "uid", SegmentProperties.Tag.class);
        byPrefix.forEach((prefix, properties) -> bind(properties, prefix, RECORDS.get(prefix)));
    }

    /** The longest one, which is that of a kind of store or of a group. */
    private static String prefix(String name) {
        return RECORDS.keySet().stream()
                .filter(prefix -> name.startsWith(prefix + "."))
                .max(Comparator.comparingInt(String::length))
                .orElseThrow();
    }

    private static void bind(Map<String, Object> properties, String prefix, Class<?> type) {
        new Binder(new MapConfigurationPropertySource(properties))
                .bindOrCreate(prefix, Bindable.of(type), new NoUnboundElementsBindHandler(BindHandler.DEFAULT));
    }

    /** No more and no fewer: a name that begins with a dot is beside the first one of its row. */
    @Test
    void areAllInTheTable() {
        Stream<String> said = TABLE.matcher(read(docs().resolve("spring-boot.md")))
                .results()
                .flatMap(table -> ROW.matcher(table.group(1)).results())
                .flatMap(row -> names(row.group(1)));

        assertThat(said)
                .containsExactlyInAnyOrderElementsOf(MetadataTest.properties()
                        .filter(property -> !property.equals("uid.generators"))
                        .toList());
    }

    private static Stream<String> names(String cell) {
        List<String> names =
                NAME.matcher(cell).results().map(name -> name.group(1)).toList();
        String first = names.get(0);
        String parent = first.substring(0, first.lastIndexOf('.'));
        return names.stream().map(name -> name.startsWith(".") ? parent + name : name);
    }

    @Test
    void areSetByTheEnvironmentVariablesOfTheirNames() throws IOException {
        assertThat(found(VARIABLE)).contains("UID_WORKER_HOLDER").allSatisfy(variable -> {
            Binder binder = new Binder(ConfigurationPropertySources.from(
                    new SystemEnvironmentPropertySource("systemEnvironment", Map.of(variable, "set"))));
            assertThat(MetadataTest.properties())
                    .anySatisfy(property -> assertThat(
                                    binder.bind(property, String.class).orElse(null))
                            .isEqualTo("set"));
        });
    }
}
