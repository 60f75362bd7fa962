package org.uidgenerator.spring.boot.internal.stores;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.cluster.RedisClusterClient;
import java.time.Duration;
import java.util.Optional;
import org.uidgenerator.OptionText;
import org.uidgenerator.redis.RedisLeaseStore;
import org.uidgenerator.redis.RedisSegmentStore;
import org.uidgenerator.spring.boot.StoreRequest;

/** Begins to build stores in Redis; a class of its own, since uid-redis and Lettuce may be absent. */
public final class RedisStores {
    private RedisStores() {}

    public static RedisLeaseStore.Builder leases(StoreRequest<?> request, Duration timeout) {
        AbstractRedisClient client = client(request, timeout);
        return client instanceof RedisClusterClient cluster
                ? RedisLeaseStore.builder(cluster)
                : RedisLeaseStore.builder((RedisClient) client);
    }

    public static RedisSegmentStore.Builder counters(StoreRequest<?> request, Duration timeout) {
        AbstractRedisClient client = client(request, timeout);
        return client instanceof RedisClusterClient cluster
                ? RedisSegmentStore.builder(cluster)
                : RedisSegmentStore.builder((RedisClient) client);
    }

    /** Returns where the servers are set, for a failure of theirs. */
    static Optional<OptionText> advice(Throwable failure) {
        return failure instanceof RedisException
                ? Optional.of(
                        OptionText.of(
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
        if (request.bean() instanceof AbstractRedisClient client) {
            return client;
        }
        return DataRedisClient.like(request, timeout);
    }
}
