package org.uidgenerator.spring.boot;

import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

/** Registers the assigner that generators share. */
final class WorkerIdAssignerRegistrar implements ImportBeanDefinitionRegistrar {
    private final UidSettings settings;

    WorkerIdAssignerRegistrar(Environment environment) {
        this.settings = new UidSettings(environment);
    }

    @Override
    public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
        Assigner assigner = Assigner.of(settings.shared().worker());
        registry.registerBeanDefinition(
                WorkerIdAssigners.nameFor(WorkerIdAssigners.SHARED),
                WorkerIdAssigners.define(WorkerIdAssigners.SHARED, assigner));
    }
}
