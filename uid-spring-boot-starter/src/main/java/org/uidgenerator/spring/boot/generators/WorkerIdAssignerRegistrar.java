package org.uidgenerator.spring.boot.generators;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;
import org.uidgenerator.spring.boot.internal.BeanNames;
import org.uidgenerator.spring.boot.internal.settings.Assigner;
import org.uidgenerator.spring.boot.internal.settings.GeneratorProperties;
import org.uidgenerator.spring.boot.internal.settings.UidProperties;
import org.uidgenerator.spring.boot.internal.stores.StoreBeans;
import org.uidgenerator.spring.boot.internal.stores.StoreProviders;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;

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
        if (properties.generators().stream().map(properties::type).allMatch(UidProperties.Type.REMOTE::equals)) {
            return; // no generator wants a worker id, and there may be no store
        }
        register(BeanNames.SHARED, true, registry);
    }

    /**
     * Registers an assigner that is made when a generator wants it, and the store that it leases from unless that is a
     * bean of the application.
     *
     * @param generator the only generator that it is for, or {@link BeanNames#SHARED}
     * @param candidate whether generators find it by its type
     */
    void register(String generator, boolean candidate, BeanDefinitionRegistry registry) {
        Assigner assigner = properties.assigner(generator);
        boolean onBean = assigner == Assigner.LEASED && !registerStore(generator, registry);
        RootBeanDefinition definition = BeanNames.defineLazy(
                assigner.type(), BeanNames.ASSIGNERS, onBean ? "leasedFromBean" : assigner.toString(), generator);
        definition.setAutowireCandidate(candidate);
        registry.registerBeanDefinition(BeanNames.assignerOf(generator), definition);
    }

    /** Returns whether there is a store to open, because it is no bean of the application. */
    private boolean registerStore(String generator, BeanDefinitionRegistry registry) {
        String store = properties.find(generator, "worker.store", String.class).orElse(null);
        StoreBeans beans = new StoreBeans(beanFactory);
        if (store == null && !beans.names(WorkerLeaseStore.class).isEmpty()) {
            return false;
        }
        RootBeanDefinition definition = StoreProviders.ofLeases(beanFactory.getBeanClassLoader())
                .define(store, beans, BeanNames.ASSIGNERS, generator);
        definition.setAutowireCandidate(false); // it is for its assigner, and the application may have some of its own
        registry.registerBeanDefinition(BeanNames.leaseStoreOf(generator), definition);
        return true;
    }
}
