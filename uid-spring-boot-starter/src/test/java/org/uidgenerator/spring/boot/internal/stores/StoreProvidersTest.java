package org.uidgenerator.spring.boot.internal.stores;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.uidgenerator.segment.SegmentStore;
import org.uidgenerator.segment.UnknownTags;
import org.uidgenerator.spring.boot.SegmentStoreProvider;
import org.uidgenerator.spring.boot.StoreRequest;

/** Faults in an application's own kind of store, which are reported when the application starts. */
class StoreProvidersTest {
    @TempDir
    private Path classes;

    private abstract static class Kind implements SegmentStoreProvider<Jdbc> {
        private final String name;

        Kind(String name) {
            this.name = name;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public String storeType() {
            return SegmentStore.class.getName();
        }

        @Override
        public String module() {
            return "kinds";
        }

        @Override
        public List<String> beanTypes() {
            return List.of();
        }

        @Override
        public Class<Jdbc> properties() {
            return Jdbc.class;
        }

        @Override
        public String remedy() {
            return "see its documentation";
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

    private void assertRefused(Class<?> kind, String message) throws IOException {
        Path factories = Files.createDirectories(classes.resolve("META-INF")).resolve("spring.factories");
        Files.writeString(factories, SegmentStoreProvider.class.getName() + "=" + kind.getName());
        try (URLClassLoader loader = new URLClassLoader(
                new URL[] {classes.toUri().toURL()}, getClass().getClassLoader())) {
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
