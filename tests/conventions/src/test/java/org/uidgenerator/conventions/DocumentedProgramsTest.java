package org.uidgenerator.conventions;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compiles and runs the first program of the READMEs, which leases its worker id. */
class DocumentedProgramsTest {
    private static final Pattern PROGRAM = Pattern.compile("(?m)^public class (\\w+) ");

    /** The folder of relative paths to databases, which H2 reads whenever it opens one. */
    private static final String H2_FOLDER = "h2.baseDir";

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"README.md", "README.zh-CN.md"})
    void run(String page) throws Exception {
        String program = MarkdownPage.read(MarkdownPage.ROOT.resolve(page)).codeBlocks().stream()
                .map(CodeBlock::code)
                .filter(code -> PROGRAM.matcher(code).find())
                .findFirst()
                .orElseThrow();
        Matcher name = PROGRAM.matcher(program);
        assertThat(name.find()).isTrue();

        assertThat(compile(Files.writeString(folder.resolve(name.group(1) + ".java"), program)))
                .isEmpty();

        assertThat(program).contains("LeasedWorkerIds.on(");
        assertThat(printedBy(name.group(1)))
                .matches("DecodedUid\\[uid=\\d{18}, time=20.*Z, workerId=0, .*, sequence=\\d+]\\R");
        assertThat(folder.resolve("uids.mv.db")).exists();
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

    private String printedBy(String program) throws Exception {
        PrintStream out = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setProperty(H2_FOLDER, folder.toString());
        System.setOut(new PrintStream(printed, true, UTF_8));
        try (URLClassLoader compiled = new URLClassLoader(
                new URL[] {folder.toUri().toURL()}, getClass().getClassLoader())) {
            compiled.loadClass(program).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        } finally {
            System.setOut(out);
            System.clearProperty(H2_FOLDER);
        }
        return printed.toString(UTF_8);
    }
}
