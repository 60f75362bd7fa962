package org.uidgenerator.spring.boot;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.uidgenerator.worker.lease.WorkerLeaseStore;

/**
 * Opens the stores that the properties describe: the one that generators share, and those of single generators. With a
 * factory method for the reasons of {@link WorkerIdAssigners}.
 */
final class LeaseStores {
    /** The id space, unless it is named. */
    static final String DEFAULT_NAMESPACE = "default";

    private final WorkerSettings settings;
    private final StoreProviders<LeaseStoreProvider<?>> providers;
    private final StoreOpener opener;

    LeaseStores(WorkerSettings settings, ConfigurableListableBeanFactory beanFactory, StoreOpener opener) {
        this.settings = settings;
        this.opener = opener;
        providers = StoreProviders.ofLeases(beanFactory.getBeanClassLoader());
    }

    /** Returns the name of the bean. */
    static String nameFor(String generator) {
        return generator.equals(WorkerSettings.SHARED) ? "workerLeaseStore" : generator + "WorkerLeaseStore";
    }

    /**
     * Defines a store that is opened when its assigner wants it.
     *
     * @param generator the only generator that it is for, or {@link WorkerSettings#SHARED}
     * @param type the class of the store
     */
    static RootBeanDefinition define(String generator, StoreProvider<?> provider, Class<?> type) {
        RootBeanDefinition definition = new RootBeanDefinition();
        definition.setTargetType(type);
        definition.setFactoryBeanName(UidBeans.LEASE_STORES);
        definition.setFactoryMethodName("open");
        definition.getConstructorArgumentValues().addIndexedArgumentValue(0, generator);
        definition.getConstructorArgumentValues().addIndexedArgumentValue(1, provider.name());
        definition.setAutowireCandidate(false); // it is for its assigner, and the application may have some of its own
        definition.setLazyInit(true);
        return definition;
    }

    WorkerLeaseStore open(String generator, String provider) {
        return open(generator, providers.named(provider));
    }

    private <P> WorkerLeaseStore open(String generator, LeaseStoreProvider<P> provider) {
        UidProperties.Worker worker = settings.of(generator);
        StoreRequest<P> request = request(generator, provider, worker.store() != null, nameFor(generator));
        return provider.open(request, worker.namespace() == null ? DEFAULT_NAMESPACE : worker.namespace());
    }

    private <P> StoreRequest<P> request(
            String generator, LeaseStoreProvider<P> provider, boolean named, String dependent) {
        P properties = settings.of(generator, providers.prefix(provider), provider.properties());
        return opener.request(opener.beanFor(providers, provider, named), properties, dependent);
    }

    /**
     * Returns what disposable worker ids need, which have the table that leases could be in.
     *
     * @param assigner the name of the bean that gives them
     */
    StoreRequest<JdbcLeases.Properties> table(String generator, String assigner) {
        return request(generator, new JdbcLeases(), true, assigner);
    }
}
