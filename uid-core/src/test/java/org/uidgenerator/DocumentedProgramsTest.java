package org.uidgenerator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compiles and runs the programs of README and quick start that need nothing but this module. */
@Tag("proof")
class DocumentedProgramsTest {
    private static final Pattern PROGRAM =
            Pattern.compile("```java\n((?:import [^\n]+\n)+\npublic class (\\w+) \\{.*?)```", Pattern.DOTALL);

    @TempDir
    private Path folder;

    static Stream<Path> pages() {
        return Stream.of("README.md", "README.zh-CN.md", "docs/quick-start.md")
                .map(page -> Path.of("..").resolve(page));
    }

    @ParameterizedTest
    @MethodSource("pages")
    void runsThem(Path page) throws Exception {
        Matcher program = PROGRAM.matcher(Files.readString(page));
        assertThat(program.find()).as("has a program").isTrue();
        String name = program.group(2);
        Path source = Files.writeString(folder.resolve(name + ".java"), program.group(1));

        assertThat(compile(source)).isEmpty();

        try (URLClassLoader compiled = new URLClassLoader(
                new URL[] {folder.toUri().toURL()}, getClass().getClassLoader())) {
            Method main = compiled.loadClass(name).getMethod("main", String[].class);
            main.invoke(null, (Object) new String[0]); // what it prints is in the log of the tests
        }
    }

    private static String compile(Path source) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        compiler.getTask(
                        messages,
                        null,
                        null,
                        List.of("-cp", System.getProperty("java.class.path"), "-proc:none"),
                        null,
                        compiler.getStandardFileManager(null, null, null).getJavaFileObjects(source))
                .call();
        return messages.toString();
    }
}
