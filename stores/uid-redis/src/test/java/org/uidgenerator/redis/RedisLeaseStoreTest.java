package org.uidgenerator.redis;

import io.lettuce.core.RedisClient;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.uidgenerator.test.contract.WorkerLeaseStoreContract;
import org.uidgenerator.testing.RedisServer;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;

/** The promises of a store, on a real Redis that writes to disk before it answers. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class RedisLeaseStoreTest extends WorkerLeaseStoreContract {
    /** All starts of a storm share a connection, and each write is synced. */
    private static final Duration LONGEST_TIMEOUT = Duration.ofMinutes(1);

    private static RedisClient client;

    private final Map<String, RedisLeaseStore> stores = new HashMap<>();

    @BeforeAll
    static void connect() {
        client = RedisClient.create(RedisServer.shared().url());
    }

    @AfterAll
    static void disconnect() {
        client.shutdown();
    }

    @AfterEach
    void closeStores() {
        stores.values().forEach(RedisLeaseStore::close);
        stores.clear();
    }

    @Override
    protected int rowsReadAtOnce() {
        return RedisLeaseStore.PORTION;
    }

    /** One store a namespace, which has logged what the server may lose before a test looks at the log. */
    @Override
    protected synchronized WorkerLeaseStore newStore(String namespace) {
        return stores.computeIfAbsent(namespace, name -> {
            RedisLeaseStore store = RedisLeaseStore.builder(client)
                    .namespace(name)
                    .timeout(LONGEST_TIMEOUT)
                    .build(time -> {});
            store.list(0, Long.MAX_VALUE);
            return store;
        });
    }
}
