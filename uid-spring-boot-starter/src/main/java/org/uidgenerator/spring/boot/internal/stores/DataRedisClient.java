package org.uidgenerator.spring.boot.internal.stores;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.SocketOptions;
import java.time.Duration;
import org.springframework.beans.DirectFieldAccessor;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisStaticMasterReplicaConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration.LettuceClientConfigurationBuilder;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration.LettuceSslClientConfigurationBuilder;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.uidgenerator.spring.boot.StoreRequest;
import org.uidgenerator.spring.boot.internal.ConfigurationException;

/**
 * A client for the servers of a Spring Data Redis connection factory, with its settings except the time-outs. The
 * factory's own client will not do: when the context stops, it is shut down before generators have given their worker
 * ids back, and it waits for up to a minute.
 */
public final class DataRedisClient {
    /** What no getter returns, in all lines of Spring Data Redis. */
    public static final String SERVERS = "configuration";

    private DataRedisClient() {}

    /**
     * Makes a client, which is closed after the store.
     *
     * @param request has a {@code RedisConnectionFactory}; if it is not one of Lettuce, such as that of Redisson, the
     *     client is for the servers that Boot knows
     * @param timeout how long to wait for a connection
     * @throws ConfigurationException if it is not known which server takes writes
     */
    static AbstractRedisClient like(StoreRequest<?> request, Duration timeout) {
        LettuceConnectionFactory lettuce = factory(request);
        LettuceConnectionFactory copy = new LettuceConnectionFactory(
                serversOf(lettuce), withTimeout(lettuce.getClientConfiguration(), timeout));
        copy.afterPropertiesSet();
        request.closeAfterStore(copy::destroy);
        return copy.getRequiredNativeClient();
    }

    private static LettuceConnectionFactory factory(StoreRequest<?> request) {
        if (request.bean() instanceof LettuceConnectionFactory lettuce) {
            return lettuce;
        }
        AnnotationConfigApplicationContext context = BootRedis.context(request.beanFactory())
                .orElseThrow(() -> new ConfigurationException(
                        "worker ids and counters come from Redis by Lettuce, and the RedisConnectionFactory is a "
                                + request.bean().getClass().getSimpleName(),
                        "Set spring.data.redis.url, .sentinel.* or .cluster.* to its servers, or mark a RedisClient bean"
                                + " with @UidStore."));
        request.closeAfterStore(context);
        return context.getBean(LettuceConnectionFactory.class);
    }

    private static RedisConfiguration serversOf(LettuceConnectionFactory lettuce) {
        RedisConfiguration servers = (RedisConfiguration) new DirectFieldAccessor(lettuce).getPropertyValue(SERVERS);
        if (servers == null || servers instanceof RedisStaticMasterReplicaConfiguration) {
            throw new ConfigurationException(
                    "worker ids and counters come from a Redis that takes writes, and the RedisConnectionFactory has a list of servers that does not say which one does",
                    "Mark a RedisClient bean for the primary, or for its Sentinels, with @UidStore.");
        }
        return servers;
    }

    private static LettuceClientConfiguration withTimeout(LettuceClientConfiguration of, Duration timeout) {
        LettuceClientConfigurationBuilder copy = LettuceClientConfiguration.builder();
        if (of.isUseSsl()) {
            LettuceSslClientConfigurationBuilder ssl = copy.useSsl().verifyPeer(of.getVerifyMode());
            if (of.isStartTls()) {
                ssl.startTls();
            }
        }
        of.getClientResources().ifPresent(copy::clientResources);
        of.getClientName().ifPresent(copy::clientName);
        of.getRedisCredentialsProviderFactory().ifPresent(copy::redisCredentialsProviderFactory);
        copy.clientOptions(withTimeout(of.getClientOptions().orElseGet(ClientOptions::create), timeout));
        return copy.commandTimeout(timeout).build();
    }

    private static ClientOptions withTimeout(ClientOptions of, Duration timeout) {
        SocketOptions sockets = of.getSocketOptions();
        if (sockets.getConnectTimeout().compareTo(timeout) <= 0) {
            return of;
        }
        return of.mutate()
                .socketOptions(sockets.mutate().connectTimeout(timeout).build())
                .build();
    }
}
