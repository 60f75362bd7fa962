package org.uidgenerator.spring.boot;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisClient;
import io.lettuce.core.cluster.RedisClusterClient;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.uidgenerator.redis.RedisLeaseStore;
import org.uidgenerator.spring.boot.UidProperties.Redis;
import org.uidgenerator.worker.lease.LeasedWorkerIds;

/** Makes assigners on Redis; a class of its own, since uid-redis and Lettuce may be absent. */
final class RedisAssigners implements AutoCloseable {
    private final WorkerSettings settings;
    private final StoreBeans stores;
    private final RedisClients clients;
    private final Queue<RedisLeaseStore> opened = new ConcurrentLinkedQueue<>();

    RedisAssigners(WorkerSettings settings, StoreBeans stores, RedisClients clients) {
        this.settings = settings;
        this.stores = stores;
        this.clients = clients;
    }

    LeasedWorkerIds redis(String generator) {
        settings.requireNoTable(generator, Assigner.REDIS);
        Redis redis = settings.of(generator).redis();
        String name = WorkerIdAssigners.nameFor(generator);
        Object found = stores.take(StoreKind.REDIS, UidBeans.REDIS_CLIENTS, name);
        RedisLeaseStore store = builder(clients.client(found, redis.timeout(), name))
                .namespace(settings.of(generator).namespace())
                .timeout(redis.timeout())
                .replicas(redis.replicas())
                .acceptDataLoss(redis.acceptDataLoss())
                .build();
        opened.add(store);
        return settings.leasedFrom(store, generator);
    }

    private static RedisLeaseStore.Builder builder(AbstractRedisClient client) {
        return client instanceof RedisClusterClient cluster
                ? RedisLeaseStore.builder(cluster)
                : RedisLeaseStore.builder((RedisClient) client);
    }

    /** Called by the container, after the assigners have been closed. */
    @Override
    public void close() {
        opened.forEach(RedisLeaseStore::close);
    }
}
