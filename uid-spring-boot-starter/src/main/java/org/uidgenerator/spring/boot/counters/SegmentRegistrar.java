package org.uidgenerator.spring.boot.counters;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AutowireCandidateQualifier;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.segment.SegmentStore;
import org.uidgenerator.segment.SegmentTag;
import org.uidgenerator.spring.boot.internal.BeanNames;
import org.uidgenerator.spring.boot.internal.settings.SegmentTags;
import org.uidgenerator.spring.boot.internal.stores.StoreBeans;
import org.uidgenerator.spring.boot.internal.stores.StoreProviders;

/** Registers the store of counters, unless there is one, their generator, and the tags that the properties name. */
record SegmentRegistrar(Environment environment, BeanFactory beanFactory) implements ImportBeanDefinitionRegistrar {
    @Override
    public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
        StoreBeans beans = new StoreBeans((ConfigurableListableBeanFactory) beanFactory);
        if (beans.names(SegmentStore.class).isEmpty()) {
            StoreProviders<?> providers =
                    StoreProviders.ofCounters(beans.beanFactory().getBeanClassLoader());
            String named = environment.getProperty(providers.property());
            registry.registerBeanDefinition(
                    BeanNames.SEGMENT_STORE, providers.define(named, beans, BeanNames.COUNTERS));
        }
        registry.registerBeanDefinition(BeanNames.SEGMENT_ID_GENERATOR, defineGenerator());
        new SegmentTags(environment)
                .beans()
                .forEach((tag, type) -> registry.registerBeanDefinition(BeanNames.ofTag(tag, type), define(tag, type)));
    }

    private static RootBeanDefinition defineGenerator() {
        RootBeanDefinition definition = BeanNames.define(BeanNames.COUNTERS, "generator");
        definition.setAttribute(FactoryBean.OBJECT_TYPE_ATTRIBUTE, SegmentIdGenerator.class); // as for other generators
        definition.setLazyInit(true);
        return definition;
    }

    /** Defines a tag, which is made at the start and makes the generator. */
    private static RootBeanDefinition define(String tag, Class<?> type) {
        String method = type == SegmentTag.class ? "tag" : "numbers";
        RootBeanDefinition definition = BeanNames.define(BeanNames.COUNTERS, method, tag);
        definition.setTargetType(type);
        definition.setDependsOn(BeanNames.SEGMENT_ID_GENERATOR);
        definition.addQualifier(new AutowireCandidateQualifier(Qualifier.class, tag));
        return definition;
    }
}
