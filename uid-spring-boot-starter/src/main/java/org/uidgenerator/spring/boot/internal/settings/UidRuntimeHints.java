package org.uidgenerator.spring.boot.internal.settings;

import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.boot.context.properties.bind.BindableRuntimeHintsRegistrar;
import org.springframework.util.ClassUtils;
import org.uidgenerator.spring.boot.internal.stores.DataRedisClient;
import org.uidgenerator.spring.boot.internal.stores.StoreProviders;

/**
 * The hints for what a native image cannot see by itself: the types of stores, which are looked up by name when an
 * assigner is made, the components of the records of properties, which are their names, and the field that holds the
 * servers of a Redis client. What other modules look up by name is in the reachability metadata of their jars.
 */
public final class UidRuntimeHints implements RuntimeHintsRegistrar {
    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        typesOfStores(classLoader).forEach(type -> hints.reflection().registerType(type));
        Class<?>[] records = Stream.concat(BoundProperty.records(classLoader), Stream.of(SegmentProperties.Tag.class))
                .toArray(Class<?>[]::new);
        new BindingReflectionHintsRegistrar().registerReflectionHints(hints.reflection(), records);
        BindableRuntimeHintsRegistrar.forTypes(records).registerHints(hints);
        hints.reflection()
                .registerTypeIfPresent(classLoader, PublicIdsProperties.ANNOTATION)
                .registerTypeIfPresent(
                        classLoader,
                        "org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory",
                        hint -> hint.withField(DataRedisClient.SERVERS));
    }

    private static Stream<Class<?>> typesOfStores(@Nullable ClassLoader classLoader) {
        return StoreProviders.all(classLoader)
                .flatMap(provider -> Stream.concat(Stream.of(provider.storeType()), provider.beanTypes().stream()))
                .filter(type -> ClassUtils.isPresent(type, classLoader))
                .map(type -> ClassUtils.resolveClassName(type, classLoader));
    }
}
