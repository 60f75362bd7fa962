package org.uidgenerator.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

/** The tests that this build has skipped, which it prints at its end. */
class SkippedTestsIT {
    private static final Path ROOT = Path.of(System.getProperty("project.root"));
    private static final Instant START = Instant.parse(System.getProperty("build.start"));

    /**
     * A test.
     *
     * @param module the folder of its module
     * @param name class and method, as the report has them
     * @param reason why it was skipped
     */
    private record Skipped(Path module, String name, String reason) {
        static Skipped of(Path report, Element test, Element skipped) {
            String className = test.getAttribute("classname");
            String thrown = skipped.getTextContent().strip().lines().findFirst().orElse("");
            return new Skipped(
                    ROOT.relativize(report.getParent().getParent().getParent()),
                    className.substring(className.lastIndexOf('.') + 1) + "." + test.getAttribute("name"),
                    Stream.of(skipped.getAttribute("message"), thrown)
                            .filter(text -> !text.isEmpty())
                            .map(text -> text.replaceFirst("^[a-zA-Z0-9.]+Exception: ?(Assumption failed: )?", ""))
                            .findFirst()
                            .orElse(""));
        }
    }

    @Test
    void sayWhy() throws Exception {
        List<Skipped> skipped = new ArrayList<>();
        for (Path report : reports()) {
            skipped.addAll(skippedIn(report));
        }

        print(skipped);
        assertThat(skipped)
                .allSatisfy(test -> assertThat(test.reason).isNotBlank().isNotEqualTo("assumption is not true"));
    }

    private static List<Path> reports() throws IOException {
        List<Path> reports = new ArrayList<>();
        try (Stream<Path> files = Files.find(
                ROOT,
                6,
                (file, attributes) -> attributes.isRegularFile()
                        && file.getParent().getFileName().toString().endsWith("-reports")
                        && file.getFileName().toString().matches("TEST-.*\\.xml")
                        && !attributes.lastModifiedTime().toInstant().isBefore(START))) {
            files.sorted().forEach(reports::add);
        }
        return reports;
    }

    private static List<Skipped> skippedIn(Path report) throws Exception {
        return Xml.elements(Xml.root(report).getElementsByTagName("skipped"))
                .map(skipped -> Skipped.of(report, (Element) skipped.getParentNode(), skipped))
                .toList();
    }

    private static void print(List<Skipped> skipped) {
        System.out.println("Skipped tests: " + skipped.size());
        skipped.stream()
                .collect(Collectors.groupingBy(
                        test -> test.module + ": " + test.reason, TreeMap::new, Collectors.toList()))
                .forEach((why, tests) -> {
                    System.out.println("  " + why);
                    tests.stream()
                            .map(Skipped::name)
                            .sorted(Comparator.naturalOrder())
                            .forEach(name -> System.out.println("    " + name));
                });
    }
}
