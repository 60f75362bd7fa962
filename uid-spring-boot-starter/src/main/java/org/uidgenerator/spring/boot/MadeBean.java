package org.uidgenerator.spring.boot;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.config.ConstructorArgumentValues.ValueHolder;

/**
 * A bean that the starter makes from properties.
 *
 * @param kind what it is
 * @param generator the generator whose properties these are, or {@link WorkerSettings#SHARED}
 */
record MadeBean(Kind kind, String generator) {
    enum Kind {
        /** Takes a worker id when it starts, so it may speak of the options of leases. */
        GENERATOR,
        ASSIGNER,
        /** The store of counters, their generator, or a tag. */
        COUNTERS;

        /** Returns the options that its exceptions may name. */
        BuilderOptions options() {
            return switch (this) {
                case GENERATOR -> BuilderOptions.OF_GENERATORS;
                case ASSIGNER -> BuilderOptions.OF_ASSIGNERS;
                case COUNTERS -> BuilderOptions.OF_COUNTERS;
            };
        }
    }

    private static final Map<String, Kind> MAKERS = Map.of(
            UidBeans.GENERATORS, Kind.GENERATOR,
            UidBeans.ASSIGNERS, Kind.ASSIGNER,
            UidBeans.REDIS, Kind.ASSIGNER,
            UidBeans.ZOOKEEPER, Kind.ASSIGNER,
            SegmentBeans.TABLES, Kind.COUNTERS,
            SegmentBeans.REDIS, Kind.COUNTERS,
            SegmentBeans.SEGMENTS, Kind.COUNTERS);

    /** Returns what the starter makes under a name, or nothing if the bean is the application's. */
    static Optional<MadeBean> named(@Nullable String beanName, BeanFactory beanFactory) {
        if (beanName == null
                || !(beanFactory instanceof ConfigurableListableBeanFactory definitions)
                || !definitions.containsBeanDefinition(beanName)) {
            return Optional.empty();
        }
        BeanDefinition definition = definitions.getBeanDefinition(beanName);
        return Optional.ofNullable(MAKERS.get(String.valueOf(definition.getFactoryBeanName())))
                .map(kind -> new MadeBean(kind, kind == Kind.COUNTERS ? WorkerSettings.SHARED : generator(definition)));
    }

    private static String generator(BeanDefinition definition) {
        ValueHolder generator = definition.getConstructorArgumentValues().getIndexedArgumentValue(0, String.class);
        return generator == null ? WorkerSettings.SHARED : String.valueOf(generator.getValue());
    }
}
