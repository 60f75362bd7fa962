package org.uidgenerator.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.support.GenericApplicationContext;
import org.uidgenerator.spring.CachedUidGeneratorFactoryBean;

/** Three instances that share nothing but the store, and whose clocks differ. */
@Tag("proof")
class SeveralServersTest {
    private static final List<Duration> SKEWS = List.of(Duration.ZERO, Duration.ofSeconds(-40), Duration.ofSeconds(75));

    private static final List<RunningServer> SERVERS = new ArrayList<>();

    @BeforeAll
    static void start() {
        String database = "--spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
        for (Duration skew : SKEWS) {
            SERVERS.add(RunningServer.start(
                    context -> ((GenericApplicationContext) context)
                            .registerBean(BeanPostProcessor.class, () -> new SkewedClock(skew)),
                    database,
                    "--uid.segments.tags.orders.first=1"));
        }
    }

    /** Sets the clock of the generator. The server's own, which judges what callers have seen, is right. */
    private record SkewedClock(Duration skew) implements BeanPostProcessor {
        @Override
        public Object postProcessBeforeInitialization(Object bean, String name) {
            if (bean instanceof CachedUidGeneratorFactoryBean generator) {
                generator.setClock(() -> Instant.now().plus(skew));
            }
            return bean;
        }
    }

    @AfterAll
    static void stop() {
        SERVERS.forEach(RunningServer::close);
    }

    @Test
    void answerAClientThatWalksOverAllOfThemWithIncreasingIds() throws Exception {
        Random random = new Random(18);
        Set<Long> seen = new HashSet<>();
        long last = 0;
        for (int i = 0; i < 60; i++) {
            RunningServer any = SERVERS.get(random.nextInt(SERVERS.size()));
            List<String> ids =
                    Answer.get(any.uri("/api/ids?count=10&after=" + last)).ids();
            for (String text : ids) {
                long id = Long.parseLong(text);
                assertThat(id).isGreaterThan(last);
                assertThat(seen.add(id)).isTrue();
                last = id;
            }
        }
    }

    @Test
    void haveWorkerIdsOfTheirOwnAndHandOutNoNumberTwice() throws Exception {
        Set<String> workers = new HashSet<>();
        Set<String> ids = new HashSet<>();
        Set<String> numbers = new HashSet<>();
        for (RunningServer server : SERVERS) {
            workers.add(Answer.get(server.uri("/api/workers"))
                    .json()
                    .get("self")
                    .get("workerId")
                    .stringValue());
            ids.addAll(Answer.get(server.uri("/api/ids?count=1000")).ids());
            numbers.addAll(Answer.get(server.uri("/api/segments/orders/ids?count=1000"))
                    .ids());
        }

        assertThat(workers).hasSize(3);
        assertThat(ids).hasSize(3_000);
        assertThat(numbers).hasSize(3_000);
    }
}
