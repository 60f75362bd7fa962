package org.uidgenerator.spring.boot.generators;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.uidgenerator.spring.boot.client.ClientBeans;
import org.uidgenerator.spring.boot.client.DiscoveryBeans;
import org.uidgenerator.spring.boot.internal.BeanNames;
import org.uidgenerator.spring.boot.internal.settings.SettingsBeans;
import org.uidgenerator.spring.boot.internal.settings.UidSettings;
import org.uidgenerator.spring.boot.internal.stores.StoreOpener;

/** What makes stores, assigners and generators. */
@Configuration(proxyBeanMethods = false)
@Import({SettingsBeans.class, ClientBeans.class, DiscoveryBeans.class})
class UidBeans {
    @Bean
    static WorkerSettings uidWorkerSettings(UidSettings settings) {
        return new WorkerSettings(settings);
    }

    @Bean(BeanNames.LEASE_STORES)
    static LeaseStores leaseStores(
            WorkerSettings settings, ConfigurableListableBeanFactory beanFactory, StoreOpener opener) {
        return new LeaseStores(settings, beanFactory, opener);
    }

    @Bean(BeanNames.ASSIGNERS)
    static WorkerIdAssigners assigners(
            WorkerSettings settings,
            LeaseStores stores,
            StoreOpener opener,
            ConfigurableListableBeanFactory beanFactory) {
        return new WorkerIdAssigners(settings, stores, opener, beanFactory);
    }

    @Bean(BeanNames.GENERATORS)
    static UidGenerators generators(UidSettings settings, ConfigurableListableBeanFactory beanFactory) {
        return new UidGenerators(settings, beanFactory);
    }
}
