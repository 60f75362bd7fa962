package org.uidgenerator.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.segment.SegmentIdGenerator;

/** The scripts in the jars are migrations of Flyway and change sets of Liquibase, which come before worker ids. */
@Tag("proof")
@Tag("libraries")
class MigrationScriptsOnBoot3Test {
    private static final String LEASES = "org/uidgenerator/jdbc/worker-lease-h2.sql";
    private static final String COUNTERS = "org/uidgenerator/jdbc/segment-h2.sql";

    @TempDir
    private Path migrations;

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration(
            excludeName = { // the drivers are there for other tests
                "org.springframework.boot.autoconfigure.mongo.MongoAutoConfiguration",
                "org.springframework.boot.autoconfigure.r2dbc.R2dbcAutoConfiguration"
            })
    static class Application {}

    private static ConfigurableApplicationContext start(String... properties) {
        return new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .properties(
                        "spring.main.banner-mode=off",
                        "spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID(),
                        "spring.jpa.hibernate.ddl-auto=none",
                        "uid.worker.jdbc.table-creation=never",
                        "uid.segments.jdbc.table-creation=never",
                        "uid.segments.tags.orders.first=501")
                .properties(properties)
                .run();
    }

    private static void handsOut(ConfigurableApplicationContext application) {
        assertThat(application.getBean(UidGenerator.class).getUID()).isPositive();
        assertThat(application.getBean(SegmentIdGenerator.class).getUID("orders"))
                .isEqualTo(501);
    }

    private static List<String> strings(ConfigurableApplicationContext application, String sql) {
        return application.getBean(JdbcTemplate.class).queryForList(sql, String.class);
    }

    private void write(String name, String resource) throws IOException {
        Files.writeString(
                migrations.resolve(name), new ClassPathResource(resource).getContentAsString(StandardCharsets.UTF_8));
    }

    @Test
    void areMigrationsOfFlyway() throws IOException {
        write("V7__uid_worker_lease.sql", LEASES);
        write("V8__uid_segment.sql", COUNTERS);

        try (ConfigurableApplicationContext application =
                start("spring.liquibase.enabled=false", "spring.flyway.locations=filesystem:" + migrations)) {
            handsOut(application);
            assertThat(strings(
                            application,
                            "SELECT \"version\" FROM \"flyway_schema_history\" WHERE \"success\""
                                    + " AND \"version\" IS NOT NULL ORDER BY \"installed_rank\""))
                    .containsExactly("7", "8");
        }
    }

    @Test
    void areChangeSetsOfLiquibase() throws IOException {
        Path log = Files.writeString(
                migrations.resolve("changes.yaml"),
                "databaseChangeLog:\n" + changeSet("uid-worker-lease", LEASES) + changeSet("uid-segment", COUNTERS));

        try (ConfigurableApplicationContext application =
                start("spring.flyway.enabled=false", "spring.liquibase.change-log=file:" + log)) {
            handsOut(application);
            assertThat(strings(application, "SELECT ID FROM DATABASECHANGELOG ORDER BY ORDEREXECUTED"))
                    .containsExactly("uid-worker-lease", "uid-segment");
        }
    }

    private static String changeSet(String id, String script) {
        return String.format(Locale.ROOT, """
                  - changeSet:
                      id: %s
                      author: uid-generator
                      changes:
                        - sqlFile:
                            path: %s
                """, id, script);
    }
}
