package org.uidgenerator.spring.boot;

import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

/** Registers the generators, and the assigners that single ones have. */
final class UidGeneratorRegistrar implements ImportBeanDefinitionRegistrar {
    private final UidSettings settings;

    UidGeneratorRegistrar(Environment environment) {
        this.settings = new UidSettings(environment);
    }

    @Override
    public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
        for (String generator : settings.generators()) {
            UidProperties properties = settings.of(generator);
            boolean ownWorker = settings.hasOwnWorker(generator);
            if (ownWorker) {
                registry.registerBeanDefinition(
                        WorkerIdAssigners.nameFor(generator), ownAssigner(generator, properties.worker()));
            }
            registry.registerBeanDefinition(generator, UidGenerators.define(generator, properties.type(), ownWorker));
        }
    }

    private RootBeanDefinition ownAssigner(String generator, UidProperties.Worker worker) {
        RootBeanDefinition definition = WorkerIdAssigners.define(generator, Assigner.of(worker));
        definition.setAutowireCandidate(false); // the other generators look for the one that is left
        return definition;
    }
}
