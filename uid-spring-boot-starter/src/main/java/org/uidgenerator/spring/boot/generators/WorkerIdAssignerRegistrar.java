package org.uidgenerator.spring.boot.generators;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;
import org.uidgenerator.spring.boot.LeaseStoreProvider;
import org.uidgenerator.spring.boot.internal.BeanNames;
import org.uidgenerator.spring.boot.internal.settings.Assigner;
import org.uidgenerator.spring.boot.internal.settings.GeneratorProperties;
import org.uidgenerator.spring.boot.internal.settings.UidProperties;
import org.uidgenerator.spring.boot.internal.stores.StoreBeans;
import org.uidgenerator.spring.boot.internal.stores.StoreProviders;
import org.uidgenerator.worker.lease.WorkerLeaseStore;

/** Registers the assigner that generators share, with its store. */
final class WorkerIdAssignerRegistrar implements ImportBeanDefinitionRegistrar {
    private final GeneratorProperties properties;
    private final ConfigurableListableBeanFactory beanFactory;

    WorkerIdAssignerRegistrar(Environment environment, BeanFactory beanFactory) {
        properties = new GeneratorProperties(environment);
        this.beanFactory = (ConfigurableListableBeanFactory) beanFactory;
    }

    @Override
    public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
        if (properties.generators().stream().allMatch(this::isRemote)) {
            return; // nobody wants a worker id, and there may be no store
        }
        register(BeanNames.SHARED, properties, true, registry, beanFactory);
    }

    private boolean isRemote(String generator) {
        return properties.type(generator) == UidProperties.Type.REMOTE;
    }

    /**
     * Registers an assigner, and the store that it leases from unless that is a bean of the application.
     *
     * @param candidate whether generators find it by its type
     */
    static void register(
            String generator,
            GeneratorProperties properties,
            boolean candidate,
            BeanDefinitionRegistry registry,
            ConfigurableListableBeanFactory beanFactory) {
        Assigner assigner = properties.assigner(generator);
        String store = properties.find(generator, "worker.store", String.class).orElse(null);
        RootBeanDefinition definition = assigner == Assigner.LEASED
                ? defineLeased(generator, store, registry, beanFactory)
                : WorkerIdAssigners.define(generator, assigner);
        definition.setAutowireCandidate(candidate);
        registry.registerBeanDefinition(BeanNames.assignerOf(generator), definition);
    }

    private static RootBeanDefinition defineLeased(
            String generator,
            @Nullable String store,
            BeanDefinitionRegistry registry,
            ConfigurableListableBeanFactory beanFactory) {
        StoreBeans beans = new StoreBeans(beanFactory);
        if (store == null && !beans.names(WorkerLeaseStore.class).isEmpty()) {
            return WorkerIdAssigners.defineOnBean(generator);
        }
        StoreProviders<LeaseStoreProvider<?>> providers = StoreProviders.ofLeases(beanFactory.getBeanClassLoader());
        LeaseStoreProvider<?> provider = providers.choose(store, beans);
        registry.registerBeanDefinition(
                BeanNames.leaseStoreOf(generator),
                WorkerIdAssigners.defineStore(generator, provider, providers.storeType(provider)));
        return WorkerIdAssigners.define(generator, Assigner.LEASED);
    }
}
