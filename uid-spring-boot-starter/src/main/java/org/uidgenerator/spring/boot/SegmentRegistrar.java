package org.uidgenerator.spring.boot;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;
import org.uidgenerator.segment.SegmentStore;

/** Registers the store of counters, unless there is one, their generator, and the tags that the properties name. */
final class SegmentRegistrar implements ImportBeanDefinitionRegistrar {
    private final Environment environment;
    private final ConfigurableListableBeanFactory beanFactory;

    SegmentRegistrar(Environment environment, BeanFactory beanFactory) {
        this.environment = environment;
        this.beanFactory = (ConfigurableListableBeanFactory) beanFactory;
    }

    @Override
    public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
        boolean there =
                BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beanFactory, SegmentStore.class, true, false).length
                        > 0;
        if (!there && !registerStore(registry)) {
            return;
        }
        registry.registerBeanDefinition(Segments.GENERATOR, Segments.defineGenerator());
        for (String tag : new SegmentTags(environment).names()) {
            registry.registerBeanDefinition(Segments.nameFor(tag), Segments.defineTag(tag));
        }
    }

    /** Returns whether there is a module that counts. */
    private boolean registerStore(BeanDefinitionRegistry registry) {
        CounterStore said = Binder.get(environment)
                .bind("uid.segments.store", CounterStore.class)
                .orElse(null);
        CounterStores stores = new CounterStores(new StoreBeans(beanFactory), beanFactory);
        CounterStore store = stores.choose(said).orElse(null);
        if (store != null) {
            registry.registerBeanDefinition(Segments.STORE, Segments.defineStore(store));
        } else if (isAnythingSet()) {
            throw NoCountersException.withoutModules();
        }
        return store != null;
    }

    private boolean isAnythingSet() {
        return Binder.get(environment)
                .bind("uid.segments", Bindable.mapOf(String.class, Object.class))
                .isBound();
    }
}
