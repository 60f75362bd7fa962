package org.uidgenerator.spring.boot;

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
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.segment.SegmentStore;
import org.uidgenerator.segment.SegmentTag;
import org.uidgenerator.spring.SegmentIdGeneratorFactoryBean;

/** Makes the generator of counters and its tags; with factory methods for the reasons of {@link WorkerIdAssigners}. */
final class Segments {
    static final String STORE = "segmentStore";
    static final String GENERATOR = "segmentIdGenerator";

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

    /** Returns the name of the bean. It is not the tag: a repository may be called that. */
    static String nameFor(String tag) {
        return tag + "SegmentTag";
    }

    /**
     * Defines the store, which is opened when the generator wants it.
     *
     * @param type the class of the store
     */
    static RootBeanDefinition defineStore(StoreProvider<?> provider, Class<?> type) {
        RootBeanDefinition definition = new RootBeanDefinition();
        definition.setTargetType(type);
        definition.setFactoryBeanName(SegmentBeans.SEGMENTS);
        definition.setFactoryMethodName("open");
        definition.getConstructorArgumentValues().addIndexedArgumentValue(0, provider.name());
        definition.setLazyInit(true);
        return definition;
    }

    /** Defines the generator. */
    static RootBeanDefinition defineGenerator() {
        RootBeanDefinition definition = new RootBeanDefinition();
        definition.setFactoryBeanName(SegmentBeans.SEGMENTS);
        definition.setFactoryMethodName("generator");
        definition.setAttribute(FactoryBean.OBJECT_TYPE_ATTRIBUTE, SegmentIdGenerator.class); // as for other generators
        definition.setLazyInit(true);
        return definition;
    }

    /** Defines a tag, which is made at the start and makes the generator. */
    static RootBeanDefinition defineTag(String tag) {
        RootBeanDefinition definition = new RootBeanDefinition();
        definition.setTargetType(SegmentTag.class);
        definition.setFactoryBeanName(SegmentBeans.SEGMENTS);
        definition.setFactoryMethodName("tag");
        definition.getConstructorArgumentValues().addIndexedArgumentValue(0, tag);
        definition.setDependsOn(GENERATOR);
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
        String bean = opener.beanFor(providers, provider, properties.store() != null);
        return provider.open(opener.request(bean, own, STORE), properties.unknownTags());
    }

    SegmentIdGeneratorFactoryBean generator() {
        tags.createIn(() -> beanFactory.getBean(SegmentStore.class));
        SegmentIdGeneratorFactoryBean factory = new SegmentIdGeneratorFactoryBean();
        factory.setMinStep(properties.minStep());
        factory.setMaxStep(properties.maxStep());
        factory.setStepDuration(properties.stepDuration());
        factory.setMaxWait(properties.maxWait());
        factory.setStoreThreads(properties.storeThreads());
        factory.setTags(tags.names().toArray(String[]::new));
        return factory;
    }

    SegmentTag tag(String tag) {
        return beanFactory.getBean(SegmentIdGenerator.class).tag(tag);
    }
}
