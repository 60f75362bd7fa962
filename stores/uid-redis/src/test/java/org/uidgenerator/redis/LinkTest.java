package org.uidgenerator.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.uidgenerator.test.internal.Callers;
import org.uidgenerator.testing.RedisServer;

@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class LinkTest extends OpenedResources {
    private final RedisServer server = server();

    private StatefulRedisConnection<String, String> connect() {
        RedisClient client = RedisClient.create(server.url());
        opened.add(client::shutdown);
        return client.connect();
    }

    private static Link link(StatefulRedisConnection<String, String> connection) {
        return new Link(connection, connection, Duration.ofSeconds(60));
    }

    /** Nobody would hear of its end any more. */
    @Test
    void isClosedWhereTheSocketWasLostBeforeAnybodyListened() {
        StatefulRedisConnection<String, String> connection = connect();
        server.kill9();
        Callers.awaitUntil(() -> !connection.isOpen());

        assertThat(link(connection).isClosed()).isTrue();
    }

    @Test
    void keepsTheInterruptOfAThreadThatAwaitsTheEnd() {
        Link link = link(connect());
        Thread.currentThread().interrupt();

        link.awaitForgotten();

        assertThat(Thread.interrupted()).isTrue();
        link.close();
    }
}
