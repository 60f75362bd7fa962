package org.uidgenerator.conventions;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Six rules of English, for all pages and for comments and messages of published and other main sources. */
class ProseTest {
    private static final Pattern NEXT_LINE_OF_COMMENT = Pattern.compile("\\n\\s*(?:\\*(?!/)|//)[ \\t]?");
    private static final Pattern CODE_OR_TARGET = Pattern.compile("`[^`]*`|]\\([^()]*\\)|<!--.*?-->");
    private static final Pattern NEXT_LINE_OF_PARAGRAPH = Pattern.compile("\\n(?![|*#\\n-])");

    /** The text of each source and page, by its path. */
    private static final Map<String, String> TEXTS = texts();

    private enum Rule {
        NOUN_FIRST(
                "a type's Javadoc begins with a noun phrase",
                "/\\*\\*[\\s*]+(?:What|How|Whether|Where|Who|Whom|Whose|When|Which|Why)\\b(?>.*?\\*/)\\s*"
                        + "(?:@\\w[\\w.]*(?:\\([^)]*\\))?\\s*)*(?:[a-z-]+\\s+)*(?:class|interface|record|enum)\\s",
                "/**\n * What a store keeps.\n */\n@Deprecated(since = \"1\")\npublic final class LeaseRow {",
                "/** The row of a store, and what it keeps. */ class LeaseRow {"),
        UNAVAILABLE_OR_EXHAUSTED(
                "stores are unavailable, counters are exhausted",
                "\\b(?:is|are|was|were|be|been|being|stays?) away\\b|\\b(?:come|comes|came) to (?:its|their|an) end\\b",
                "while the store is away",
                "is taken away from its holder"),
        PER(
                "per, or for each; no trailing each",
                "\\b(?!(?:for|of|to|by|in|on|behind|after|before|with)\\b)(?:[a-z\\d]+|UIDs|[KM]B) each(?=[.,;:)]| \\|)"
                        + "|\\b(?:ids|UIDs|uids|numbers|bytes|calls|ticks|rows) a (?:tick|worker|slot|store)\\b",
                "three UIDs each, in a thread",
                "a request for each, and each of the ids per tick"),
        IF_OR_WHEN(
                "if or when; where is a place",
                "\\b(?:also|only|even|except|but) where\\b|(?<=[.;:] )Where\\b"
                        + "|\\b[Ww]here (?:there (?:is|are|was|were)|no|none|nothing|possible|needed|necessary|wanted)\\b"
                        + "|\\bwhere (?:it|they|one) (?:can|may|must|has|have|does|do)\\b",
                "fewer, where there are no more",
                "returns where it is"),
        ROLES(
                "the role that acts: caller, operator, process, the next holder",
                "\\b(?:[Ww]hoever|(?:[Ss]ome|[Aa]ny|[Nn]o)body|[Ss]omeone|[Aa]nyone|[Nn]o one)\\b",
                "whoever closes it",
                "the thread that closes it"),
        GLOSSARY(
                "the words of docs/glossary.md: a tick is used, a generator starts, ids are of a namespace",
                "(?i)(?<!time[ _-]?)stamp|launch(?!er|_date)|\\bid spaces?\\b",
                "the tick is stamped",
                "a timestamp in LAUNCH_DATE");

        private final String text;
        private final Pattern broken;
        private final String example;
        private final String counterexample;

        Rule(String text, String broken, String example, String counterexample) {
            this.text = text;
            this.broken = Pattern.compile(broken, Pattern.DOTALL);
            this.example = example;
            this.counterexample = counterexample;
        }

        /** Returns each occurrence in a text, with some words around it. */
        private Stream<String> occurrences(String text) {
            return broken.matcher(text)
                    .results()
                    .map(found -> text.substring(
                                    Math.max(0, found.start() - 40), Math.min(text.length(), found.end() + 40))
                            .replaceAll("\\s+", " "));
        }

        @Override
        public String toString() {
            return text;
        }
    }

    private static Map<String, String> texts() {
        Map<String, String> texts = new TreeMap<>();
        SourceFiles.in(".", file -> file.endsWith(".java") && file.contains("/src/main/java/"))
                .forEach(file -> texts.put(place(file), joined(file)));
        SourceFiles.in(".", ProseTest::isPage).forEach(file -> texts.put(place(file), prose(file)));
        return texts;
    }

    private static String place(Path file) {
        return MarkdownPage.ROOT.relativize(file.normalize()).toString().replace('\\', '/');
    }

    /** English pages that people write; the others are in Chinese, or written by the benchmarks. */
    private static boolean isPage(String file) {
        return file.matches(".*\\.md")
                && !file.matches(".*/(?:target|node_modules|zh|docs/internals/benchmarks|16-cores)/.*|.*\\.zh-CN\\.md");
    }

    /** Returns a source whose comments and joined literals are not broken into lines. */
    private static String joined(Path source) {
        String text = SourceFiles.joinLiterals(SourceFiles.read(source));
        return NEXT_LINE_OF_COMMENT.matcher(text).replaceAll(" ");
    }

    /** Returns the paragraphs of a page, each in a line. */
    private static String prose(Path page) {
        String text = CODE_OR_TARGET.matcher(MarkdownPage.read(page).text()).replaceAll(" ");
        return NEXT_LINE_OF_PARAGRAPH.matcher(text).replaceAll(" ");
    }

    @ParameterizedTest
    @EnumSource
    void isKept(Rule rule) {
        Map<String, List<String>> found = new TreeMap<>();
        TEXTS.forEach((place, text) -> {
            List<String> occurrences = rule.occurrences(text).toList();
            if (!occurrences.isEmpty()) {
                found.put(place, occurrences);
            }
        });

        assertThat(found).as("%s", rule).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void isFoundWhenBroken(Rule rule) {
        assertThat(rule.occurrences(rule.example)).hasSize(1);
        assertThat(rule.occurrences(rule.counterexample)).isEmpty();
    }
}
