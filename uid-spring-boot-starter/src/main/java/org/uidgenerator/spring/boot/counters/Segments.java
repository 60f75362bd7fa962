package org.uidgenerator.spring.boot.counters;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AutowireCandidateQualifier;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.segment.SegmentStore;
import org.uidgenerator.segment.SegmentTag;
import org.uidgenerator.spring.SegmentIdGeneratorFactoryBean;
import org.uidgenerator.spring.boot.SegmentStoreProvider;
import org.uidgenerator.spring.boot.StoreProvider;
import org.uidgenerator.spring.boot.client.RemoteSegments;
import org.uidgenerator.spring.boot.internal.BeanNames;
import org.uidgenerator.spring.boot.internal.settings.ConfiguredBean;
import org.uidgenerator.spring.boot.internal.settings.SegmentProperties;
import org.uidgenerator.spring.boot.internal.settings.SegmentTags;
import org.uidgenerator.spring.boot.internal.settings.UidBindHandler;
import org.uidgenerator.spring.boot.internal.stores.StoreOpener;
import org.uidgenerator.spring.boot.internal.stores.StoreProviders;
import org.uidgenerator.text.BusinessNumbers;

/**
 * Makes the store and the generator of counters, and the tags. A factory method for each kind, so that definitions know
 * the type, and that values are read at run time, not when a native image is built.
 */
@Component(BeanNames.COUNTERS)
final class Segments {
    private final Environment environment;
    private final SegmentProperties properties;
    private final SegmentTags tags;
    private final StoreOpener opener;
    private final BeanFactory beanFactory;
    private final StoreProviders<SegmentStoreProvider<?>> providers;

    Segments(
            Environment environment,
            SegmentProperties properties,
            SegmentTags tags,
            StoreOpener opener,
            ConfigurableListableBeanFactory beanFactory) {
        this.environment = environment;
        this.properties = properties;
        this.tags = tags;
        this.opener = opener;
        this.beanFactory = beanFactory;
        providers = StoreProviders.ofCounters(beanFactory.getBeanClassLoader());
    }

    /**
     * Defines the store, which is opened when the generator wants it.
     *
     * @param type the class of the store
     */
    static RootBeanDefinition defineStore(StoreProvider<?> provider, Class<?> type) {
        RootBeanDefinition definition = BeanNames.define(BeanNames.COUNTERS, "open", provider.name());
        definition.setTargetType(type);
        definition.setLazyInit(true);
        return definition;
    }

    /** Defines the generator. */
    static RootBeanDefinition defineGenerator() {
        RootBeanDefinition definition = BeanNames.define(BeanNames.COUNTERS, "generator");
        definition.setAttribute(FactoryBean.OBJECT_TYPE_ATTRIBUTE, SegmentIdGenerator.class); // as for other generators
        definition.setLazyInit(true);
        return definition;
    }

    /** Defines a tag, which is made at the start and makes the generator. */
    static RootBeanDefinition defineTag(String tag, Class<?> type) {
        String method = type == SegmentTag.class ? "tag" : "numbers";
        RootBeanDefinition definition = BeanNames.define(BeanNames.COUNTERS, method, tag);
        definition.setTargetType(type);
        definition.setDependsOn(BeanNames.SEGMENT_ID_GENERATOR);
        definition.addQualifier(new AutowireCandidateQualifier(Qualifier.class, tag));
        return definition;
    }

    SegmentStore open(String provider) {
        return open(providers.named(provider));
    }

    private <P> SegmentStore open(SegmentStoreProvider<P> provider) {
        P own = Binder.get(environment)
                .bindOrCreate(
                        providers.prefix(provider),
                        Bindable.of(provider.properties()),
                        new UidBindHandler(BindHandler.DEFAULT));
        if (!provider.name().equals(RemoteSegments.NAME)) { // there, the servers say what happens to unknown tags
            tags.requireCounters(properties.unknownTags());
        }
        return provider.open(
                opener.request(providers, provider, properties.store() != null, own, BeanNames.SEGMENT_STORE),
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
