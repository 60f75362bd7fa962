package org.uidgenerator.spring.boot.generators;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.stereotype.Component;
import org.uidgenerator.spring.boot.LeaseStoreProvider;
import org.uidgenerator.spring.boot.StoreProvider;
import org.uidgenerator.spring.boot.StoreRequest;
import org.uidgenerator.spring.boot.internal.BeanNames;
import org.uidgenerator.spring.boot.internal.settings.UidProperties;
import org.uidgenerator.spring.boot.internal.settings.UidSettings;
import org.uidgenerator.spring.boot.internal.stores.JdbcLeases;
import org.uidgenerator.spring.boot.internal.stores.StoreOpener;
import org.uidgenerator.spring.boot.internal.stores.StoreProviders;
import org.uidgenerator.worker.lease.WorkerLeaseStore;

/**
 * Opens the stores that the properties describe: the one that generators share, and those of single generators. With a
 * factory method for the reasons of {@link WorkerIdAssigners}.
 */
@Component(BeanNames.LEASE_STORES)
final class LeaseStores {
    private final UidSettings settings;
    private final StoreProviders<LeaseStoreProvider<?>> providers;
    private final StoreOpener opener;

    LeaseStores(UidSettings settings, ConfigurableListableBeanFactory beanFactory, StoreOpener opener) {
        this.settings = settings;
        this.opener = opener;
        providers = StoreProviders.ofLeases(beanFactory.getBeanClassLoader());
    }

    /**
     * Defines a store that is opened when its assigner wants it.
     *
     * @param generator the only generator that it is for, or {@link BeanNames#SHARED}
     * @param type the class of the store
     */
    static RootBeanDefinition define(String generator, StoreProvider<?> provider, Class<?> type) {
        RootBeanDefinition definition = BeanNames.define(BeanNames.LEASE_STORES, "open", generator, provider.name());
        definition.setTargetType(type);
        definition.setAutowireCandidate(false); // it is for its assigner, and the application may have some of its own
        definition.setLazyInit(true);
        return definition;
    }

    WorkerLeaseStore open(String generator, String provider) {
        return open(generator, providers.named(provider));
    }

    private <P> WorkerLeaseStore open(String generator, LeaseStoreProvider<P> provider) {
        UidProperties.Worker worker = settings.of(generator).worker();
        StoreRequest<P> request =
                request(generator, provider, worker.store() != null, BeanNames.leaseStoreOf(generator));
        return provider.open(request, worker.namespaceOrDefault());
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
