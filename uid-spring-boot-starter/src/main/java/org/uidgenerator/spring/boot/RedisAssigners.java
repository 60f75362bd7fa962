package org.uidgenerator.spring.boot;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisClient;
import io.lettuce.core.cluster.RedisClusterClient;
import org.uidgenerator.redis.RedisWorkerIdAssigner;
import org.uidgenerator.spring.boot.UidProperties.Redis;

/** Makes assigners on Redis; a class of its own, since uid-redis and Lettuce may be absent. */
final class RedisAssigners {
    private final WorkerSettings settings;
    private final StoreBeans stores;
    private final RedisClients clients;

    RedisAssigners(WorkerSettings settings, StoreBeans stores, RedisClients clients) {
        this.settings = settings;
        this.stores = stores;
        this.clients = clients;
    }

    RedisWorkerIdAssigner redis(String generator) {
        settings.requireNoTable(generator, Assigner.REDIS);
        Redis redis = settings.of(generator).redis();
        String name = WorkerIdAssigners.nameFor(generator);
        Object found = stores.take(StoreKind.REDIS, UidBeans.REDIS_CLIENTS, name);
        RedisWorkerIdAssigner.Builder builder = builder(clients.client(found, redis.timeout(), name));
        builder.namespace(settings.of(generator).namespace());
        builder.timeout(redis.timeout());
        builder.replicas(redis.replicas());
        builder.acceptDataLoss(redis.acceptDataLoss());
        settings.setOptions(builder, generator);
        return builder.build();
    }

    private static RedisWorkerIdAssigner.Builder builder(AbstractRedisClient client) {
        return client instanceof RedisClusterClient cluster
                ? RedisWorkerIdAssigner.builder(cluster)
                : RedisWorkerIdAssigner.builder((RedisClient) client);
    }
}
