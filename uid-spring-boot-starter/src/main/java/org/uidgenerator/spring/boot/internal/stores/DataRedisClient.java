package org.uidgenerator.spring.boot.internal.stores;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.SocketOptions;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.beans.DirectFieldAccessor;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.service.connection.ConnectionDetails;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.NativeDetector;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisStaticMasterReplicaConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration.LettuceClientConfigurationBuilder;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration.LettuceSslClientConfigurationBuilder;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.util.ClassUtils;
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

    /** By name, because they have moved from Boot 3 to Boot 4, and the jar is for both. */
    private static final Map<String, String> AUTO_CONFIGURATIONS_BY_DETAILS = Map.of(
            "org.springframework.boot.autoconfigure.data.redis.RedisConnectionDetails",
            "org.springframework.boot.autoconfigure.data.redis.RedisAutoConfiguration",
            "org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails",
            "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration");

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
        AnnotationConfigApplicationContext context = contextOfBoot(request.beanFactory())
                .orElseThrow(() -> new ConfigurationException(
                        "worker ids and counters come from Redis by Lettuce, and the RedisConnectionFactory is a "
                                + request.bean().getClass().getSimpleName(),
                        "Set spring.data.redis.url, .sentinel.* or .cluster.* to its servers, or mark a RedisClient bean"
                                + " with @UidStore."));
        request.closeAfterStore(context);
        return context.getBean(LettuceConnectionFactory.class);
    }

    /**
     * Returns a context with the Lettuce connection factory that Boot would make without another one, such as that of
     * Redisson: Boot makes it there with the connection details and SSL bundles of the application. It is to be closed
     * after it was used. Returns nothing if no server is named, because Boot's default is that of this host, or if the
     * context cannot be made, as in a native image.
     */
    private static Optional<AnnotationConfigApplicationContext> contextOfBoot(BeanFactory beans) {
        ClassLoader classLoader = DataRedisClient.class.getClassLoader();
        return AUTO_CONFIGURATIONS_BY_DETAILS.entrySet().stream()
                .filter(names -> ClassUtils.isPresent(names.getKey(), classLoader))
                .findFirst()
                .filter(names -> !NativeDetector.inNativeImage())
                .flatMap(names -> details(beans, ClassUtils.resolveClassName(names.getKey(), classLoader))
                        .map(details ->
                                context(beans, details, ClassUtils.resolveClassName(names.getValue(), classLoader))));
    }

    private static Optional<Object> details(BeanFactory beans, Class<?> type) {
        ObjectProvider<?> details = beans.getBeanProvider(type);
        return Optional.<Object>ofNullable(details.getIfAvailable())
                .filter(found -> !isOfProperties(found) || isServerNamed(beans));
    }

    private static boolean isOfProperties(Object details) {
        return details.getClass().getSimpleName().startsWith("Properties");
    }

    private static boolean isServerNamed(BeanFactory beans) {
        Binder binder = Binder.get(beans.getBean(ConfigurableEnvironment.class));
        return Stream.of("url", "host", "port", "sentinel", "cluster")
                .anyMatch(name -> binder.bind("spring.data.redis." + name, Bindable.of(Object.class))
                        .isBound());
    }

    private static AnnotationConfigApplicationContext context(BeanFactory beans, Object details, Class<?> redis) {
        AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
        context.setEnvironment(withLettuce(beans.getBean(ConfigurableEnvironment.class)));
        context.getBeanFactory().registerSingleton("details", (ConnectionDetails) details);
        beans.getBeanProvider(SslBundles.class)
                .ifAvailable(bundles -> context.getBeanFactory().registerSingleton("sslBundles", bundles));
        context.register(redis);
        context.refresh();
        return context;
    }

    private static ConfigurableEnvironment withLettuce(ConfigurableEnvironment of) {
        StandardEnvironment environment = new StandardEnvironment();
        MutablePropertySources sources = environment.getPropertySources();
        sources.forEach(source -> sources.remove(source.getName()));
        of.getPropertySources().stream()
                .filter(source -> !source.getName().equals("configurationProperties")) // shows the others
                .forEach(sources::addLast);
        sources.addFirst(new MapPropertySource("lettuce", Map.of("spring.data.redis.client-type", "lettuce")));
        return environment;
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
        return sockets.getConnectTimeout().compareTo(timeout) <= 0
                ? of
                : of.mutate()
                        .socketOptions(sockets.mutate().connectTimeout(timeout).build())
                        .build();
    }
}
