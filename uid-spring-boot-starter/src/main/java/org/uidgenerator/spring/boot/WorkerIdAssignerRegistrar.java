package org.uidgenerator.spring.boot;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

/** Registers the assigner that generators share. */
final class WorkerIdAssignerRegistrar implements ImportBeanDefinitionRegistrar {
    private final GeneratorProperties properties;
    private final StoreBeans stores;

    WorkerIdAssignerRegistrar(Environment environment, BeanFactory beanFactory) {
        properties = new GeneratorProperties(environment);
        stores = new StoreBeans((ConfigurableListableBeanFactory) beanFactory);
    }

    @Override
    public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
        Assigner assigner = stores.choose(properties.shared(BeanKinds.class).assigner());
        registry.registerBeanDefinition(
                WorkerIdAssigners.nameFor(WorkerSettings.SHARED),
                WorkerIdAssigners.define(WorkerSettings.SHARED, assigner));
    }
}
