package com.example.mvstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.h2.mvstore.MVStore;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.actuate.health.Status;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.segment.SegmentTag;
import org.uidgenerator.worker.lease.LeasedWorkerIds;
import org.uidgenerator.worker.lease.store.TimedLeaseRow;

/** The starter opens a store of which it knows nothing, as it opens its own. */
@Tag("proof")
@ExtendWith(OutputCaptureExtension.class)
class StarterTest {
    /** Without the database that Boot makes if there is H2. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration(exclude = DataSourceAutoConfiguration.class)
    static class Application {}

    @Configuration(proxyBeanMethods = false)
    @Import(Application.class)
    static class WithStore {
        @Bean
        MVStore file() {
            return new MVStore.Builder().open();
        }
    }

    private final ApplicationContextRunner context =
            new ApplicationContextRunner().withUserConfiguration(WithStore.class);

    private static List<TimedLeaseRow> leases(MVStore file, String mapPrefix, String namespace) {
        return new MvLeaseStore(file, mapPrefix, namespace).list(0, Long.MAX_VALUE);
    }

    @Test
    void isChosenWhereThereIsItsBean() {
        context.run(started -> {
            assertThat(started.getBean(UidGenerator.class).getUID()).isPositive();
            assertThat(started.getBean(LeasedWorkerIds.class))
                    .hasToString("leased worker ids of MVStore (namespace default)");
            assertThat(leases(started.getBean(MVStore.class), "leases", "default"))
                    .hasSize(1);
            assertThat(started.getBeanFactory().getDependenciesForBean("workerLeaseStore"))
                    .contains("file");
        });
    }

    @Test
    void isChosenByItsName() {
        ApplicationContextRunner both = context.withBean(DataSource.class, () -> {
            JdbcDataSource database = new JdbcDataSource();
            database.setUrl("jdbc:h2:mem:third-party;DB_CLOSE_DELAY=-1");
            return database;
        });
        both.run(started ->
                assertThat(started.getBean(LeasedWorkerIds.class)).asString().contains("WORKER_LEASE"));
        both.withPropertyValues("uid.worker.store=mvstore")
                .run(started -> assertThat(started.getBean(LeasedWorkerIds.class))
                        .asString()
                        .contains("MVStore"));
    }

    @Test
    void hasThePropertiesOfLeasesAndItsOwn() {
        context.withPropertyValues(
                        "uid.worker.namespace=shop",
                        "uid.worker.worker-ids.first=7",
                        "uid.worker.worker-ids.last=9",
                        "uid.worker.mvstore.map-prefix=day",
                        "uid.generators.orders=",
                        "uid.generators.logs.worker.mvstore.map-prefix=night")
                .run(started -> {
                    MVStore file = started.getBean(MVStore.class);
                    assertThat(leases(file, "day", "shop"))
                            .singleElement()
                            .satisfies(
                                    lease -> assertThat(lease.row().workerId()).isEqualTo(7));
                    assertThat(leases(file, "night", "shop")).hasSize(1);
                });
    }

    @Test
    void givesItsWorkerIdsBackBeforeTheStoreIsClosed(@TempDir Path folder) {
        String name = folder.resolve("ids.mv").toString();
        new ApplicationContextRunner()
                .withUserConfiguration(Application.class)
                .withBean(
                        MVStore.class,
                        () -> new MVStore.Builder().fileName(name).open())
                .run(started ->
                        assertThat(started.getBean(UidGenerator.class).getUID()).isPositive());

        try (MVStore file = new MVStore.Builder().fileName(name).open()) {
            assertThat(leases(file, "leases", "default"))
                    .singleElement()
                    .satisfies(lease -> assertThat(lease.row().held()).isFalse());
        }
    }

    @Test
    void hasCounters() {
        context.withPropertyValues("uid.segments.tags.orders.first=501").run(started -> {
            assertThat(started.getBean(SegmentTag.class).getUID()).isEqualTo(501);
            assertThat(started.getBean(MvSegmentStore.class).create("orders", 1))
                    .isFalse();
        });
        context.withPropertyValues("uid.segments.tags.orders=", "uid.segments.unknown-tags=create")
                .run(started ->
                        assertThat(started.getBean(SegmentTag.class).getUID()).isEqualTo(1));
    }

    @Test
    void showsItsHealth() {
        context.withPropertyValues("uid.worker.reservation=2s", "uid.worker.close-timeout=100ms")
                .run(started -> {
                    HealthIndicator health = started.getBean("uidHealthIndicator", HealthIndicator.class);
                    assertThat(health.health().getStatus()).isEqualTo(Status.UP);

                    started.getBean(MVStore.class).closeImmediately();
                    String shown;
                    do {
                        started.getBean(UidGenerator.class).tryGetUID(Duration.ZERO); // an idle one asks no store
                        shown = health.health().toString();
                    } while (!shown.contains("storeFailure"));
                    assertThat(shown).contains("storeFailure=").contains("MVStore leases.default: ");
                });
    }

    @Test
    void namesItsPropertiesWhereTheyAreRefused() {
        FailureAnalysis refused = Reports.of(WithStore.class, "--uid.worker.mvstore.map-prefix=7");
        assertThat(refused.getDescription()).isEqualTo("""
                        A UID generator could not start: uid.worker.mvstore.map-prefix must be letters: uid.worker.mvstore.map-prefix=7

                            uid.worker.mvstore.map-prefix=7 ("uid.worker.mvstore.map-prefix" from property source "commandLineArgs")""");

        FailureAnalysis misspelt = Reports.of(WithStore.class, "--uid.worker.mvstore.map-perfix=day");
        assertThat(misspelt.getAction()).isEqualTo("There are these below uid.worker.mvstore: map-prefix.");

        FailureAnalysis unheeded =
                Reports.of(WithStore.class, "--uid.worker.id=1", "--uid.worker.mvstore.map-prefix=x");
        assertThat(unheeded.getDescription()).contains("no bean heeds uid.worker.mvstore.map-prefix=x");
        assertThat(unheeded.getAction())
                .isEqualTo("Remove it, or remove uid.worker.id and set uid.worker.store=mvstore.");
    }

    @Test
    void isAmongTheChoicesOfAnApplicationWithoutAStore() {
        FailureAnalysis none = Reports.of(Application.class);
        assertThat(none.getDescription()).endsWith(" or MVStore.");
        assertThat(none.getAction()).contains("- Add an MVStore bean. Leased from a file that this process has open.");

        FailureAnalysis named = Reports.of(Application.class, "--uid.worker.store=mvstore");
        assertThat(named.getDescription()).isEqualTo("worker ids are to come from MVStore, and there is no such bean.");
    }

    @Configuration(proxyBeanMethods = false)
    @Import(Application.class)
    static class WithClosedStore {
        @Bean
        MVStore file() {
            MVStore file = new MVStore.Builder().open();
            file.close();
            return file;
        }
    }

    @Test
    void saysWhyItFailsAndWhatElseToLookAt() {
        FailureAnalysis failed = Reports.of(WithClosedStore.class);
        assertThat(failed.getDescription())
                .startsWith("A UID generator could not start: no worker id from MVStore: MVStore leases.default: ");
        assertThat(failed.getAction()).isEqualTo("The file is that of the MVStore bean: MVStore.Builder.fileName.");
    }

    @Test
    void startsAndEndsWithoutAWarning(CapturedOutput output) {
        new SpringApplicationBuilder(WithStore.class)
                .web(WebApplicationType.NONE)
                .run()
                .close();

        assertThat(output).contains("Started").doesNotContain("WARN");
    }

    @Test
    void isKnownToEditors() throws IOException {
        StringBuilder metadata = new StringBuilder();
        for (URL url : Collections.list(
                getClass().getClassLoader().getResources("META-INF/spring-configuration-metadata.json"))) {
            try (InputStream in = url.openStream()) {
                metadata.append(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            }
        }

        assertThat(metadata.toString().replaceAll("\\s+", " "))
                .contains(
                        "\"name\": \"uid.worker.mvstore.map-prefix\", \"type\": \"java.lang.String\", \"description\": \"What the names of the maps begin with.\"");
    }
}
