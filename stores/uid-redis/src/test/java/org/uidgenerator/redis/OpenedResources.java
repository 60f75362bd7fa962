package org.uidgenerator.redis;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.uidgenerator.testing.RedisServer;

/** Closes the servers, clients and stores of each test after it, the latest first. */
abstract class OpenedResources {
    final List<AutoCloseable> opened = new ArrayList<>();

    @AfterEach
    void closeAll() throws Exception {
        for (int i = opened.size() - 1; i >= 0; i--) {
            opened.get(i).close();
        }
    }

    final <T extends AutoCloseable> T opened(T resource) {
        opened.add(resource);
        return resource;
    }

    final RedisServer server(String... options) {
        RedisServer server = opened(new RedisServer(options));
        server.start();
        return server;
    }
}
