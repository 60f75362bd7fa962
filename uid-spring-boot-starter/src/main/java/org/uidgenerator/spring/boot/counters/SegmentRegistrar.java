package org.uidgenerator.spring.boot.counters;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;
import org.uidgenerator.segment.SegmentStore;
import org.uidgenerator.spring.boot.SegmentStoreProvider;
import org.uidgenerator.spring.boot.internal.BeanNames;
import org.uidgenerator.spring.boot.internal.settings.SegmentTags;
import org.uidgenerator.spring.boot.internal.stores.StoreBeans;
import org.uidgenerator.spring.boot.internal.stores.StoreProviders;

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
        StoreBeans beans = new StoreBeans(beanFactory);
        if (beans.names(SegmentStore.class).isEmpty()) {
            registerStore(beans, registry);
        }
        registry.registerBeanDefinition(BeanNames.SEGMENT_ID_GENERATOR, Segments.defineGenerator());
        new SegmentTags(environment)
                .beans()
                .forEach((tag, type) ->
                        registry.registerBeanDefinition(BeanNames.ofTag(tag, type), Segments.defineTag(tag, type)));
    }

    private void registerStore(StoreBeans beans, BeanDefinitionRegistry registry) {
        StoreProviders<SegmentStoreProvider<?>> providers = StoreProviders.ofCounters(beanFactory.getBeanClassLoader());
        SegmentStoreProvider<?> provider =
                providers.choose(environment.getProperty(providers.use().property()), beans);
        registry.registerBeanDefinition(
                BeanNames.SEGMENT_STORE, Segments.defineStore(provider, providers.storeType(provider)));
    }
}
