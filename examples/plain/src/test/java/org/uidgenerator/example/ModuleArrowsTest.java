package org.uidgenerator.example;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The arrows between the modules, which point towards the root package of uid-core. Here, since all are on the class path. */
@AnalyzeClasses(packages = "org.uidgenerator", importOptions = DoNotIncludeTests.class)
class ModuleArrowsTest {
    @ArchTest
    static final ArchRule CORE_KNOWS_NO_OTHER_MODULE = noClasses()
            .that()
            .resideInAnyPackage(
                    "org.uidgenerator",
                    "org.uidgenerator.buffer",
                    "org.uidgenerator.generator",
                    "org.uidgenerator.worker")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.uidgenerator.worker.db..", "org.uidgenerator.spring..", "org.springframework..");

    @ArchTest
    static final ArchRule WORKER_DB_KNOWS_THE_CORE_AND_SPRING_JDBC = classes()
            .that()
            .resideInAPackage("org.uidgenerator.worker.db..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "org.uidgenerator",
                    "org.uidgenerator.worker..",
                    "org.uidgenerator.internal",
                    "org.springframework.core..",
                    "org.springframework.dao..",
                    "org.springframework.jdbc..",
                    "org.springframework.transaction..",
                    "java..",
                    "jdk.jfr",
                    "javax.sql..",
                    "org.jspecify.annotations");

    @ArchTest
    static final ArchRule WORKER_DB_KNOWS_NO_GENERATOR = noClasses()
            .that()
            .resideInAPackage("org.uidgenerator.worker.db..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.uidgenerator.generator..", "org.uidgenerator.buffer..");

    @ArchTest
    static final ArchRule SPRING_NEEDS_THE_DATABASE_FOR_TWO_CLASSES_ONLY = noClasses()
            .that()
            .resideInAPackage("org.uidgenerator.spring..")
            .and()
            .doNotHaveSimpleName("DisposableWorkerIdAssignerFactoryBean")
            .and()
            .doNotHaveSimpleName("WorkerStoreMetrics")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.uidgenerator.worker.db..", "org.springframework.jdbc..", "javax.sql..");

    @ArchTest
    static final ArchRule SPRING_NEEDS_MICROMETER_FOR_METRICS_ONLY = noClasses()
            .that()
            .resideInAPackage("org.uidgenerator.spring..")
            .and()
            .resideOutsideOfPackage("org.uidgenerator.spring.metrics")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.micrometer..");
}
