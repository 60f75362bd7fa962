package org.uidgenerator.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.client.RangeHttpServer;
import org.uidgenerator.client.RangeHttpServer.Answer;
import org.uidgenerator.client.RemoteUidGenerator;
import org.uidgenerator.generator.CachedUidGenerator;
import org.uidgenerator.spring.boot.actuator.Health;
import org.uidgenerator.spring.boot.actuator.UidActuatorAutoConfiguration;
import org.uidgenerator.spring.boot.actuator.UidEndpoint;
import org.uidgenerator.spring.boot.generators.UidAutoConfiguration;
import org.uidgenerator.spring.boot.generators.UidWorkerAutoConfiguration;
import org.uidgenerator.spring.boot.internal.ConfigurationException;
import org.uidgenerator.worker.WorkerIdAssigner;

/** Generators that take their UIDs from an id service. */
class RemoteGeneratorTest {
    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({UidWorkerAutoConfiguration.class, UidAutoConfiguration.class, SslAutoConfiguration.class})
    static class Application {}

    private final ApplicationContextRunner context = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    UidWorkerAutoConfiguration.class,
                    UidAutoConfiguration.class,
                    UidActuatorAutoConfiguration.class,
                    SslAutoConfiguration.class))
            .withPropertyValues("management.endpoints.web.exposure.include=uid", "uid.client.timeout=30s");

    private final List<RangeHttpServer> servers = new ArrayList<>();

    @AfterEach
    void closeAll() {
        servers.forEach(RangeHttpServer::close);
    }

    private RangeHttpServer server() {
        RangeHttpServer server = RangeHttpServer.start().identity("default/482903117264");
        servers.add(server);
        return server;
    }

    @Test
    void needsNoStore() {
        RangeHttpServer one = server();
        RangeHttpServer other = server();
        List<UidGenerator> made = new ArrayList<>();
        context.withPropertyValues("uid.client.servers=" + one.uri() + "," + other.uri(), "uid.client.token=secret")
                .run(started -> {
                    assertThat(started).hasSingleBean(UidGenerator.class).doesNotHaveBean(WorkerIdAssigner.class);
                    RemoteUidGenerator generator = started.getBean("uidGenerator", RemoteUidGenerator.class);
                    made.add(generator);
                    assertThat(generator.getUID()).isPositive();
                    assertThat(generator.toString()).startsWith("uidGenerator (");
                    assertThat(generator.status().servers())
                            .extracting(server -> server.uri())
                            .containsExactly(one.uri(), other.uri());
                });
        assertThat(one.tokens.isEmpty() ? other.tokens : one.tokens).contains("Bearer secret");
        assertThatThrownBy(() -> made.get(0).getUID()).isInstanceOf(UidGenerateException.class);
    }

    @Test
    void takesAListOfServers() {
        context.withPropertyValues("uid.client.servers[0]=" + server().uri())
                .run(started -> assertThat(started.getBean(UidGenerator.class)).isInstanceOf(RemoteUidGenerator.class));
    }

    @Test
    void standsBesideOthers() {
        URI server = server().uri();
        context.withUserConfiguration(Databases.One.class)
                .withPropertyValues(
                        "uid.generators.orders.client.servers=" + server,
                        "uid.generators.orders.client.timeout=30s",
                        "uid.generators.orders.max-wait=1s",
                        "uid.generators.logs.boost-power=1",
                        "uid.primary=orders")
                .run(started -> {
                    assertThat(started.getBean("orders")).isInstanceOf(RemoteUidGenerator.class);
                    assertThat(started.getBean("logs")).isInstanceOf(CachedUidGenerator.class);
                    assertThat(started.getBean(UidGenerator.class)).isSameAs(started.getBean("orders"));
                });
    }

    @Test
    void takesTheServersOfAllUnlessItHasATypeOfItsOwn() {
        context.withPropertyValues(
                        "uid.client.servers=" + server().uri(),
                        "uid.generators.orders=",
                        "uid.generators.logs.type=cached",
                        "uid.generators.logs.worker.id=1")
                .run(started -> {
                    assertThat(started.getBean("orders")).isInstanceOf(RemoteUidGenerator.class);
                    assertThat(started.getBean("logs")).isInstanceOf(CachedUidGenerator.class);
                });
    }

    @Test
    void hasHealthAndSaysWhereItsUidsComeFrom() {
        RangeHttpServer server = server();
        context.withPropertyValues("uid.client.servers=" + server.uri(), "uid.max-wait=0s")
                .run(started -> {
                    RemoteUidGenerator generator = started.getBean(RemoteUidGenerator.class);
                    generator.getUID();

                    Health up = Health.of(started.getBeanFactory());
                    assertThat(up.condition()).isEqualTo("UP");
                    Map<String, Object> shown =
                            started.getBean(UidEndpoint.class).generators().get("uidGenerator");
                    assertThat(shown)
                            .containsEntry("identity", "default/482903117264")
                            .containsEntry("issued", 1L)
                            .containsEntry("lastServer", server.uri().toString())
                            .containsKeys("layout", "expiresAt", "uidsPerSecond", "available", "age", "servers")
                            .doesNotContainKey("failure");
                    assertThat(shown.get("servers")).asString().contains(server.uri() + "={ranges=");

                    server.answer(new Answer(503, "shutting down"));
                    while (generator.status().failure() == null) {
                        generator.tryGetUID(Duration.ZERO);
                    }
                    Health down = Health.of(started.getBeanFactory());
                    while (!down.condition().equals("DOWN")) { // the ring may be empty before the stock is
                        generator.tryGetUID(Duration.ZERO);
                        down = Health.of(started.getBeanFactory());
                    }
                    assertThat(down.details().get("uidGenerator"))
                            .asString()
                            .contains("status=DOWN", "available=0", "it answers with status 503: shutting down");

                    server.answer(null); // no caller comes, because of the health
                    while (!Health.of(started.getBeanFactory()).condition().equals("UP")) {
                        Thread.onSpinWait();
                    }
                });
    }

    @Test
    void isDegradedWhileNoServerAnswersAndUidsAreLeft() {
        RangeHttpServer server = server();
        context.withPropertyValues("uid.client.servers=" + server.uri()).run(started -> {
            RemoteUidGenerator generator = started.getBean(RemoteUidGenerator.class);
            server.answer(new Answer(503, "shutting down"));
            generator.getUIDs(new long[600]); // of 1,000, so that more are fetched
            while (generator.status().failure() == null) {
                Thread.onSpinWait();
            }

            assertThat(Health.of(started.getBeanFactory()).condition()).isEqualTo("DEGRADED");
        });
    }

    @Test
    void hasTheMetersOfLocalOnesAndThoseOfItsServers() {
        RangeHttpServer one = server();
        context.withPropertyValues("uid.client.servers=" + one.uri()).run(started -> {
            started.getBean(UidGenerator.class).getUID();
            MeterRegistry registry = new SimpleMeterRegistry();
            started.getBean("uidMetrics", MeterBinder.class).bindTo(registry);

            assertThat(registry.get("uid.issued")
                            .tag("generator", "uidGenerator")
                            .functionCounter()
                            .count())
                    .isEqualTo(1);
            for (String gauge : List.of("uid.available", "uid.client.failing", "uid.client.age")) {
                double value = registry.get(gauge)
                        .tag("generator", "uidGenerator")
                        .gauge()
                        .value();
                assertThat(value).as(gauge).isBetween(0.0, 1_000.0);
            }
            for (String counter : List.of("uid.waits", "uid.takes.rejected")) {
                assertThat(registry.get(counter).functionCounter().count()).isZero();
            }
            String server = one.uri().toString();
            assertThat(registry.get("uid.client.ranges")
                            .tag("server", server)
                            .functionCounter()
                            .count())
                    .isPositive();
            assertThat(registry.get("uid.client.failures")
                            .tag("server", server)
                            .functionCounter()
                            .count())
                    .isZero();
            one.answer(new Answer(500, "out of order"));
            UidGenerator generator = started.getBean(UidGenerator.class);
            long ofLater = generator.getUID() + (100L << 32);
            assertThatThrownBy(() -> generator.advancePast(ofLater)).isInstanceOf(UidGenerateException.class);
            assertThat(registry.get("uid.client.failures")
                            .tag("server", server)
                            .functionCounter()
                            .count())
                    .isPositive();
            assertThat(registry.get("uid.client.server.failing")
                            .tag("server", server)
                            .gauge()
                            .value())
                    .isEqualTo(1);
        });
    }

    @Test
    void namesTheProperties() {
        assertThat(FailureReports.of(
                        Application.class, "--uid.client.servers=http://127.0.0.1:1", "--uid.client.max-age=1ms"))
                .isEqualTo("""
                        Description:

                        A UID generator could not start: uid.client.max-age must be in [PT0.1S, PT24H]: uid.client.max-age=PT0.001S

                            uid.client.max-age=1ms ("uid.client.max-age" from property source "commandLineArgs")""");
        assertThat(FailureReports.of(Application.class, "--uid.client.servers=ftp://ids"))
                .contains("a server must be http(s)://host[:port][/path], without a slash at the end: server=ftp://ids")
                .contains("uid.client.servers=ftp://ids (");
        assertThat(FailureReports.of(
                        Application.class, "--uid.client.servers=http://127.0.0.1:1", "--uid.client.layout=31"))
                .contains("uid.client.layout must be the bits of time/worker/sequence");
        assertThat(FailureReports.of(
                        Application.class, "--uid.client.servers=http://127.0.0.1:1", "--uid.client.service-id=ids"))
                .contains("A UID generator could not start: uid.client.service-id must not be set if"
                        + " uid.client.servers is: uid.client.service-id=ids, uid.client.servers=[http://127.0.0.1:1]");
        assertThat(FailureReports.of(Application.class, "--uid.client.service-id=ids"))
                .contains("A UID generator could not start: uid.client.service-id needs a DiscoveryClient of Spring"
                        + " Cloud (spring-cloud-commons), and there is none: uid.client.service-id=ids");
        assertThat(FailureReports.of(Application.class, "--uid.type=remote"))
                .contains("A UID generator could not start: uid.client.servers must be set: uid.type=remote");
        assertThat(FailureReports.of(
                        Application.class, "--uid.client.servers=http://127.0.0.1:1", "--uid.client.ssl.bundle=none"))
                .contains("uid.client.ssl.bundle must be the name of an SSL bundle (spring.ssl.bundle):"
                        + " uid.client.ssl.bundle=none");
        assertThat(FailureReports.of(Application.class, "--uid.client.servers=http://127.0.0.1:1"))
                .contains("A UID generator could not start: no server of the id service hands out a range:"
                        + " http://127.0.0.1:1: it does not answer");
    }

    @Test
    void saysWhichModuleIsMissing() {
        context.withClassLoader(new FilteredClassLoader(RemoteUidGenerator.class))
                .withPropertyValues("uid.client.servers=http://127.0.0.1:1")
                .run(started -> assertThat(started)
                        .getFailure()
                        .isInstanceOfSatisfying(ConfigurationException.class, failure -> {
                            assertThat(failure)
                                    .hasMessage("uid.client.* and uid.type=remote need the module uid-client, and it is"
                                            + " not on the class path");
                            assertThat(failure.action())
                                    .isEqualTo("Add the dependency org.uidgenerator:uid-client, or remove these"
                                            + " properties.");
                        }));
    }

    /** Both sides have the certificate, and trust it. */
    @Test
    void showsAndTrustsTheCertificatesOfAnSslBundle(@TempDir Path folder) throws Exception {
        Path store = certificate(folder.resolve("ids.p12"));
        RangeHttpServer server = RangeHttpServer.start(tls(store));
        servers.add(server);
        ApplicationContextRunner client = context.withPropertyValues("uid.client.servers=" + server.uri());

        client.withPropertyValues(
                        "uid.client.ssl.bundle=ids",
                        "spring.ssl.bundle.jks.ids.keystore.location=file:" + store,
                        "spring.ssl.bundle.jks.ids.keystore.password=" + PASSWORD,
                        "spring.ssl.bundle.jks.ids.truststore.location=file:" + store,
                        "spring.ssl.bundle.jks.ids.truststore.password=" + PASSWORD)
                .run(started ->
                        assertThat(started.getBean(UidGenerator.class).getUID()).isPositive());
        client.run(started -> assertThat(started).getFailure().hasStackTraceContaining("SSLHandshakeException"));
    }

    private static final String PASSWORD = "changeit";

    private static Path certificate(Path store) throws Exception {
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "ids",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=ids",
                        "-ext",
                        "san=ip:127.0.0.1",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        PASSWORD)
                .redirectErrorStream(true)
                .start();
        String output = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(keytool.waitFor()).as(output).isZero();
        return store;
    }

    private static SSLContext tls(Path file) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD.toCharArray());
        }
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, PASSWORD.toCharArray());
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        return tls;
    }
}
