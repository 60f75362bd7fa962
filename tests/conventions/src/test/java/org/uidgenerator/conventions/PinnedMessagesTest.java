package org.uidgenerator.conventions;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The messages of exceptions, which people in trouble read, so a test has seen each: its longest part between two
 * values is in the text of a test.
 */
class PinnedMessagesTest {
    private static final List<String> MODULES = List.of(
            "uid-core",
            "uid-spring",
            "uid-spring-boot-starter",
            "uid-worker-db",
            "stores",
            "integrations",
            "service/uid-client",
            "service/uid-server",
            "tools/uid-cli");

    /** What no test has seen, and why. */
    private static final Map<String, String> UNSEEN = Map.ofEntries(
            Map.entry("each Java platform has SHA-256", "it has"),
            Map.entry("the field was made accessible:", "it was"),
            Map.entry("was run by a thread that is not its own:", "no task is handed to any"),
            Map.entry("a kind of store without beanTypes has no bean", "the kinds here with none ask for none"),
            Map.entry("the class path has changed since the store of", "an image is built and run with one"),
            Map.entry("a public UID must be given once", "status 400 has none"),
            Map.entry("the request failed in the middle of its answer", "it closes the connection, which says nothing"),
            Map.entry("CLUSTERDOWN Hash slot not served: slot=", "it needs a cluster that has lost a slot"),
            Map.entry("it cannot be erased:", "it needs a disk that fails after all other writes"),
            Map.entry("is given back when that ends", "it needs a disk that hangs for ten seconds"),
            Map.entry("is no file", "it needs a root of a file system that does not exist"),
            Map.entry("cannot close the database:", "it needs a connection that opens and does not close"),
            Map.entry("committed, but not written to the disk", "it needs a disk that fails between two statements"));

    private static final Pattern VALUE = Pattern.compile("%[-,.\\d]*[a-zA-Z]|\\{[^{}]*}|[\"{}]");
    private static final int SHORTEST_PART = 8;

    private static final Map<String, Path> MESSAGES = new TreeMap<>();

    @BeforeAll
    static void readMessages() throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files =
                compiler.getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8)) {
            List<Path> sources = MODULES.stream()
                    .flatMap(module ->
                            SourceFiles.in(module, file -> file.contains("/src/main/java/") && file.endsWith(".java")))
                    .toList();
            JavacTask task = (JavacTask) compiler.getTask(
                    null, files, null, List.of("-proc:none"), null, files.getJavaFileObjectsFromPaths(sources));
            for (CompilationUnitTree unit : task.parse()) {
                Path source = MarkdownPage.ROOT.relativize(
                        Path.of(unit.getSourceFile().toUri()));
                unit.accept(new Messages(), source);
            }
        }
    }

    /** Collects the messages of what is thrown, and the texts of options that are refused. */
    private static final class Messages extends TreeScanner<Void, Path> {
        @Override
        public Void visitNewClass(NewClassTree made, Path source) {
            if (made.getIdentifier().toString().endsWith("Exception")) {
                add(made.getArguments(), source);
            }
            return super.visitNewClass(made, source);
        }

        @Override
        public Void visitMethodInvocation(MethodInvocationTree call, Path source) {
            if (call.getMethodSelect().toString().matches("(.*\\.)?(OptionText|Refusal)\\.of")) {
                add(call.getArguments(), source);
            }
            return super.visitMethodInvocation(call, source);
        }

        private static void add(List<? extends Tree> arguments, Path source) {
            List<String> parts = new ArrayList<>();
            new Literals().scan(arguments, parts);
            parts.stream()
                    .filter(part -> part.length() >= SHORTEST_PART)
                    .max(Comparator.comparingInt(String::length))
                    .ifPresent(longest -> MESSAGES.putIfAbsent(longest, source));
        }
    }

    /** Collects what stands between two values. */
    private static final class Literals extends TreeScanner<Void, List<String>> {
        @Override
        public Void visitLiteral(LiteralTree literal, List<String> parts) {
            if (literal.getValue() instanceof String text) {
                Arrays.stream(VALUE.split(text)).map(String::strip).forEach(parts::add);
            }
            return null;
        }
    }

    private static String testsText() {
        return SourceFiles.in(".", PinnedMessagesTest::isTest)
                .map(file -> SourceFiles.joinLiterals(SourceFiles.read(file)).replace("\\\"", "\""))
                .collect(Collectors.joining("\n"));
    }

    private static boolean isTest(String file) {
        return (file.contains("/src/test/") || file.contains("/tests/"))
                && (file.endsWith(".java") || file.endsWith(".txt"))
                && !file.contains("/target/")
                && !file.endsWith("/PinnedMessagesTest.java");
    }

    @Test
    void areAllInTheTextOfATest() {
        String tests = testsText();

        assertThat(MESSAGES.size()).isGreaterThan(300);
        assertThat(MESSAGES.entrySet().stream()
                        .filter(message -> !tests.contains(message.getKey()))
                        .filter(message -> !UNSEEN.containsKey(message.getKey()))
                        .map(message -> message.getValue() + ": " + message.getKey()))
                .isEmpty();
    }

    @Test
    void areListedAsUnseenOnlyWhileTheyAreThere() {
        assertThat(MESSAGES.keySet()).containsAll(UNSEEN.keySet());
    }
}
