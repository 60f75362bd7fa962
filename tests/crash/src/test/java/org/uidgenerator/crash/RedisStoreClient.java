package org.uidgenerator.crash;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import java.time.Duration;
import java.util.Optional;
import org.uidgenerator.redis.RedisLeaseStore;
import org.uidgenerator.redis.RedisSegmentStore;
import org.uidgenerator.redis.StoreSeams;
import org.uidgenerator.segment.SegmentStore;
import org.uidgenerator.segment.UnknownTags;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;

/** A client of Redis with short time-outs. */
final class RedisStoreClient implements StoreClient {
    private final RedisClient client;
    private final Duration timeout;

    RedisStoreClient(String url, Duration timeout) {
        this.timeout = timeout;
        RedisURI uri = RedisURI.create(url);
        uri.setTimeout(timeout);
        client = RedisClient.create(uri);
        client.setOptions(ClientOptions.builder()
                .socketOptions(SocketOptions.builder().connectTimeout(timeout).build())
                .build());
    }

    private RedisLeaseStore.Builder builder() {
        return RedisLeaseStore.builder(client).timeout(timeout);
    }

    @Override
    public WorkerLeaseStore leases() {
        return builder().build();
    }

    @Override
    public WorkerLeaseStore store() {
        return StoreSeams.store(builder());
    }

    @Override
    public Optional<SegmentStore> counters(boolean fenced) {
        RedisSegmentStore.Builder builder = RedisSegmentStore.builder(client)
                .unknownTags(UnknownTags.CREATE)
                .timeout(timeout);
        return Optional.of(fenced ? builder.build() : StoreSeams.counters(builder));
    }

    @Override
    public void close() {
        client.shutdown();
    }
}
