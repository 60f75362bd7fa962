package org.uidgenerator.persistence.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.uidgenerator.persistence.TestGenerators.workerOf;

import io.vertx.core.Context;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.hibernate.cfg.Configuration;
import org.hibernate.reactive.provider.ReactiveServiceRegistryBuilder;
import org.hibernate.reactive.stage.Stage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.persistence.TestGenerators;
import org.uidgenerator.testing.PostgreSqlServer;

/** Entities that Hibernate Reactive stores in PostgreSQL, on the event loops of Vert.x. */
@Tag("proof")
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HibernateReactiveTest {
    @Entity(name = "Purchase")
    static class Purchase {
        @Id
        @ReactiveUid
        Long id;

        @Uid
        Long number;
    }

    @Entity(name = "Awaited")
    static class Awaited {
        @Id
        @ReactiveUid("empty")
        String id;
    }

    private final UidGenerator ids = TestGenerators.ofWorker(7);
    private final AtomicInteger waits = new AtomicInteger();
    private final AtomicInteger waitsOnEventLoops = new AtomicInteger();
    private Stage.SessionFactory sessions;

    /** Returns the generator as one that never has a UID ready, and counts the calls that may wait. */
    private UidGenerator empty() {
        return (UidGenerator) Proxy.newProxyInstance(
                UidGenerator.class.getClassLoader(),
                new Class<?>[] {UidGenerator.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "tryGetUID" -> OptionalLong.empty();
                    case "getUID" -> {
                        waits.incrementAndGet();
                        if (Context.isOnEventLoopThread()) {
                            waitsOnEventLoops.incrementAndGet();
                        }
                        yield ids.getUID();
                    }
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    @BeforeAll
    void start() {
        PostgreSqlServer server = PostgreSqlServer.shared();
        Configuration configuration = new Configuration()
                .addAnnotatedClass(Purchase.class)
                .addAnnotatedClass(Awaited.class)
                .setProperty("hibernate.connection.url", server.url(server.newDatabase()))
                .setProperty("hibernate.hbm2ddl.auto", "create");
        configuration.getProperties().put(UidValueGenerator.SETTING, ids);
        configuration.getProperties().put(UidValueGenerator.SETTING + ".empty", empty());
        sessions = configuration
                .buildSessionFactory(new ReactiveServiceRegistryBuilder()
                        .applySettings(configuration.getProperties())
                        .build())
                .unwrap(Stage.SessionFactory.class);
    }

    @AfterAll
    void stop() {
        sessions.close();
        ids.close();
    }

    private <T> T persisted(T entity) {
        sessions.withTransaction(session -> session.persist(entity))
                .toCompletableFuture()
                .join();
        return entity;
    }

    @Test
    void fillsTheIdOfAnEntity() {
        Purchase purchase = persisted(new Purchase());

        assertThat(workerOf(purchase.id)).isEqualTo(7);
        Purchase stored = sessions.withSession(session -> session.find(Purchase.class, purchase.id))
                .toCompletableFuture()
                .join();
        assertThat(stored.number).isEqualTo(purchase.number);
        assertThat(workerOf(stored.number)).isEqualTo(7);
    }

    @Test
    void neverMakesAnEventLoopWait() {
        List<CompletableFuture<Awaited>> all = Stream.generate(Awaited::new)
                .limit(10)
                .map(entity -> sessions.withTransaction(session -> session.persist(entity))
                        .thenApply(stored -> entity)
                        .toCompletableFuture())
                .toList();

        assertThat(all.stream().map(CompletableFuture::join).map(entity -> Long.parseLong(entity.id)))
                .doesNotHaveDuplicates()
                .allMatch(id -> workerOf(id) == 7);
        assertThat(waits).hasValue(10);
        assertThat(waitsOnEventLoops).hasValue(0);
    }
}
