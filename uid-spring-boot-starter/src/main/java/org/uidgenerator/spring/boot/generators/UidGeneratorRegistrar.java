package org.uidgenerator.spring.boot.generators;

import java.util.Optional;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;
import org.uidgenerator.spring.boot.client.RemoteGenerators;
import org.uidgenerator.spring.boot.internal.BeanNames;
import org.uidgenerator.spring.boot.internal.settings.GeneratorProperties;
import org.uidgenerator.spring.boot.internal.settings.SegmentTags;
import org.uidgenerator.spring.boot.internal.settings.UidProperties;

/** Registers the generators, and the assigners that single ones have. */
final class UidGeneratorRegistrar implements ImportBeanDefinitionRegistrar {
    private final GeneratorProperties properties;
    private final boolean lazy;
    private final WorkerIdAssignerRegistrar assigners;
    private final ConfigurableListableBeanFactory beanFactory;

    UidGeneratorRegistrar(Environment environment, BeanFactory beanFactory) {
        properties = new GeneratorProperties(environment);
        lazy = !new SegmentTags(environment)
                .beans()
                .isEmpty(); // an application that counts may want no UIDs, and no worker id
        assigners = new WorkerIdAssignerRegistrar(environment, beanFactory);
        this.beanFactory = (ConfigurableListableBeanFactory) beanFactory;
    }

    @Override
    public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
        Optional<String> primary = properties.primary();
        for (String generator : properties.generators()) {
            RootBeanDefinition definition = define(generator, registry);
            definition.setPrimary(primary.filter(generator::equals).isPresent());
            definition.setLazyInit(lazy);
            registry.registerBeanDefinition(generator, definition);
        }
    }

    private RootBeanDefinition define(String generator, BeanDefinitionRegistry registry) {
        UidProperties.Type type = properties.type(generator);
        if (type == UidProperties.Type.REMOTE) {
            return RemoteGenerators.define(generator, beanFactory);
        }
        String method = type == UidProperties.Type.CACHED ? "cached" : "unbuffered";
        RootBeanDefinition definition = BeanNames.define(BeanNames.GENERATORS, method, generator);
        // Otherwise JPA, which Spring makes before all else, would find no generator. There is no factory yet.
        definition.setAttribute(FactoryBean.OBJECT_TYPE_ATTRIBUTE, type.generator());
        if (properties.hasOwn(generator, "worker")) {
            // not a candidate, because the other generators look for the one that is left
            assigners.register(generator, false, registry);
            definition.setDependsOn(BeanNames.assignerOf(generator));
        }
        return definition;
    }
}
