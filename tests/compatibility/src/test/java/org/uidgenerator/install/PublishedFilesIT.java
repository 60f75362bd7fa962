package org.uidgenerator.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleFinder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Element;

/** What an installation leaves in the repository. */
class PublishedFilesIT {
    private static final Path PUBLISHED = Path.of(System.getProperty("installed.repository"), "org/uidgenerator");
    private static final String VERSION = System.getProperty("project.version");

    static List<Path> jars() throws IOException {
        return files(".jar");
    }

    /** Without sources, Javadoc and tests. */
    static List<Path> libraries() throws IOException {
        return jars().stream()
                .filter(jar -> jar.endsWith(module(jar) + "-" + VERSION + ".jar"))
                .toList();
    }

    private static String module(Path file) {
        return file.getParent().getParent().getFileName().toString();
    }

    static List<Path> poms() throws IOException {
        return files(".pom");
    }

    private static List<Path> files(String suffix) throws IOException {
        try (Stream<Path> files = Files.walk(PUBLISHED)) {
            return files.filter(file -> file.toString().endsWith(suffix))
                    .sorted()
                    .toList();
        }
    }

    /** The modules that the installed BOM manages. */
    static List<String> inBom() throws Exception {
        return managed().map(dependency -> dependency.get(1)).toList();
    }

    private static Stream<List<String>> managed() throws Exception {
        Element bom = Xml.root(PUBLISHED.resolve("uid-bom/" + VERSION + "/uid-bom-" + VERSION + ".pom"));
        return Xml.elements(bom.getElementsByTagName("dependency")).map(PublishedFilesIT::coordinates);
    }

    @Test
    void areOfTheModulesForUsersOnly() throws Exception {
        List<String> published = new ArrayList<>(inBom());
        published.addAll(List.of("uid-bom", "uid-cli", "uid-server"));

        try (Stream<Path> modules = Files.list(PUBLISHED)) {
            assertThat(modules.filter(Files::isDirectory)
                            .map(module -> module.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(published);
        }
    }

    @ParameterizedTest
    @MethodSource("inBom")
    void haveSourcesAndJavadoc(String module) {
        assertThat(List.of("-sources.jar", "-javadoc.jar"))
                .allSatisfy(file -> assertThat(
                                PUBLISHED.resolve(module + "/" + VERSION + "/" + module + "-" + VERSION + file))
                        .exists());
    }

    /** Projects on the module path name it, so it must not depend on the name of the file. */
    @ParameterizedTest
    @MethodSource("inBom")
    void haveANameAsModules(String module) {
        Path jar = PUBLISHED.resolve(module + "/" + VERSION + "/" + module + "-" + VERSION + ".jar");

        assertThat(ModuleFinder.of(jar).findAll())
                .extracting(found -> found.descriptor().name())
                .singleElement(InstanceOfAssertFactories.STRING)
                .startsWith("org.uidgenerator.");
    }

    @ParameterizedTest
    @MethodSource("jars")
    void haveLicenceAndNoticeInEachJar(Path jar) throws Exception {
        try (JarFile file = new JarFile(jar.toFile())) {
            assertThat(text(file, "META-INF/LICENSE")).contains("Apache License", "Version 2.0, January 2004");
            assertThat(text(file, "META-INF/NOTICE")).startsWith("UID Generator\nCopyright 2026 ");
        }
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void nameTheirVersion(Path jar) throws Exception {
        try (JarFile file = new JarFile(jar.toFile())) {
            assertThat(file.getManifest().getMainAttributes().getValue(Attributes.Name.IMPLEMENTATION_VERSION))
                    .isEqualTo(VERSION);
        }
    }

    @Test
    void listTheLibrariesInTheCommandLine() throws Exception {
        try (JarFile file = new JarFile(PUBLISHED
                .resolve("uid-cli/" + VERSION + "/uid-cli-" + VERSION + "-runnable.jar")
                .toFile())) {
            assertThat(text(file, "META-INF/LICENSE"))
                    .containsOnlyOnce("Version 2.0, January 2004")
                    .contains("PostgreSQL Global Development Group");
            assertThat(text(file, "META-INF/NOTICE"))
                    .containsOnlyOnce("Copyright 2026 ")
                    .contains("META-INF/THIRD-PARTY.md");
            assertThat(text(file, "META-INF/THIRD-PARTY.md")).contains("H2", "picocli", "Spring Framework");
        }
    }

    private static String text(JarFile jar, String name) throws IOException {
        ZipEntry entry = jar.getEntry(name);
        assertThat(entry).as("%s in %s", name, jar.getName()).isNotNull();
        try (InputStream in = jar.getInputStream(entry)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @ParameterizedTest
    @MethodSource("poms")
    void inheritNothing(Path pom) throws Exception {
        assertThat(children(Xml.root(pom)))
                .contains(
                        "groupId",
                        "artifactId",
                        "version",
                        "name",
                        "description",
                        "url",
                        "licenses",
                        "developers",
                        "scm")
                .doesNotContain("parent", "build", "profiles", "properties", "modules", "reporting");
        assertThat(Files.readString(pom).replace("${project.version}", VERSION)).doesNotContain("${");
    }

    @Test
    void manageTheVersionsOfOurLibrariesOnlyInTheBom() throws Exception {
        assertThat(managed())
                .hasSizeGreaterThan(10)
                .allSatisfy(dependency ->
                        assertThat(dependency).containsExactly("org.uidgenerator", dependency.get(1), VERSION));
        assertThat(children(Xml.root(PUBLISHED.resolve("uid-bom/" + VERSION + "/uid-bom-" + VERSION + ".pom"))))
                .doesNotContain("dependencies");
    }

    private static List<String> coordinates(Element dependency) {
        return Xml.elements(dependency.getChildNodes())
                .map(Element::getTextContent)
                .map(text -> text.replace("${project.version}", VERSION))
                .toList();
    }

    private static List<String> children(Element project) {
        return Xml.elements(project.getChildNodes()).map(Element::getTagName).toList();
    }
}
