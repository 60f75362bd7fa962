package org.uidgenerator.conventions;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.stream.Stream;

/** The arrows between the modules: they point towards the root package of uid-core. */
@AnalyzeClasses(packages = "org.uidgenerator", importOptions = DoNotIncludeTests.class)
class ModulesTest {
    /** Of uid-core, what users call. */
    private static final String[] API = {
        "org.uidgenerator",
        "org.uidgenerator.buffer",
        "org.uidgenerator.generator",
        "org.uidgenerator.permutation",
        "org.uidgenerator.segment",
        "org.uidgenerator.simpleflake",
        "org.uidgenerator.text",
        "org.uidgenerator.worker",
        "org.uidgenerator.worker.lease",
        "org.uidgenerator.worker.lease.store"
    };

    /** Of uid-core, what is not exported to users. */
    private static final String[] HIDDEN = {"org.uidgenerator.internal.."};

    private static final String[] EVERYWHERE = {"java..", "org.jspecify.annotations"};

    private static final String JDBC = "org.uidgenerator.jdbc..";
    private static final String WORKER_DB = "org.uidgenerator.worker.db";
    private static final String SEGMENT_DB = "org.uidgenerator.segment.db..";
    private static final String REDIS = "org.uidgenerator.redis";
    private static final String ZOOKEEPER = "org.uidgenerator.zookeeper";
    private static final String ETCD = "org.uidgenerator.etcd";
    private static final String DYNAMODB = "org.uidgenerator.dynamodb";
    private static final String CLIENT = "org.uidgenerator.client";
    private static final String SPRING = "org.uidgenerator.spring";
    private static final String SPRING_METRICS = "org.uidgenerator.spring.metrics";
    private static final String STARTER = "org.uidgenerator.spring.boot..";
    private static final String PERSISTENCE = "org.uidgenerator.persistence..";
    private static final String PERSISTENCE_INSIDE = "org.uidgenerator.persistence.internal";
    private static final String JACKSON = "org.uidgenerator.jackson";
    private static final String OPENTELEMETRY = "org.uidgenerator.opentelemetry";
    private static final String TEST_KIT = "org.uidgenerator.test..";
    private static final String SHARDING_SPHERE = "org.uidgenerator.shardingsphere";
    private static final String CLI = "org.uidgenerator.cli";
    private static final String SERVER = "org.uidgenerator.server..";

    @ArchTest
    static final ArchRule EACH_CLASS_IS_OF_A_MODULE_WITH_RULES = classes()
            .should()
            .resideInAnyPackage(all(
                    API,
                    HIDDEN,
                    JDBC,
                    WORKER_DB,
                    SEGMENT_DB,
                    REDIS,
                    ZOOKEEPER,
                    ETCD,
                    DYNAMODB,
                    CLIENT,
                    SPRING,
                    SPRING_METRICS,
                    STARTER,
                    PERSISTENCE,
                    JACKSON,
                    OPENTELEMETRY,
                    TEST_KIT,
                    SHARDING_SPHERE,
                    CLI,
                    SERVER));

    @ArchTest
    static final ArchRule CORE_KNOWS_THE_JDK_AND_JCTOOLS = classes()
            .that()
            .resideInAnyPackage(all(API, HIDDEN))
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(all(API, HIDDEN, EVERYWHERE, "jdk.jfr", "org.jctools.queues.varhandle"));

