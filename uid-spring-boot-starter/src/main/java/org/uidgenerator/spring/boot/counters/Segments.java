package org.uidgenerator.spring.boot.counters;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.stereotype.Component;
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.segment.SegmentStore;
import org.uidgenerator.segment.SegmentTag;
import org.uidgenerator.spring.SegmentIdGeneratorFactoryBean;
import org.uidgenerator.spring.boot.SegmentStoreProvider;
import org.uidgenerator.spring.boot.client.RemoteSegments;
import org.uidgenerator.spring.boot.internal.BeanNames;
import org.uidgenerator.spring.boot.internal.settings.ConfiguredBean;
import org.uidgenerator.spring.boot.internal.settings.GeneratorProperties;
import org.uidgenerator.spring.boot.internal.settings.SegmentProperties;
import org.uidgenerator.spring.boot.internal.settings.SegmentTags;
import org.uidgenerator.spring.boot.internal.stores.StoreBeans;
import org.uidgenerator.spring.boot.internal.stores.StoreProviders;
import org.uidgenerator.text.BusinessNumbers;

/** Makes the store and the generator of counters, and the tags. */
@Component(BeanNames.COUNTERS)
record Segments(
        GeneratorProperties settings,
        SegmentProperties properties,
        SegmentTags tags,
        ConfigurableListableBeanFactory beanFactory) {
    SegmentStore open(String provider) {
        StoreProviders<SegmentStoreProvider<?>> providers = StoreProviders.ofCounters(beanFactory.getBeanClassLoader());
        return open(providers, providers.named(provider));
    }

    private <P> SegmentStore open(StoreProviders<SegmentStoreProvider<?>> providers, SegmentStoreProvider<P> provider) {
        P own = settings.of(BeanNames.SHARED, providers.prefix(provider), provider.properties());
        if (!provider.name().equals(RemoteSegments.NAME)) { // there, the servers say what happens to unknown tags
            tags.requireCounters(properties.unknownTags());
        }
        return provider.open(
                new StoreBeans(beanFactory)
                        .request(providers, provider, properties.store() != null, own, BeanNames.SEGMENT_STORE),
                properties.unknownTags());
    }

    SegmentIdGeneratorFactoryBean generator() {
        tags.createIn(() -> beanFactory.getBean(SegmentStore.class));
        SegmentIdGeneratorFactoryBean factory = new SegmentIdGeneratorFactoryBean();
        factory.setMinStep(properties.minStep());
        factory.setMaxStep(properties.maxStep());
        factory.setStepDuration(properties.stepDuration());
        factory.setMaxWait(properties.maxWait());
        factory.setStoreThreads(properties.storeThreads());
        if (properties.expectedIdentity() != null && !isRemote()) { // there, the store compares what the servers say
            factory.setExpectedIdentity(properties.expectedIdentity());
        }
        factory.setTags(tags.ofOneCounter());
        return factory;
    }

    private boolean isRemote() {
        return ConfiguredBean.named(BeanNames.SEGMENT_STORE, beanFactory)
                .map(ConfiguredBean::store)
                .filter(RemoteSegments.NAME::equals)
                .isPresent();
    }

    SegmentTag tag(String tag) {
        return beanFactory.getBean(SegmentIdGenerator.class).tag(tag);
    }

    BusinessNumbers numbers(String tag) {
        return tags.numbers(tag, beanFactory.getBean(SegmentIdGenerator.class));
    }
}
