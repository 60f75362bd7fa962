package org.uidgenerator.spring.boot;

import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

/** Registers the assigner that generators share. */
final class WorkerIdAssignerRegistrar implements ImportBeanDefinitionRegistrar {
    private final GeneratorProperties properties;

    WorkerIdAssignerRegistrar(Environment environment) {
        properties = new GeneratorProperties(environment);
    }

    @Override
    public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
        Assigner assigner = properties.shared(BeanKinds.class).assigner();
        registry.registerBeanDefinition(
                WorkerIdAssigners.nameFor(WorkerIdAssigners.SHARED),
                WorkerIdAssigners.define(WorkerIdAssigners.SHARED, assigner));
    }
}
