package org.uidgenerator.spring.boot;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.support.AutowireCandidateQualifier;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.segment.SegmentTag;
import org.uidgenerator.spring.SegmentIdGeneratorFactoryBean;

/** Makes the generator of counters and its tags; with factory methods for the reasons of {@link WorkerIdAssigners}. */
final class Segments {
    static final String STORE = "segmentStore";
    static final String GENERATOR = "segmentIdGenerator";

    private final SegmentProperties properties;
    private final SegmentTags tags;
    private final BeanFactory beanFactory;

    Segments(SegmentProperties properties, SegmentTags tags, BeanFactory beanFactory) {
        this.properties = properties;
        this.tags = tags;
        this.beanFactory = beanFactory;
    }

    /** Returns the name of the bean. It is not the tag: a repository may be called that. */
    static String nameFor(String tag) {
        return tag + "SegmentTag";
    }

    /** Defines the store, which is made when the generator wants it. */
    static RootBeanDefinition defineStore(CounterStore store) {
        RootBeanDefinition definition = new RootBeanDefinition();
        definition.setTargetType(store.type());
        definition.setFactoryBeanName(store.maker());
        definition.setFactoryMethodName(store.toString());
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

    SegmentIdGeneratorFactoryBean generator() {
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
        tags.requireCreated(tag);
        return beanFactory.getBean(SegmentIdGenerator.class).tag(tag);
    }
}
