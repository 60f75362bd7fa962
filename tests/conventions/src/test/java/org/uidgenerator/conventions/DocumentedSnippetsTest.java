package org.uidgenerator.conventions;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiFunction;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.xml.XmlBeanDefinitionReader;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.ClassPathResource;
import org.xml.sax.InputSource;

/**
 * Compiles the Java of README and docs, and loads their Spring beans. What a block takes from its surroundings, imports
 * among them, is in the resources {@code Frame.java} and {@code Frame.xml}. The pages in {@code docs/zh} are left out,
 * because {@link ChinesePagesTest} holds their code to that of the English ones.
 *
 * <p>A block with a {@code public class} is a whole program. One in which a line begins with an annotation or
 * {@code public} consists of members of a class, and any other of statements.
 */
class DocumentedSnippetsTest {
    private static final Pattern IMPORT = Pattern.compile("(?m)^import [^;]*;");
    private static final Pattern PROGRAM = Pattern.compile("(?m)^public class ");
    private static final Pattern MEMBERS = Pattern.compile("(?m)^(@|public )");

    /** Opens the root of the blocks of XML, which have none. */
    private static final String BEANS = """
            <beans xmlns="http://www.springframework.org/schema/beans" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
              xsi:schemaLocation="http://www.springframework.org/schema/beans
              http://www.springframework.org/schema/beans/spring-beans.xsd">
            """;

    @TempDir
    private Path classes;

    @Test
    void compile() throws IOException {
        StringWriter messages = new StringWriter();
        String frame = new ClassPathResource("Frame.java", getClass()).getContentAsString(StandardCharsets.UTF_8);
        List<Source> sources = Stream.concat(
                        Stream.of(new Source("Frame.java", frame)),
                        blocks(
                                "java",
                                (page, block) -> new Source(page.toString(), inFrame(page, block, imports(frame)))))
                .toList();

        ToolProvider.getSystemJavaCompiler()
                .getTask(
                        messages,
                        null,
                        null,
                        List.of(
                                "-d",
                                classes.toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                "-proc:none",
                                "-Xlint:deprecation,removal,unchecked",
                                "-Xmaxerrs",
                                "1000"),
                        null,
                        sources)
                .call();

        assertThat(messages.toString()).isEmpty();
    }

    static Stream<Named<String>> xml() {
        return blocks("xml", (page, block) -> Named.of(page + ":" + block.line(), BEANS + block.code() + "</beans>"));
    }

    @ParameterizedTest
    @MethodSource("xml")
    void areWellFormed(String xml) throws Exception {
        DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(xml)));
    }

    static Stream<Named<String>> beans() {
        return xml().filter(block -> block.getPayload().contains("<bean "));
    }

    @ParameterizedTest
    @MethodSource("beans")
    void load(String beans) {
        try (GenericApplicationContext context = new GenericApplicationContext()) {
            XmlBeanDefinitionReader reader = new XmlBeanDefinitionReader(context);
            reader.loadBeanDefinitions(new ClassPathResource("Frame.xml", getClass()));
            reader.loadBeanDefinitions(new ByteArrayResource(beans.getBytes(StandardCharsets.UTF_8)));
            context.refresh();
        }
    }

    private static <T> Stream<T> blocks(String language, BiFunction<MarkdownPage, CodeBlock, T> block) {
        Path chinese = MarkdownPage.ROOT.resolve("docs/zh");
        return MarkdownPage.all().stream()
                .filter(page -> !page.startsWith(chinese))
                .map(MarkdownPage::read)
                .flatMap(page -> page.codeBlocks().stream()
                        .filter(code -> code.fence().equals("```" + language))
                        .map(code -> block.apply(page, code)));
    }

    /** Returns a source whose lines have the numbers that they have in the page. */
    private static String inFrame(MarkdownPage page, CodeBlock block, String importsOfFrame) {
        String code = block.code();
        String head = "package " + (page + "_" + block.line()).replaceAll("\\W", "_") + ";";
        String linesBefore = "\n".repeat(block.line() - 1);
        if (PROGRAM.matcher(code).find()) {
            return head + linesBefore + code;
        }
        String body = IMPORT.matcher(code).replaceAll("");
        head += importsOfFrame + imports(code) + " class Snippet extends snippets.Frame {";
        return MEMBERS.matcher(code).find()
                ? head + linesBefore + body + "\n}"
                : head + " void run() throws Exception {" + linesBefore + body + "\n}}";
    }

    private static String imports(String code) {
        return IMPORT.matcher(code).results().map(MatchResult::group).collect(Collectors.joining(" "));
    }

    /** Java whose messages name the page. */
    private static final class Source extends SimpleJavaFileObject {
        private final String name;
        private final String code;

        Source(String name, String code) {
            super(URI.create("snippet:///" + name), Kind.SOURCE);
            this.name = name;
            this.code = code;
        }

        @Override
        public String getName() {
            return name;
        }

        @Override
        public boolean isNameCompatible(String simpleName, JavaFileObject.Kind kind) {
            return true;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return code;
        }
    }
}