    /** A reader may leave any room unread. What they share is internal, and knows none of them. */
    @ArchTest
    static final ArchRule ROOMS_OF_THE_STARTER_HAVE_NO_CYCLES =
            slices().matching("org.uidgenerator.spring.boot.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule JDBC_KNOWS_THE_VOCABULARY_AND_SPRING_JDBC = classes()
            .that()
            .resideInAPackage(JDBC)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(all(
                    EVERYWHERE,
                    JDBC,
                    "org.uidgenerator",
                    "org.springframework.core..",
                    "org.springframework.dao..",
                    "org.springframework.jdbc..",
                    "org.springframework.transaction..",
                    "javax.sql.."));

    @ArchTest
    static final ArchRule JDBC_SHOWS_ITS_INSIDE_TO_THE_STORES_ONLY = noClasses()
            .that()
            .resideOutsideOfPackages(JDBC, WORKER_DB, SEGMENT_DB)
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.uidgenerator.jdbc.internal");

    @ArchTest
    static final ArchRule WORKER_DB_KNOWS_WORKER_IDS_AND_SPRING_JDBC = classes()
            .that()
            .resideInAPackage(WORKER_DB)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(all(
                    EVERYWHERE,
                    JDBC,
                    WORKER_DB,
                    "org.uidgenerator",
                    "org.uidgenerator.internal",
                    "org.uidgenerator.worker",
                    "org.uidgenerator.worker.lease.store",
                    "org.springframework.core..",
                    "org.springframework.dao..",
                    "org.springframework.jdbc..",
                    "org.springframework.transaction..",
                    "javax.sql.."));

    @ArchTest
    static final ArchRule SEGMENT_DB_KNOWS_COUNTERS_AND_SPRING_JDBC = classes()
            .that()
            .resideInAPackage(SEGMENT_DB)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(all(
                    EVERYWHERE,
                    JDBC,
                    SEGMENT_DB,
                    "org.uidgenerator",
                    "org.uidgenerator.segment",
                    "org.uidgenerator.text",
                    "org.springframework.core..",
                    "org.springframework.dao..",
                    "org.springframework.jdbc..",
                    "org.springframework.transaction..",
                    "javax.sql.."));

    @ArchTest
    static final ArchRule REDIS_KNOWS_LEASES_COUNTERS_AND_LETTUCE = classes()
            .that()
            .resideInAPackage(REDIS)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(all(
                    EVERYWHERE,
                    REDIS,
                    "org.uidgenerator",
                    "org.uidgenerator.worker.lease.store",
                    "org.uidgenerator.segment",
                    "io.lettuce.core.."));

    @ArchTest
    static final ArchRule ZOOKEEPER_KNOWS_LEASES_COUNTERS_AND_CURATOR = classes()
            .that()
            .resideInAPackage(ZOOKEEPER)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(all(
                    EVERYWHERE,
                    ZOOKEEPER,
                    "org.uidgenerator",
                    "org.uidgenerator.segment",
                    "org.uidgenerator.worker.lease.store",
                    "org.apache.curator",
                    "org.apache.curator.framework..",
                    "org.apache.curator.utils",
                    "org.apache.zookeeper",
                    "org.apache.zookeeper.data"));

    @ArchTest
    static final ArchRule ETCD_KNOWS_LEASES_AND_JSON = classes()
            .that()
            .resideInAPackage(ETCD)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(all(
                    EVERYWHERE,
                    ETCD,
                    "org.uidgenerator",
                    "org.uidgenerator.worker.lease.store",
                    "com.google.gson..",
                    "javax.net.ssl"));

    @ArchTest
    static final ArchRule DYNAMODB_KNOWS_LEASES_AND_THE_SDK = classes()
            .that()
            .resideInAPackage(DYNAMODB)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(all(
                    EVERYWHERE,
                    DYNAMODB,
                    "org.uidgenerator",
                    "org.uidgenerator.worker.lease.store",
                    "software.amazon.awssdk.."));

    @ArchTest
    static final ArchRule CLIENT_KNOWS_THE_ENGINE_AND_THE_JDK = classes()
            .that()
            .resideInAPackage(CLIENT)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(all(
                    HIDDEN,
                    EVERYWHERE,
                    CLIENT,
                    "org.uidgenerator",
                    "org.uidgenerator.buffer",
                    "org.uidgenerator.segment"));

    @ArchTest
    static final ArchRule SPRING_KNOWS_THE_API_AND_WORKER_DB = classes()
            .that()
            .resideInAnyPackage(SPRING, SPRING_METRICS)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(all(
                    API,
                    EVERYWHERE,
                    SPRING,
                    SPRING_METRICS,
                    JDBC,
                    WORKER_DB,
                    "org.apache.commons.logging", // the log of Spring itself
                    "org.springframework.beans..",
                    "org.springframework.context..",
                    "org.springframework.core..",
                    "org.springframework.format..",
                    "io.micrometer.core..",
                    "javax.sql.."));

    @ArchTest
    static final ArchRule SPRING_NEEDS_THE_DATABASE_FOR_TWO_CLASSES_ONLY = noClasses()
            .that()
            .resideInAnyPackage(SPRING, SPRING_METRICS)
            .and()
            .doNotHaveSimpleName("DisposableWorkerIdAssignerFactoryBean")
            .and()
            .doNotHaveSimpleName("WorkerStoreMetrics")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(JDBC, WORKER_DB, "javax.sql..");

    @ArchTest
    static final ArchRule SPRING_NEEDS_MICROMETER_FOR_METRICS_ONLY = noClasses()
            .that()
            .resideInAPackage(SPRING)
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.micrometer..");

    @ArchTest
    static final ArchRule STARTER_KNOWS_THE_API_AND_WHAT_IT_CONFIGURES = classes()
            .that()
            .resideInAPackage(STARTER)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(all(
                    API,
                    EVERYWHERE,
                    STARTER,
                    SPRING,
                    SPRING_METRICS,
                    JDBC,
                    WORKER_DB,
                    SEGMENT_DB,
                    REDIS,
                    ZOOKEEPER,
                    ETCD,
                    DYNAMODB,
                    CLIENT,
                    JACKSON,
                    "com.fasterxml.jackson.databind",
                    "tools.jackson.databind",
                    PERSISTENCE,
                    "com.baomidou.mybatisplus.core..",
                    "org.apache.ibatis.plugin",
                    "reactor.core.publisher",
                    "io.lettuce.core..",
                    "org.apache.curator.framework..",
                    "org.apache.zookeeper",
                    "software.amazon.awssdk.core.exception",
                    "software.amazon.awssdk.services.dynamodb",
                    "org.springframework..",
                    "io.micrometer.core..",
                    "javax.sql..",
                    "javax.net.ssl"));

    @ArchTest
    static final ArchRule PERSISTENCE_KNOWS_THE_VOCABULARY_ONLY = classes()
            .that()
            .resideInAPackage(PERSISTENCE)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(all(
                    EVERYWHERE,
                    PERSISTENCE,
                    "org.uidgenerator",
                    "org.uidgenerator.segment",
                    "org.hibernate..",
                    "org.springframework.beans..",
                    "org.springframework.core..",
                    "org.springframework.data..",
                    "org.reactivestreams",
                    "reactor.core..",
                    "reactor.blockhound..",
                    "io.vertx.core",
                    "org.jooq..",
                    "org.apache.ibatis..",
                    "com.baomidou.mybatisplus.core.."));

    @ArchTest
    static final ArchRule PERSISTENCE_KEEPS_ITS_LIBRARIES_APART = slices().matching(
                    "org.uidgenerator.persistence.(*)..")
            .should()
            .notDependOnEachOther()
            .ignoreDependency(resideInAPackage(PERSISTENCE), resideInAPackage(PERSISTENCE_INSIDE));

    @ArchTest
    static final ArchRule PERSISTENCE_SHOWS_ITS_INSIDE_TO_NOBODY_ELSE = noClasses()
            .that()
            .resideOutsideOfPackages(PERSISTENCE)
            .should()
            .dependOnClassesThat()
            .resideInAPackage(PERSISTENCE_INSIDE);

    @ArchTest
    static final ArchRule JACKSON_KNOWS_JACKSON_ONLY = classes()
            .that()
            .resideInAPackage(JACKSON)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(all(
                    EVERYWHERE,
                    JACKSON,
                    "org.uidgenerator.permutation",
                    "org.uidgenerator.text",
                    "com.fasterxml.jackson..",
                    "tools.jackson.."));

    @ArchTest
    static final ArchRule OPENTELEMETRY_KNOWS_THE_VOCABULARY_AND_THE_SDK = classes()
            .that()
            .resideInAPackage(OPENTELEMETRY)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(all(
                    EVERYWHERE,
                    OPENTELEMETRY,
                    "org.uidgenerator",
                    "io.opentelemetry.api.trace",
                    "io.opentelemetry.sdk.trace"));

    @ArchTest
    static final ArchRule TEST_KIT_KNOWS_THE_VOCABULARY_AND_JUNIT = classes()
            .that()
            .resideInAPackage(TEST_KIT)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(all(API, EVERYWHERE, TEST_KIT, "org.junit.jupiter.api..", "org.assertj.core.api.."));

    @ArchTest
    static final ArchRule TEST_KIT_NEEDS_JUNIT_FOR_THE_EXTENSION_AND_THE_CONTRACTS_ONLY = noClasses()
            .that()
            .resideInAPackage(TEST_KIT)
            .and()
            .resideOutsideOfPackage("org.uidgenerator.test.contract")
            .and()
            .haveNameNotMatching(".*\\.UidExtension(\\$.*)?")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.junit..");

    @ArchTest
    static final ArchRule SHARDING_SPHERE_KNOWS_THE_VOCABULARY_AND_ALGORITHMS = classes()
            .that()
            .resideInAPackage(SHARDING_SPHERE)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(all(
                    EVERYWHERE,
                    SHARDING_SPHERE,
                    "org.uidgenerator",
                    "org.apache.shardingsphere.infra.algorithm..",
                    "org.apache.shardingsphere.sharding.api.sharding..",
                    "com.google.common.collect"));

    @ArchTest
    static final ArchRule CLI_KNOWS_NO_CONTAINER = classes()
            .that()
            .resideInAPackage(CLI)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(all(
                    API,
                    EVERYWHERE,
                    CLI,
                    JDBC,
                    WORKER_DB,
                    "org.springframework.jdbc.datasource..",
                    "com.github.f4b6a3..",
                    "com.google.gson..",
                    "org.bson.types",
                    "picocli",
                    "javax.sql.."));

    @ArchTest
    static final ArchRule SERVER_KNOWS_THE_API_AND_LEAVES_STORES_TO_THE_STARTER = classes()
            .that()
            .resideInAPackage(SERVER)
            .and()
            .resideOutsideOfPackages(
                    "org.uidgenerator.server.store", // looks which database the starter is going to open
                    "org.uidgenerator.server.edge") // answers in place of Tomcat
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(all(
                    API,
                    EVERYWHERE,
                    SERVER,
                    "tools.jackson.databind.json",
                    "io.github.bucket4j..",
                    "io.micrometer.core.instrument..", // of the routes that Spring does not answer
                    "jakarta.servlet..",
                    "javax.sql..",
                    "org.apache.tomcat.util.http",
                    "org.springframework.."));

    private static String[] all(Object... packages) {
        return Stream.of(packages)
                .flatMap(part -> part instanceof String[] several ? Stream.of(several) : Stream.of((String) part))
                .toArray(String[]::new);
    }
}
