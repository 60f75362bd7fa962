package org.uidgenerator.spring.boot;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisClient;
import io.lettuce.core.cluster.RedisClusterClient;
import org.uidgenerator.OptionException;
import org.uidgenerator.OptionText;
import org.uidgenerator.redis.RedisSegmentStore;
import org.uidgenerator.spring.boot.SegmentProperties.Redis;

/** Makes counters in Redis; a class of its own, since uid-redis and Lettuce may be absent. */
final class RedisSegmentStores {
    private final SegmentProperties properties;
    private final SegmentTags tags;
    private final CounterStores stores;
    private final RedisClients clients;

    RedisSegmentStores(SegmentProperties properties, SegmentTags tags, CounterStores stores, RedisClients clients) {
        this.properties = properties;
        this.tags = tags;
        this.stores = stores;
        this.clients = clients;
    }

    RedisSegmentStore redis() {
        if (properties.tableName() != null) {
            throw new OptionException(
                    "uid.segments.table-name",
                    properties.tableName(),
                    OptionText.of("must not be set, since {uid.segments.store}=redis has no table"));
        }
        Redis redis = properties.redis();
        Object found = stores.take(CounterStore.REDIS, UidBeans.REDIS_CLIENTS, Segments.STORE);
        RedisSegmentStore store = builder(clients.client(found, redis.timeout(), Segments.STORE))
                .namespace(properties.namespace())
                .timeout(redis.timeout())
                .replicas(redis.replicas())
                .acceptDataLoss(redis.acceptDataLoss())
                .unknownTags(properties.unknownTags())
                .build();
        createCounters(store);
        return store;
    }

    /** The container does not destroy a bean that was not made, so its store would keep a connection. */
    private void createCounters(RedisSegmentStore store) {
        try {
            tags.createIn(store, store::create);
        } catch (RuntimeException e) {
            store.close();
            throw e;
        }
    }

    private static RedisSegmentStore.Builder builder(AbstractRedisClient client) {
        return client instanceof RedisClusterClient cluster
                ? RedisSegmentStore.builder(cluster)
                : RedisSegmentStore.builder((RedisClient) client);
    }
}
