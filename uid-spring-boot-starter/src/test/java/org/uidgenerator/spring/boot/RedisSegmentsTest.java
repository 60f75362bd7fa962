package org.uidgenerator.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisClient;
import java.util.Locale;
import java.util.UUID;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.uidgenerator.redis.RedisSegmentStore;
import org.uidgenerator.segment.SegmentStore;
import org.uidgenerator.segment.SegmentTag;
import org.uidgenerator.spring.boot.counters.UidSegmentAutoConfiguration;
import org.uidgenerator.spring.boot.generators.UidAutoConfiguration;
import org.uidgenerator.spring.boot.generators.UidWorkerAutoConfiguration;
import org.uidgenerator.spring.boot.internal.BeanNames;

/** Counters in a real Redis. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class RedisSegmentsTest {
    private final String namespace = UUID.randomUUID().toString();
    private final ApplicationContextRunner nothing = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    UidWorkerAutoConfiguration.class, UidAutoConfiguration.class, UidSegmentAutoConfiguration.class))
            .withPropertyValues(
                    "uid.segments.redis.namespace=" + namespace,
                    "uid.segments.min-step=100",
                    "uid.segments.tags.orders.first=1001");

    private static void withCounter(String namespace, BiConsumer<RedisClient, String> test) {
        try (RedisClient client = RedisClient.create(Stores.redis().url())) {
            test.accept(client, String.format(Locale.ROOT, "uid:{%s}:segment:orders", namespace));
        }
    }

    private void assertTakesRanges(ApplicationContext context) {
        SegmentTag orders = context.getBean(SegmentTag.class);
        assertThat(context.getBean(SegmentStore.class)).isInstanceOf(RedisSegmentStore.class);
        assertThat(orders.getUID()).isEqualTo(1001);
        withCounter(
                namespace,
                (client, counter) ->
                        assertThat(client.connect().sync().get(counter)).isEqualTo("1100"));
    }

    @Test
    void areTakenWithTheClientOfTheApplication() {
        nothing.withUserConfiguration(Stores.Redis.class).run(this::assertTakesRanges);
    }

    @Test
    void areTakenFromTheServerOfSpringDataRedis() {
        nothing.withConfiguration(AutoConfigurations.of(Stores.dataRedisAutoConfiguration()))
                .withPropertyValues("spring.data.redis.port=" + Stores.redis().port())
                .run(started -> {
                    assertTakesRanges(started);
                    assertThat(started.getBeanFactory().getDependenciesForBean(BeanNames.SEGMENT_STORE))
                            .anySatisfy(client -> assertThat(
                                            started.getBeanFactory().getDependenciesForBean(client))
                                    .contains("redisConnectionFactory"));
                });
    }

    @Test
    void haveTheOptionsOfTheProperties() {
        nothing.withUserConfiguration(Stores.Redis.class)
                .withPropertyValues("uid.segments.redis.timeout=4s", "uid.segments.redis.replicas=1")
                .run(started -> assertThat(started.getStartupFailure())
                        .hasStackTraceContaining("too few replicas have the write after PT2S"));
    }

    @Test
    void haveNoMoreThanAFirstNumber() {
        nothing.withUserConfiguration(Stores.Redis.class)
                .withPropertyValues("uid.segments.tags.orders.step=20")
                .run(
                        started -> assertThat(started.getStartupFailure())
                                .hasStackTraceContaining(
                                        "uid.segments.tags.orders.step must not be set, because Redis (namespace "
                                                + namespace
                                                + ") keeps nothing but the numbers of a counter: uid.segments.tags.orders.step=20"));
    }
}
