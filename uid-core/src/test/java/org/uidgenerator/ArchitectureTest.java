package org.uidgenerator;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "org.uidgenerator", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule DEPENDS_ON_THE_JDK_AND_JCTOOLS = classes()
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "org.uidgenerator..",
                    "java..",
                    "jdk.jfr",
                    "org.jctools.queues.varhandle",
                    "org.jspecify.annotations");

    @ArchTest
    static final ArchRule USES_NO_UNSAFE = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("sun..", "jdk.internal..", "org.jctools.util..");

    @ArchTest
    static final ArchRule THE_VOCABULARY_DEPENDS_ON_NOTHING_ELSE = classes()
            .that()
            .resideInAPackage("org.uidgenerator")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("org.uidgenerator", "java..", "org.jspecify.annotations");

    @ArchTest
    static final ArchRule THE_RING_KNOWS_BLOCKS_ONLY = classes()
            .that()
            .resideInAPackage("..buffer")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("..buffer", "java..", "org.jctools.queues.varhandle", "org.jspecify.annotations");

    @ArchTest
    static final ArchRule THE_RING_KNOWS_NO_CLOCK_AND_NO_LOG = noClasses()
            .that()
            .resideInAPackage("..buffer")
            .should()
            .dependOnClassesThat()
            .haveNameMatching("java\\.lang\\.System\\$Logger|java\\.time\\.(Instant|InstantSource|Clock)");

    @ArchTest
    static final ArchRule THE_WORKER_SPI_KNOWS_THE_VOCABULARY_ONLY = classes()
            .that()
            .resideInAPackage("..worker")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("..worker", "org.uidgenerator", "java..", "jdk.jfr", "org.jspecify.annotations");

    @ArchTest
    static final ArchRule A_PERMUTATION_KNOWS_THE_VOCABULARY_ONLY = classes()
            .that()
            .resideInAPackage("..permutation")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("..permutation", "org.uidgenerator", "java..", "org.jspecify.annotations");

    @ArchTest
    static final ArchRule TEXT_KNOWS_THE_VOCABULARY_ONLY = classes()
            .that()
            .resideInAPackage("..text")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("..text", "org.uidgenerator", "java..", "org.jspecify.annotations");

    @ArchTest
    static final ArchRule PACKAGES_FORM_NO_CYCLE =
            slices().matching("org.uidgenerator.(*)..").should().beFreeOfCycles();
}
