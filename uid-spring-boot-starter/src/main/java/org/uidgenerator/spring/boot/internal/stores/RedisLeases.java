package org.uidgenerator.spring.boot.internal.stores;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.core.annotation.Order;
import org.uidgenerator.OptionText;
import org.uidgenerator.spring.boot.LeaseStoreProvider;
import org.uidgenerator.spring.boot.StoreRequest;
import org.uidgenerator.worker.lease.WorkerLeaseStore;

/** Leases in Redis; uid-redis and Lettuce may be absent. What Redis may lose is in docs/stores.md. */
@Order(0) // before those of others
public final class RedisLeases extends BuiltInStore<RedisLeases.Properties>
        implements LeaseStoreProvider<RedisLeases.Properties> {
    public static final String NAME = "redis";
    public static final String MODULE = "org.uidgenerator:uid-redis";
    public static final List<String> BEAN_TYPES = List.of(
            "io.lettuce.core.RedisClient",
            "io.lettuce.core.cluster.RedisClusterClient",
            "org.springframework.data.redis.connection.RedisConnectionFactory");

    /**
     * Leases in Redis.
     *
     * @param timeout How long to wait for an answer of Redis, and for a connection where the client is made of
     *     spring.data.redis.
     * @param replicas How many replicas must have a write before it counts.
     * @param acceptDataLoss Whether a Redis that may lose leases is accepted nevertheless. UIDs may then be issued
     *     twice.
     */
    @ConfigurationProperties("uid.worker.redis")
    public record Properties(
            @DefaultValue("2s") Duration timeout,
            @DefaultValue("0") int replicas,
            @DefaultValue("false") boolean acceptDataLoss) {}

    public RedisLeases() {
        super(
                NAME,
                MODULE,
                "org.uidgenerator.redis.RedisLeaseStore",
                BEAN_TYPES,
                Properties.class,
                "Add a Redis client, such as spring.data.redis.url, and the module uid-redis. Leased as well; Redis must not lose"
                        + " what it acknowledges.");
    }

    @Override
    public Optional<OptionText> advice(Throwable failure) {
        return RedisStores.advice(failure);
    }

    @Override
    public WorkerLeaseStore open(StoreRequest<Properties> request, String namespace) {
        Properties properties = request.properties();
        return RedisStores.leases(request, properties.timeout())
                .namespace(namespace)
                .timeout(properties.timeout())
                .replicas(properties.replicas())
                .acceptDataLoss(properties.acceptDataLoss())
                .build();
    }
}
