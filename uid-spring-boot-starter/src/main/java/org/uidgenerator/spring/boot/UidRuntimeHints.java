package org.uidgenerator.spring.boot;

import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/**
 * What a native image cannot see by itself: the types of stores, which are looked up by name when an assigner is made,
 * the components of the records of properties, which are their names, and the field that holds the servers of a Redis
 * client. What other modules look up by name is in the reachability metadata of their jars.
 */
final class UidRuntimeHints implements RuntimeHintsRegistrar {
    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        typesOfStores(classLoader).forEach(type -> hints.reflection().registerType(type));
        new BindingReflectionHintsRegistrar()
                .registerReflectionHints(
                        hints.reflection(), KnownProperties.RECORDS.values().toArray(Class[]::new));
        hints.reflection()
                .registerTypeIfPresent(
                        classLoader,
                        "org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory",
                        hint -> hint.withField(DataRedisClient.SERVERS));
    }

    private static Stream<Class<?>> typesOfStores(@Nullable ClassLoader classLoader) {
        Stream<Class<?>> beans = Stream.of(StoreKind.values()).flatMap(kind -> kind.types(classLoader));
        Stream<Class<?>> leases = Stream.of(StoreKind.values()).flatMap(kind -> kind.store(classLoader).stream());
        Stream<Class<?>> counters = Stream.of(CounterStore.values())
                .filter(store -> store.isSupported(classLoader))
                .map(CounterStore::type);
        return Stream.of(beans, leases, counters).flatMap(types -> types);
    }
}
