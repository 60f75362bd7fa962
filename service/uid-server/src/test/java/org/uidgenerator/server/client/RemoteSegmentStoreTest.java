package org.uidgenerator.server.client;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.uidgenerator.client.RemoteSegmentStore;
import org.uidgenerator.segment.SegmentStore;
import org.uidgenerator.server.RunningServer;
import org.uidgenerator.test.contract.SegmentStoreContract;

/** The counters of two servers on one database. */
class RemoteSegmentStoreTest extends SegmentStoreContract {
    private static final String STORE =
            "--spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
    private static final List<RunningServer> SERVERS = List.of(start(), start());

    private final List<RemoteSegmentStore> opened = new ArrayList<>();

    private static RunningServer start() {
        return RunningServer.start(STORE, "--uid.segments.max-wait=60s");
    }

    @AfterAll
    static void closeServers() {
        SERVERS.forEach(RunningServer::close);
    }

    @AfterEach
    void closeStores() {
        opened.forEach(RemoteSegmentStore::close);
    }

    @Override
    protected SegmentStore newStore() {
        List<URI> uris = SERVERS.stream().map(server -> server.uri("")).toList();
        RemoteSegmentStore store =
                RemoteSegmentStore.builder(uris).timeout(Duration.ofMinutes(1)).build();
        opened.add(store);
        return store;
    }

    @Override
    protected void create(String tag, long first) {
        SERVERS.get(0).bean(SegmentStore.class).create(tag, first);
    }

    @Override
    protected long longestRange() {
        return 10_000_000;
    }
}
