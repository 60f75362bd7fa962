package org.uidgenerator.spring.boot.internal.stores;

import java.time.Duration;
import java.util.Optional;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.core.annotation.Order;
import org.uidgenerator.OptionText;
import org.uidgenerator.segment.SegmentStore;
import org.uidgenerator.segment.UnknownTags;
import org.uidgenerator.spring.boot.SegmentStoreProvider;
import org.uidgenerator.spring.boot.StoreRequest;

/** Counters in Redis; uid-redis and Lettuce may be absent. What Redis may lose is in docs/stores.md. */
@Order(0) // before those of others
public final class RedisSegments extends BuiltInStore<RedisSegments.Properties>
        implements SegmentStoreProvider<RedisSegments.Properties> {
    /**
     * Counters in Redis.
     *
     * @param namespace Place of the counters.
     * @param timeout How long to wait for an answer of Redis, and for a connection where the client is made of
     *     spring.data.redis.
     * @param replicas How many replicas must have a range before it counts.
     * @param acceptDataLoss Whether a Redis that may lose counters is accepted nevertheless. Numbers may then be issued
     *     twice.
     */
    @ConfigurationProperties("uid.segments.redis")
    public record Properties(
            @DefaultValue("default") String namespace,
            @DefaultValue("2s") Duration timeout,
            @DefaultValue("0") int replicas,
            @DefaultValue("false") boolean acceptDataLoss) {}

    public RedisSegments() {
        super(
                RedisLeases.NAME,
                RedisLeases.MODULE,
                "org.uidgenerator.redis.RedisSegmentStore",
                RedisLeases.BEAN_TYPES,
                Properties.class,
                "Add a Redis client, such as spring.data.redis.url, and the module uid-redis. Counters are keys; Redis must not lose"
                        + " what it acknowledges.");
    }

    @Override
    public Optional<OptionText> advice(Throwable failure) {
        return RedisStores.advice(failure);
    }

    @Override
    public SegmentStore open(StoreRequest<Properties> request, UnknownTags unknownTags) {
        Properties properties = request.properties();
        return RedisStores.counters(request, properties.timeout())
                .namespace(properties.namespace())
                .timeout(properties.timeout())
                .replicas(properties.replicas())
                .acceptDataLoss(properties.acceptDataLoss())
                .unknownTags(unknownTags)
                .build();
    }
}
