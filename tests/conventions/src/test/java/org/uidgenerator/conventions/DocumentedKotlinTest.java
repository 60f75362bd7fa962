package org.uidgenerator.conventions;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jetbrains.kotlin.cli.common.ExitCode;
import org.jetbrains.kotlin.cli.jvm.K2JVMCompiler;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.uidgenerator.persistence.Uid;

/** Compiles the Kotlin of the pages. Those in {@code docs/zh} have the same. */
class DocumentedKotlinTest {
    private static final String IMPORTS =
            "import org.springframework.stereotype.Service; import org.uidgenerator.UidGenerator; ";

    @TempDir
    private static Path folder;

    private static final ByteArrayOutputStream MESSAGES = new ByteArrayOutputStream();
    private static ExitCode code = ExitCode.INTERNAL_ERROR;

    @BeforeAll
    static void compile() throws IOException {
        List<String> sources = sources();
        String[] options = {
            "-no-stdlib",
            "-no-reflect",
            "-Werror",
            "-d",
            folder.resolve("classes").toString(),
            "-classpath",
            System.getProperty("java.class.path")
        };
        String[] arguments = Stream.concat(Stream.of(options), sources.stream()).toArray(String[]::new);
        code = new K2JVMCompiler().exec(new PrintStream(MESSAGES, true, UTF_8), arguments);
    }

    private static List<String> sources() throws IOException {
        Path chinese = MarkdownPage.ROOT.resolve("docs/zh");
        List<CodeBlock> blocks = MarkdownPage.all().stream()
                .filter(page -> !page.startsWith(chinese))
                .map(MarkdownPage::read)
                .flatMap(page -> page.codeBlocks().stream())
                .filter(block -> block.fence().equals("```kotlin"))
                .toList();
        for (int i = 0; i < blocks.size(); i++) {
            Files.writeString(
                    folder.resolve("Snippet" + i + ".kt"),
                    "package snippet" + i + "; " + IMPORTS + blocks.get(i).code());
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(Path::toString)
                    .filter(file -> file.endsWith(".kt"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void compiles() {
        assertThat(MESSAGES.toString(UTF_8)).isEmpty();
        assertThat(code).isEqualTo(ExitCode.OK);
    }

    @Test
    void annotatesFields() throws Exception {
        URL[] classes = {folder.resolve("classes").toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(classes)) {
            Class<?> order = loader.loadClass("snippet0.Order");

            assertThat(order.getDeclaredField("id").isAnnotationPresent(Uid.class))
                    .isTrue();
        }
    }
}
