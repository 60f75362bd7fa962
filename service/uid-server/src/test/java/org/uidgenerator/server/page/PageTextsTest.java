package org.uidgenerator.server.page;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** The texts of the page, which are in one file a language. */
class PageTextsTest {
    private static final Path STATIC = Path.of("src/main/resources/static");
    private static final Pattern KEY_IN_HTML = Pattern.compile("data-(?:text|label|control|note)=\"([^\"]+)\"");

    /** Whatever is a text of its own between quotes: a superset of the keys that scripts name. */
    private static final Pattern TEXT_IN_SCRIPT = Pattern.compile("\"([\\w.]+)\"");

    /** A rule, and what it begins with: what is refused. */
    private static final Pattern REFUSED_IN_SCRIPT = Pattern.compile("new Refusal\\(\"(\\w+)\\.");

    private static final Pattern KEY_IN_SCRIPT = Pattern.compile("\\bt\\(\\s*\"([\\w.]+)\"");
    private static final Pattern OTHER_WORDS = Pattern.compile("工作节点|时间单位|起始时间|区间|号码");
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\w+}");

    /** Keys that the API names: fields of ids, forms of ids, states of worker ids. */
    private static final Set<String> NAMED_BY_THE_API = Set.of(
            "time",
            "workerId",
            "dataCenterId",
            "machineId",
            "sequence",
            "decimal",
            "hex",
            "base32",
            "base36",
            "base62",
            "IN_USE",
            "GIVEN_BACK",
            "EXPIRED",
            "generate",
            "parse",
            "make",
            "plan",
            "workers",
            "segments");

    @Test
    void bothLanguagesHaveTheSameKeys() throws IOException {
        assertEquals(List.copyOf(texts("en").keySet()), List.copyOf(texts("zh").keySet()));
    }

    @Test
    void bothLanguagesHaveTheSamePlaceholdersInEachText() throws IOException {
        Map<String, String> chinese = texts("zh");
        assertAll(texts("en").entrySet().stream()
                .map(english -> () -> assertEquals(
                        all(PLACEHOLDER, english.getValue()),
                        all(PLACEHOLDER, chinese.get(english.getKey())),
                        english::getKey)));
    }

    @Test
    void everyKeyThatIsUsedHasATextAndEveryTextIsUsed() throws IOException {
        Set<String> required = new TreeSet<>(all(KEY_IN_HTML, Files.readString(STATIC.resolve("index.html"))));
        Set<String> mentioned = new TreeSet<>(required);
        mentioned.addAll(NAMED_BY_THE_API);
        for (String script : scripts()) {
            required.addAll(all(KEY_IN_SCRIPT, script));
            all(REFUSED_IN_SCRIPT, script).forEach(refused -> required.add(refused + ".refused"));
            mentioned.addAll(required);
            mentioned.addAll(all(TEXT_IN_SCRIPT, script));
        }
        Set<String> texts = texts("en").keySet();
        required.removeAll(texts);
        Set<String> unused = new TreeSet<>(texts);
        unused.removeAll(mentioned);
        unused.removeIf(key -> key.startsWith("problem.")); // the API names statuses and parameters
        assertEquals("without a text: [], not used: []", "without a text: " + required + ", not used: " + unused);
    }

    /** One word for one thing: worker id, 时间片, epoch, 号段, 计数器 and 编号 are what the documents say. */
    @Test
    void theChinesePageUsesTheWordsOfTheDocuments() throws IOException {
        for (Path place : List.of(STATIC.resolve("page/text.zh.json"), Path.of("../../docs/zh/id-service.md"))) {
            assertFalse(OTHER_WORDS.matcher(Files.readString(place)).find(), place::toString);
        }
    }

    private static List<String> scripts() throws IOException {
        try (Stream<Path> files = Files.list(STATIC.resolve("page"))) {
            List<Path> scripts = files.filter(file -> file.toString().endsWith(".js"))
                    .sorted()
                    .toList();
            List<String> texts = new ArrayList<>();
            for (Path script : scripts) {
                texts.add(Files.readString(script));
            }
            return texts;
        }
    }

    private static Map<String, String> texts(String language) throws IOException {
        return new JsonMapper()
                .readValue(
                        Files.readString(STATIC.resolve("page/text." + language + ".json")),
                        new TypeReference<LinkedHashMap<String, String>>() {});
    }

    private static Set<String> all(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map(found -> group(found))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String group(MatchResult found) {
        return found.groupCount() == 0 ? found.group() : found.group(1);
    }
}
