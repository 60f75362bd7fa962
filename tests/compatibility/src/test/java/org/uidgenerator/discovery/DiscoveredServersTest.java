package org.uidgenerator.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.cloud.client.discovery.DiscoveryClient;
import org.springframework.cloud.client.discovery.simple.InstanceProperties;
import org.springframework.cloud.client.discovery.simple.SimpleDiscoveryClient;
import org.springframework.cloud.client.discovery.simple.SimpleDiscoveryProperties;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.uidgenerator.client.RemoteSegmentStore;
import org.uidgenerator.client.RemoteUidGenerator;
import org.uidgenerator.client.ServerStatus;
import org.uidgenerator.segment.SegmentTag;
import org.uidgenerator.server.UidServer;
import org.uidgenerator.spring.boot.actuator.UidActuatorAutoConfiguration;
import org.uidgenerator.spring.boot.counters.UidSegmentAutoConfiguration;
import org.uidgenerator.spring.boot.generators.UidAutoConfiguration;
import org.uidgenerator.spring.boot.generators.UidWorkerAutoConfiguration;

/**
 * An application that finds its servers by discovery, while one is stopped, another is started, and one more stopped.
 */
class DiscoveredServersTest {
    private final String store = "--spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
    private final List<ConfigurableApplicationContext> servers = new ArrayList<>();
    private final SimpleDiscoveryProperties discovered = new SimpleDiscoveryProperties();
    private final LongStream.Builder uids = LongStream.builder();
    private final LongStream.Builder numbers = LongStream.builder();

    @ImportAutoConfiguration({
        UidWorkerAutoConfiguration.class,
        UidAutoConfiguration.class,
        UidSegmentAutoConfiguration.class,
        UidActuatorAutoConfiguration.class
    })
    static class Shop {
        @Bean
        DiscoveryClient discoveryClient(SimpleDiscoveryProperties discovered) {
            return new SimpleDiscoveryClient(discovered);
        }
    }

    /** Starts a server as its jar runs it, without Spring Cloud, and returns where it is. */
    private URI start() {
        ConfigurableApplicationContext server = new SpringApplicationBuilder(UidServer.class)
                .run(
                        "--server.port=0",
                        store,
                        "--uid.segments.tags.orders.first=1",
                        "--spring.main.log-startup-info=false",
                        "--spring.cloud.discovery.enabled=false",
                        "--spring.cloud.compatibility-verifier.enabled=false",
                        "--logging.level.root=error");
        servers.add(server);
        return URI.create("http://127.0.0.1:" + server.getEnvironment().getRequiredProperty("local.server.port"));
    }

    private void discover(URI... uris) {
        discovered.setInstances(Map.of(
                "ids", Stream.of(uris).map(DiscoveredServersTest::instance).toList()));
    }

    private static InstanceProperties instance(URI uri) {
        InstanceProperties instance = new InstanceProperties();
        instance.setInstanceId(uri.toString());
        instance.setServiceId("ids");
        instance.setHost(uri.getHost());
        instance.setPort(uri.getPort());
        return instance;
    }

    @AfterEach
    void close() {
        servers.forEach(ConfigurableApplicationContext::close);
    }

    private ConfigurableApplicationContext shop() {
        return new SpringApplicationBuilder(Shop.class)
                .web(WebApplicationType.NONE)
                .initializers(context -> context.getBeanFactory().registerSingleton("discovered", discovered))
                .run(
                        "--spring.main.log-startup-info=false",
                        "--logging.level.root=off",
                        "--uid.client.service-id=ids",
                        "--uid.client.timeout=30s",
                        "--uid.client.max-age=1s",
                        "--uid.max-wait=60s",
                        "--uid.segments.store=remote",
                        "--uid.segments.remote.service-id=ids",
                        "--uid.segments.remote.timeout=30s",
                        "--uid.segments.max-wait=60s",
                        "--uid.segments.min-step=10",
                        "--uid.segments.max-step=10",
                        "--uid.segments.tags.orders=");
    }

    @Test
    void idsContinueWithTheServersThatAreThere() {
        URI one = start();
        URI other = start();
        discover(one, other);
        try (ConfigurableApplicationContext shop = shop()) {
            RemoteUidGenerator generator = shop.getBean(RemoteUidGenerator.class);
            RemoteSegmentStore counters = shop.getBean(RemoteSegmentStore.class);
            MeterRegistry registry = new SimpleMeterRegistry();
            shop.getBean("uidMetrics", MeterBinder.class).bindTo(registry);
            takeUntil(
                    shop,
                    () -> haveAnswered(generator.status().servers(), one, other)
                            && haveAnswered(counters.status(), one, other));

            servers.get(0).close();
            URI added = start();
            discover(other, added);
            takeUntil(
                    shop,
                    () -> haveAnswered(generator.status().servers(), other, added)
                            && haveAnswered(counters.status(), other, added));
            assertThat(registry.get("uid.client.servers")
                            .tag("generator", "uidGenerator")
                            .gauge()
                            .value())
                    .isEqualTo(2);
            assertThat(registry.find("uid.client.ranges").functionCounters())
                    .extracting(meter -> meter.getId().getTag("server"))
                    .contains(added.toString());
            assertThat(registry.find("uid.client.ranges")
                            .tag("generator", "uidGenerator")
                            .tag("server", one.toString())
                            .functionCounter())
                    .isNull();

            servers.get(1).close();
            discover(added);
            takeUntil(
                    shop,
                    () -> haveAnswered(generator.status().servers(), added) && haveAnswered(counters.status(), added));
            AtomicInteger left = new AtomicInteger(1_000);
            takeUntil(shop, () -> left.getAndDecrement() == 0);

            discover();
            servers.get(2).close(); // what was found last stays, and says why there is nothing
            takeUntilNoneIsLeft(generator);
            assertThat(generator.status().servers())
                    .extracting(ServerStatus::uri)
                    .containsExactly(added);
        }
        assertThat(uids.build().toArray())
                .satisfies(all -> assertThat(strictlyIncreases(all)).isTrue());
        assertThat(numbers.build().toArray())
                .satisfies(all -> assertThat(strictlyIncreases(all)).isTrue());
    }

    private void takeUntil(ConfigurableApplicationContext shop, BooleanSupplier end) {
        RemoteUidGenerator generator = shop.getBean(RemoteUidGenerator.class);
        SegmentTag orders = shop.getBean(SegmentTag.class);
        while (!end.getAsBoolean()) {
            uids.add(generator.getUID());
            numbers.add(orders.getUID());
        }
    }

    private void takeUntilNoneIsLeft(RemoteUidGenerator generator) {
        while (generator.status().failure() == null || generator.status().available() > 0) {
            generator.tryGetUID(Duration.ZERO).ifPresent(uids::add);
        }
    }

    /** Returns whether these are all servers, in this order, and each has handed out ranges. */
    private static boolean haveAnswered(List<ServerStatus> status, URI... uris) {
        return status.stream().map(ServerStatus::uri).toList().equals(List.of(uris))
                && status.stream().allMatch(server -> server.ranges() > 0);
    }

    private static boolean strictlyIncreases(long[] ids) {
        for (int i = 1; i < ids.length; i++) {
            if (ids[i] <= ids[i - 1]) {
                return false;
            }
        }
        return ids.length > 0;
    }
}
