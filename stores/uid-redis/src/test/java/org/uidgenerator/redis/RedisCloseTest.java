package org.uidgenerator.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.RedisClusterClient;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.uidgenerator.test.internal.Patience;
import org.uidgenerator.testing.RedisServer;

/** What Lettuce logs when a store and its client are closed. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class RedisCloseTest extends OpenedResources {
    private static final Logger LETTUCE = Logger.getLogger("io.lettuce");

    private final List<String> warnings = new CopyOnWriteArrayList<>();

    private final Handler recorder = new Handler() {
        @Override
        public void publish(LogRecord record) {
            warnings.add(record.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        LETTUCE.setLevel(Level.WARNING);
        LETTUCE.addHandler(recorder);
    }

    @AfterEach
    void listenNoLonger() {
        LETTUCE.removeHandler(recorder);
        LETTUCE.setLevel(null);
    }

    private static RedisLeaseStore used(RedisLeaseStore store) {
        store.list(0, Long.MAX_VALUE);
        return store;
    }

    @RepeatedTest(5)
    void closesBeforeItsClientWithoutAWarning() {
        RedisClient client = RedisClient.create(RedisServer.shared().url());
        RedisLeaseStore store = used(RedisLeaseStore.on(client));

        store.close();
        client.shutdown();

        assertThat(warnings).isEmpty();
    }

    @Test
    void closesAfterItsClientWithoutAWarning() {
        RedisClient client = RedisClient.create(RedisServer.shared().url());
        RedisLeaseStore store = used(RedisLeaseStore.on(client));

        client.shutdown();
        store.close();

        assertThat(warnings).isEmpty();
    }

    // Slow: starts a cluster.
    @Test
    void closesOnAClusterWithoutAWarning() {
        RedisServer node = server("--cluster-enabled", "yes");
        RedisClient client = RedisClient.create(node.url());
        RedisCommands<String, String> commands = opened(client.connect()).sync();
        commands.clusterAddSlots(IntStream.range(0, 16_384).toArray());
        Patience.awaitUntil(() -> commands.clusterInfo().contains("cluster_state:ok"));
        for (int i = 0; i < 5; i++) {
            RedisClusterClient cluster = RedisClusterClient.create(node.url());
            RedisLeaseStore store = used(RedisLeaseStore.on(cluster));

            store.close();
            cluster.shutdown();
        }

        assertThat(warnings).isEmpty();
        opened.add(client::shutdown);
    }
}
