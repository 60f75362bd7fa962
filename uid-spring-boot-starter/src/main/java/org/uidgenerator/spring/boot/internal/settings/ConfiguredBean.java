package org.uidgenerator.spring.boot.internal.settings;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.config.ConstructorArgumentValues.ValueHolder;
import org.uidgenerator.spring.boot.internal.BeanNames;
import org.uidgenerator.spring.boot.internal.stores.JdbcStores;

/**
 * A bean that the starter makes from properties.
 *
 * @param kind what it is
 * @param generator the generator whose properties these are, or {@link BeanNames#SHARED}
 * @param store the name of the kind of store that it is or needs, or null if it needs none that the starter opens
 */
public record ConfiguredBean(
        Kind kind, String generator, @Nullable String store) {
    public enum Kind {
        /** Takes a worker id when it starts, so it may speak of the options of leases. */
        GENERATOR,
        /** Takes its UIDs from an id service. */
        REMOTE_GENERATOR,
        /** The source of worker ids, or the store that it leases from. */
        ASSIGNER,
        /** The store of counters, their generator, or a tag. */
        COUNTERS
    }

    private static final Map<String, Kind> MAKERS = Map.of(
            BeanNames.GENERATORS, Kind.GENERATOR,
            BeanNames.REMOTE_GENERATORS, Kind.REMOTE_GENERATOR,
            BeanNames.ASSIGNERS, Kind.ASSIGNER,
            BeanNames.COUNTERS, Kind.COUNTERS);

    /** Returns what the starter makes under a name, or nothing if the bean is the application's. */
    public static Optional<ConfiguredBean> named(@Nullable String beanName, BeanFactory beanFactory) {
        return definition(beanName, beanFactory).map(definition -> {
            Kind kind = Objects.requireNonNull(MAKERS.get(definition.getFactoryBeanName()));
            if (kind == Kind.COUNTERS) {
                return new ConfiguredBean(kind, BeanNames.SHARED, kindOfStore(BeanNames.SEGMENT_STORE, 0, beanFactory));
            }
            String generator = argument(definition, 0).orElse(BeanNames.SHARED);
            return new ConfiguredBean(
                    kind, generator, kind == Kind.REMOTE_GENERATOR ? null : kindOfLeases(generator, beanFactory));
        });
    }

    private static Optional<BeanDefinition> definition(@Nullable String beanName, BeanFactory beanFactory) {
        return Optional.ofNullable(beanName)
                .filter(name -> beanFactory instanceof ConfigurableListableBeanFactory definitions
                        && definitions.containsBeanDefinition(name))
                .map(name -> ((ConfigurableListableBeanFactory) beanFactory).getBeanDefinition(name))
                .filter(definition -> MAKERS.containsKey(String.valueOf(definition.getFactoryBeanName())));
    }

    private static @Nullable String kindOfLeases(String generator, BeanFactory beanFactory) {
        Optional<BeanDefinition> assigner = definition(BeanNames.assignerOf(generator), beanFactory);
        if (assigner.isEmpty()) {
            return generator.equals(BeanNames.SHARED) ? null : kindOfLeases(BeanNames.SHARED, beanFactory);
        }
        return Assigner.DISPOSABLE.toString().equals(assigner.get().getFactoryMethodName())
                ? JdbcStores.NAME
                : kindOfStore(BeanNames.leaseStoreOf(generator), 1, beanFactory);
    }

    private static @Nullable String kindOfStore(String bean, int argument, BeanFactory beanFactory) {
        return definition(bean, beanFactory)
                .flatMap(definition -> argument(definition, argument))
                .orElse(null);
    }

    private static Optional<String> argument(BeanDefinition definition, int index) {
        ValueHolder argument = definition.getConstructorArgumentValues().getIndexedArgumentValue(index, String.class);
        return argument == null ? Optional.empty() : Optional.of(String.valueOf(argument.getValue()));
    }
}
