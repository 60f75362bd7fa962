package org.uidgenerator.server.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.ConfigurableApplicationContext;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.client.RemoteSegmentStore;
import org.uidgenerator.client.ServerStatus;
import org.uidgenerator.segment.SegmentTag;
import org.uidgenerator.server.RunningServer;
import org.uidgenerator.server.Servers;
import org.uidgenerator.spring.boot.actuator.UidActuatorAutoConfiguration;
import org.uidgenerator.spring.boot.counters.UidSegmentAutoConfiguration;
import org.uidgenerator.spring.boot.generators.UidAutoConfiguration;
import org.uidgenerator.spring.boot.generators.UidWorkerAutoConfiguration;
import org.uidgenerator.text.BusinessNumbers;

/** An application on Boot whose counters are those of two servers, of which one goes away, and then the other. */
@Tag("proof")
class RemoteCountersInBootTest {
    private static final String TOKEN = "t0ken-of-the-shop";

    /** With servers that answer, on a machine that does much else. */
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final String store = "--spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
    private final List<RunningServer> servers = new ArrayList<>();

    /** No component, since the servers scan this package. */
    @ImportAutoConfiguration({
        UidWorkerAutoConfiguration.class,
        UidAutoConfiguration.class,
        UidSegmentAutoConfiguration.class,
        UidActuatorAutoConfiguration.class
    })
    static class Shop {}

    private RunningServer server() {
        RunningServer server = RunningServer.start(
                store,
                "--uid.segments.tags.orders.first=1",
                "--uid.segments.unknown-tags=create",
                "--uid.server.clients.shop.token-sha256=" + Servers.sha256(TOKEN),
                "--uid.server.clients.shop.tags=*");
        servers.add(server);
        return server;
    }

    @AfterEach
    void close() {
        servers.forEach(RunningServer::close);
    }

    private ConfigurableApplicationContext shop(
            RunningServer one, RunningServer other, String identity, String... more) {
        return new SpringApplicationBuilder(Shop.class)
                .properties(more)
                .web(WebApplicationType.NONE)
                .run(
                        "--spring.main.log-startup-info=false",
                        "--logging.level.root=off",
                        "--uid.segments.store=remote",
                        "--uid.segments.remote.servers=" + one.uri("") + "," + other.uri(""),
                        "--uid.segments.remote.token=" + TOKEN,
                        "--uid.segments.remote.timeout=" + PATIENCE,
                        "--uid.segments.expected-identity=" + identity,
                        "--uid.segments.min-step=10",
                        "--uid.segments.max-step=10",
                        "--uid.segments.max-wait=3s",
                        "--uid.segments.tags.orders=");
    }

    @Test
    void continueWithOneServerAndHaveHealthAndMeters() {
        RunningServer one = server();
        RunningServer other = server();
        try (ConfigurableApplicationContext shop = shop(one, other, "SEGMENT")) {
            SegmentTag orders = shop.getBean(SegmentTag.class);
            MeterRegistry registry = new SimpleMeterRegistry();
            shop.getBean("uidMetrics", MeterBinder.class).bindTo(registry);
            List<Long> numbers = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                numbers.add(orders.tryGetUID(PATIENCE).orElseThrow());
            }
            assertThat(health(shop).getStatus()).isEqualTo(Status.UP);
            assertThat(ranges(registry, one) + ranges(registry, other)).isPositive();
            assertThat(registry.get("uid.client.servers").gauge().value()).isEqualTo(2);

            one.close();
            List<ServerStatus> status;
            do {
                numbers.add(orders.tryGetUID(PATIENCE).orElseThrow());
                status = shop.getBean(RemoteSegmentStore.class).status();
            } while (status.get(0).failure() == null || status.get(1).ranges() == 0);
            assertThat(registry.get("uid.client.server.failing")
                            .tag("server", one.uri("").toString())
                            .gauge()
                            .value())
                    .isEqualTo(1);
            assertThat(numbers).isSorted().doesNotHaveDuplicates().startsWith(1L);

            other.close();
            assertThatThrownBy(() -> {
                        while (true) {
                            orders.getUID();
                        }
                    })
                    .isInstanceOf(UidGenerateException.class)
                    .hasMessageContaining("no server of the id service hands out a range");
            assertThat(health(shop).getStatus()).isEqualTo(Status.DOWN);
            assertThat(health(shop).getDetails().get("segmentIdGenerator"))
                    .asString()
                    .contains("tag orders=", "storeFailure=");
        }
    }

    private static double ranges(MeterRegistry registry, RunningServer server) {
        return registry.get("uid.client.ranges")
                .tag("generator", "segmentStore")
                .tag("server", server.uri("").toString())
                .functionCounter()
                .count();
    }

    @Test
    void areOfTheIdentityThatIsExpected() {
        RunningServer one = server();
        RunningServer other = server();
        assertThatThrownBy(() -> shop(one, other, "SEGMENT/482903117264"))
                .hasRootCauseInstanceOf(IOException.class)
                .hasMessageContaining(
                        "its store identity must be SEGMENT/482903117264, as of option expectedIdentity: identity=SEGMENT/");
    }

    /** Each period has a tag of its own, which the servers create, and the client has a right to all tags. */
    @Test
    void areThoseOfPeriods() {
        String pattern = "uid.segments.tags.receipts.pattern={yy}{counter:5}";
        try (ConfigurableApplicationContext shop = shop(server(), server(), "SEGMENT", pattern)) {
            assertThat(shop.getBean(BusinessNumbers.class).next(Instant.parse("2026-07-01T00:00:00Z")))
                    .isEqualTo("2600001");
        }
    }

    private static Health health(ConfigurableApplicationContext shop) {
        return shop.getBean("uidHealthIndicator", HealthIndicator.class).health();
    }
}
