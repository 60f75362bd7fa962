package org.uidgenerator.conventions;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds the specification to the names of the code, so that neither changes without the other. */
class SpecNamesTest {
    private static final Path FOLDER = MarkdownPage.ROOT.resolve("docs/internals/spec");
    private static final Path WORKER_LEASE = FOLDER.resolve("WorkerLease.tla");

    /** Extends the other one. */
    private static final Path LEASE_FILE = FOLDER.resolve("LeaseFile.tla");

    private static final List<String> PACKAGES = List.of(
            "org.uidgenerator.worker.lease",
            "org.uidgenerator.worker.lease.store",
            "org.uidgenerator.worker.db",
            "org.uidgenerator.internal.lease",
            "org.uidgenerator.internal.lease.file",
            "org.uidgenerator.internal.lease.hold",
            "org.uidgenerator.internal.lease.take",
            "org.uidgenerator.internal.engine",
            "org.uidgenerator.internal.file",
            "org.uidgenerator.generator",
            "org.uidgenerator");

    /** What is done to the system rather than by it. */
    private static final List<String> DONE_TO_IT =
            List.of("Crash", "LateWrite", "LoseWrites", "ReplaceStore", "CopyStore", "GoBack");

    private static final Pattern STEP = Pattern.compile("\\\\/ (\\w+)(?:\\(h\\))?$", Pattern.MULTILINE);
    private static final Pattern METHOD_OF_ACTION =
            Pattern.compile("^\\\\\\* (\\w+)\\.(\\w+)\n(?:\\\\\\* .*\n)*(\\w+)\\(h\\) ==$", Pattern.MULTILINE);
    private static final Pattern MENTION = Pattern.compile("\\b([A-Z]\\w*[a-z]\\w*)\\.(\\w+)");

    /** An action of the lease, if the lease file allows it. */
    private static final String WHERE_THE_FILE_ALLOWS_IT = "File";

    static Stream<Path> modules() {
        return Stream.of(WORKER_LEASE, LEASE_FILE);
    }

    @ParameterizedTest
    @MethodSource("modules")
    void eachActionIsAMethod(Path module) {
        String spec = SourceFiles.read(module);
        Map<String, MatchResult> methods = METHOD_OF_ACTION
                .matcher(spec)
                .results()
                .collect(Collectors.toMap(match -> match.group(3), match -> match));
        String next = spec.substring(spec.indexOf("Next =="), spec.indexOf("Spec =="));
        List<String> actions = STEP.matcher(next)
                .results()
                .map(match -> match.group(1))
                .filter(action -> !DONE_TO_IT.contains(action) && !action.startsWith(WHERE_THE_FILE_ALLOWS_IT))
                .toList();
        assertThat(actions).hasSizeGreaterThan(4).allSatisfy(action -> {
            assertThat(methods).as("actions with a method in the line above").containsKey(action);
            String owner = methods.get(action).group(1);
            String method = methods.get(action).group(2);
            assertThat(method).isEqualToIgnoringCase(action);
            assertThat(type(owner).getDeclaredMethods())
                    .extracting(Member::getName)
                    .contains(method);
        });
    }

    @ParameterizedTest
    @MethodSource("modules")
    void eachMentionIsInTheCode(Path module) {
        String spec = SourceFiles.read(module);
        List<MatchResult> mentions = MENTION.matcher(spec).results().toList();
        assertThat(mentions)
                .hasSizeGreaterThan(10)
                .allSatisfy(mention -> assertThat(members(type(mention.group(1))))
                        .as(mention.group())
                        .contains(mention.group(2)));
    }

    @Test
    void theFenceIsThatOfTheCode() throws ReflectiveOperationException {
        String spec = SourceFiles.read(WORKER_LEASE);
        String clauses = Pattern.compile("JdbcLeaseStore\\.FENCE: (.+)")
                .matcher(spec)
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.joining(" AND "));
        Field fence = type("JdbcLeaseStore").getDeclaredField("FENCE");
        ((AccessibleObject) fence).setAccessible(true);
        assertThat(clauses).isEqualTo(fence.get(null));
    }

    @Test
    void theEndingsAreThoseOfTheCode() throws ReflectiveOperationException {
        Object[] kinds = Class.forName("org.uidgenerator.internal.lease.hold.LeaseEnding$Kind")
                .getEnumConstants();
        assertThat(Arrays.stream(kinds).map(kind -> "\"" + kind + "\""))
                .isNotEmpty()
                .allSatisfy(kind -> assertThat(SourceFiles.read(WORKER_LEASE)).contains(kind));
    }

    private static Class<?> type(String simpleName) {
        return PACKAGES.stream()
                .flatMap(name -> {
                    try {
                        return Stream.of(Class.forName(name + "." + simpleName));
                    } catch (ClassNotFoundException e) {
                        return Stream.empty();
                    }
                })
                .findFirst()
                .orElseThrow(() -> new AssertionError("no class " + simpleName + " in " + PACKAGES));
    }

    private static List<String> members(Class<?> type) {
        return Stream.of(
                        Arrays.stream(type.getDeclaredMethods()).map(Member::getName),
                        Arrays.stream(type.getDeclaredFields()).map(Member::getName),
                        Arrays.stream(type.getDeclaredClasses()).map(Class::getSimpleName))
                .flatMap(names -> names)
                .toList();
    }
}
