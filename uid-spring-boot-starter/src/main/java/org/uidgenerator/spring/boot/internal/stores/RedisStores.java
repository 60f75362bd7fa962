package org.uidgenerator.spring.boot.internal.stores;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.core.annotation.Order;
import org.uidgenerator.OptionText;
import org.uidgenerator.redis.RedisLeaseStore;
import org.uidgenerator.redis.RedisSegmentStore;
import org.uidgenerator.segment.SegmentStore;
import org.uidgenerator.segment.UnknownTags;
import org.uidgenerator.spring.boot.LeaseStoreProvider;
import org.uidgenerator.spring.boot.SegmentStoreProvider;
import org.uidgenerator.spring.boot.StoreRequest;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;

/**
 * Leases and counters in Redis; uid-redis and Lettuce may be absent. What Redis may lose is in docs/stores.md.
 *
 * @param <P> the properties that only this kind has
 */
public abstract sealed class RedisStores<P> extends BuiltInStore<P> {
    private RedisStores(String storeType, Class<P> properties, String remedy) {
        super(
                "redis",
                "org.uidgenerator:uid-redis",
                storeType,
                List.of(
                        "io.lettuce.core.RedisClient",
                        "io.lettuce.core.cluster.RedisClusterClient",
                        "org.springframework.data.redis.connection.RedisConnectionFactory"),
                properties,
                "Add a Redis client, such as spring.data.redis.url, and the module uid-redis. " + remedy
                        + "; Redis must not lose what it acknowledges.");
    }

    @Override
    public final Optional<OptionText> advice(Throwable failure) {
        return failure instanceof RedisException
                ? Optional.of(OptionText.of(
                        "Servers, user and password are those of the client: {spring.data.redis.url}, .username, .password,"
                                + " .sentinel.* and .cluster.*, or the RedisURI of the RedisClient bean."))
                : Optional.empty();
    }

    /**
     * Returns the application's client, or one that is made here.
     *
     * @param timeout how long to wait for a connection, if the client is made here
     */
    private static AbstractRedisClient client(StoreRequest<?> request, Duration timeout) {
        return request.bean() instanceof AbstractRedisClient client ? client : DataRedisClient.like(request, timeout);
    }

    /** Leases in Redis. */
    @Order(0) // before those of others
    public static final class Leases extends RedisStores<Leases.Properties>
            implements LeaseStoreProvider<Leases.Properties> {
        /**
         * Leases in Redis.
         *
         * @param timeout How long to wait for an answer of Redis, and for a connection if the client is made of
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

        public Leases() {
            super("org.uidgenerator.redis.RedisLeaseStore", Leases.Properties.class, "Leased as well");
        }

        @Override
        public WorkerLeaseStore open(StoreRequest<Leases.Properties> request, String namespace) {
            Leases.Properties properties = request.properties();
            return RedisLeaseStore.builder(client(request, properties.timeout()))
                    .namespace(namespace)
                    .timeout(properties.timeout())
                    .replicas(properties.replicas())
                    .acceptDataLoss(properties.acceptDataLoss())
                    .build();
        }
    }

    /** Counters in Redis. */
    @Order(0) // before those of others
    public static final class Counters extends RedisStores<Counters.Properties>
            implements SegmentStoreProvider<Counters.Properties> {
        /**
         * Counters in Redis.
         *
         * @param namespace Place of the counters.
         * @param timeout How long to wait for an answer of Redis, and for a connection if the client is made of
         *     spring.data.redis.
         * @param replicas How many replicas must have a range before it counts.
         * @param acceptDataLoss Whether a Redis that may lose counters is accepted nevertheless. Numbers may then be
         *     issued twice.
         */
        @ConfigurationProperties("uid.segments.redis")
        public record Properties(
                @DefaultValue("default") String namespace,
                @DefaultValue("2s") Duration timeout,
                @DefaultValue("0") int replicas,
                @DefaultValue("false") boolean acceptDataLoss) {}

        public Counters() {
            super("org.uidgenerator.redis.RedisSegmentStore", Counters.Properties.class, "Counters are keys");
        }

        @Override
        public SegmentStore open(StoreRequest<Counters.Properties> request, UnknownTags unknownTags) {
            Counters.Properties properties = request.properties();
            return RedisSegmentStore.builder(client(request, properties.timeout()))
                    .namespace(properties.namespace())
                    .timeout(properties.timeout())
                    .replicas(properties.replicas())
                    .acceptDataLoss(properties.acceptDataLoss())
                    .unknownTags(unknownTags)
                    .build();
        }
    }
}
