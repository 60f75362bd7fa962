package org.uidgenerator.spring.boot.internal.stores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.segment.SegmentStore;
import org.uidgenerator.segment.UnknownTags;
import org.uidgenerator.spring.boot.LeaseStoreProvider;
import org.uidgenerator.spring.boot.SegmentStoreProvider;
import org.uidgenerator.spring.boot.StoreRequest;
import org.uidgenerator.spring.boot.generators.UidAutoConfiguration;
import org.uidgenerator.spring.boot.generators.UidWorkerAutoConfiguration;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;

/** Faults in an application's own kind of store, which are reported when the application starts. */
class StoreProvidersTest {
    @TempDir
    private Path classes;

    private abstract static class Kind extends BuiltInStore<Jdbc> implements SegmentStoreProvider<Jdbc> {
        Kind(String name) {
            super(name, "kinds", SegmentStore.class.getName(), List.of(), Jdbc.class, "see its documentation");
        }

        @Override
        public SegmentStore open(StoreRequest<Jdbc> request, UnknownTags unknownTags) {
            return (SegmentStore) request.bean();
        }
    }

    @ConfigurationProperties("uid.segments.jdbc")
    record Jdbc() {}

    static final class Misnamed extends Kind {
        Misnamed() {
            super("j d b c");
        }
    }

    static final class Namesake extends Kind {
        Namesake() {
            super("jdbc");
        }
    }

    static final class Misbound extends Kind {
        Misbound() {
            super("mine");
        }
    }

    static final class Labelled extends BuiltInStore<Labelled.Labels> implements LeaseStoreProvider<Labelled.Labels> {
        @ConfigurationProperties("uid.worker.labelled")
        record Labels(Map<String, String> labels) {}

        Labelled() {
            super(
                    "labelled",
                    "kinds",
                    WorkerLeaseStore.class.getName(),
                    List.of(),
                    Labels.class,
                    "see its documentation");
        }

        @Override
        public WorkerLeaseStore open(StoreRequest<Labels> request, String namespace) {
            throw new UidGenerateException(
                    String.valueOf(new TreeMap<>(request.properties().labels())));
        }
    }

    /** Returns a class loader that finds a kind of store. */
    private URLClassLoader finding(Class<?> provider, Class<?> kind) throws IOException {
        Path factories = Files.createDirectories(classes.resolve("META-INF")).resolve("spring.factories");
        Files.writeString(factories, provider.getName() + "=" + kind.getName());
        return new URLClassLoader(
                new URL[] {classes.toUri().toURL()}, getClass().getClassLoader());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            uid.worker.labelled.labels.zone=a | {zone=a}
            uid.generators.orders.worker.labelled.labels.zone=b uid.worker.labelled.labels.shop=c | {shop=c, zone=b}
            uid.worker.labelled.lables.zone=a | no bean reads uid.worker.labelled.lables.zone=a ("uid.worker.labelled.lables.zone" from property source "test")
            """)
    void mayHaveMapsOfProperties(String properties, String message) throws IOException {
        try (URLClassLoader loader = finding(LeaseStoreProvider.class, Labelled.class)) {
            new ApplicationContextRunner()
                    .withClassLoader(loader)
                    .withConfiguration(
                            AutoConfigurations.of(UidWorkerAutoConfiguration.class, UidAutoConfiguration.class))
                    .withPropertyValues("uid.worker.store=labelled")
                    .withPropertyValues(properties.split(" "))
                    .run(started -> assertThat(started).getFailure().hasRootCauseMessage(message));
        }
    }

    private void assertRefused(Class<?> kind, String message) throws IOException {
        try (URLClassLoader loader = finding(SegmentStoreProvider.class, kind)) {
            assertThatThrownBy(() -> StoreProviders.ofCounters(loader))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith(message);
        }
    }

    @Test
    void mustHaveNamesThatCanBeProperties() throws IOException {
        assertRefused(Misnamed.class, "the name of " + Misnamed.class.getName() + " must match ");
    }

    @Test
    void mustNotHaveTheSameName() throws IOException {
        assertRefused(Namesake.class, "two kinds of stores of counters must not have one name: name=jdbc, providers=[");
    }

    @Test
    void mustBindTheirProperties() throws IOException {
        assertRefused(
                Misbound.class,
                "the properties of " + Misbound.class.getName()
                        + " must be a record with @ConfigurationProperties(\"uid.segments.mine\"): properties="
                        + Jdbc.class.getName());
    }
}
