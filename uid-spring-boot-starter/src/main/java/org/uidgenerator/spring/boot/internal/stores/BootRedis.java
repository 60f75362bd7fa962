package org.uidgenerator.spring.boot.internal.stores;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
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
import org.springframework.util.ClassUtils;

/**
 * The Lettuce connection factory that Boot would make without another one, such as that of Redisson: Boot makes it in a
 * context of its own, with the connection details and SSL bundles of the application.
 */
final class BootRedis {
    /** By name, because they have moved from Boot 3 to Boot 4, and the jar is for both. */
    private static final Map<String, String> AUTO_CONFIGURATIONS_BY_DETAILS = Map.of(
            "org.springframework.boot.autoconfigure.data.redis.RedisConnectionDetails",
            "org.springframework.boot.autoconfigure.data.redis.RedisAutoConfiguration",
            "org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails",
            "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration");

    private BootRedis() {}

    /**
     * Returns a context with the factory, to be closed after it was used; nothing if no server is named, because Boot's
     * default is that of this host, or if the context cannot be made, as in a native image.
     */
    static Optional<AnnotationConfigApplicationContext> context(BeanFactory beans) {
        ClassLoader classLoader = BootRedis.class.getClassLoader();
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
}
