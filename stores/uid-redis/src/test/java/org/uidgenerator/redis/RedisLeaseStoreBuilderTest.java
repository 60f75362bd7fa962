package org.uidgenerator.redis;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisClient;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** What does not depend on a server. */
class RedisLeaseStoreBuilderTest {
    private static final RedisClient UNUSED = RedisClient.create("redis://127.0.0.1:1");

    @AfterAll
    static void shutDown() {
        UNUSED.shutdown();
    }

    private static void assertRefused(UnaryOperator<RedisLeaseStore.Builder> option, String message) {
        RedisLeaseStore.Builder builder = option.apply(RedisLeaseStore.builder(UNUSED));

        assertThatThrownBy(builder::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void refusesOptionsThatAreOutOfRange() {
        assertRefused(
                builder -> builder.timeout(Duration.ofMillis(9)),
                "timeout must be in [PT0.01S, PT1M]: timeout=PT0.009S");
        assertRefused(
                builder -> builder.timeout(Duration.ofMillis(60_001)),
                "timeout must be in [PT0.01S, PT1M]: timeout=PT1M0.001S");
        assertRefused(builder -> builder.replicas(-1), "replicas must not be negative: replicas=-1");
        assertRefused(
                builder -> builder.namespace("A{B"),
                "namespace must be plain text [A-Za-z0-9._-]{1,64}: namespace=A{B");
    }

    @Test
    void refusesAnotherKindOfClient() {
        AbstractRedisClient other = new AbstractRedisClient(UNUSED.getResources()) {};

        assertThatThrownBy(() -> RedisLeaseStore.builder(other))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("client must be a RedisClient or a RedisClusterClient: client="
                        + other.getClass().getName());
    }

    @Test
    void refusesNullsByName() {
        assertThatThrownBy(() -> RedisLeaseStore.builder(null)).hasMessage("client");
        RedisLeaseStore.Builder builder = RedisLeaseStore.builder(UNUSED);
        assertThatThrownBy(() -> builder.namespace(null)).hasMessage("namespace");
        assertThatThrownBy(() -> builder.timeout(null)).hasMessage("timeout");
    }
}
