package org.uidgenerator.spring.boot;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisClient;
import io.lettuce.core.cluster.RedisClusterClient;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.uidgenerator.redis.RedisWorkerIdAssigner;
import org.uidgenerator.spring.boot.UidProperties.Redis;

/**
 * Makes assigners on Redis, and keeps the clients that it made for them; a class of its own, since uid-redis and Lettuce may be
 * absent.
 */
final class RedisAssigners implements DisposableBean {
    private final WorkerSettings settings;
    private final StoreBeans stores;
    private final ConfigurableListableBeanFactory beanFactory;
    private final Queue<DataRedisClient> clients = new ConcurrentLinkedQueue<>();

    RedisAssigners(WorkerSettings settings, StoreBeans stores, ConfigurableListableBeanFactory beanFactory) {
        this.settings = settings;
        this.stores = stores;
        this.beanFactory = beanFactory;
    }

    RedisWorkerIdAssigner redis(String generator) {
        settings.requireNoTable(generator, Assigner.REDIS);
        Redis redis = settings.of(generator).redis();
        RedisWorkerIdAssigner.Builder builder = builder(client(generator, redis.timeout()));
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

    private AbstractRedisClient client(String generator, Duration timeout) {
        String assigner = WorkerIdAssigners.nameFor(generator);
        // So a client of ours is closed after the assigner, and before what it shares with the bean that was found.
        Object found = stores.take(StoreKind.REDIS, UidBeans.REDIS, assigner);
        beanFactory.registerDependentBean(UidBeans.REDIS, assigner);
        if (found instanceof AbstractRedisClient client) {
            return client;
        }
        DataRedisClient client = DataRedisClient.like(found, timeout);
        clients.add(client);
        return client.get();
    }

    /** Closes the clients. Called by the container, when the assigners are closed. */
    @Override
    public void destroy() {
        for (DataRedisClient client : clients) {
            client.close();
        }
    }
}
