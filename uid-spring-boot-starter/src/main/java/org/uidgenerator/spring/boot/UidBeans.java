package org.uidgenerator.spring.boot;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.ConfigurationPropertiesBindHandlerAdvisor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** What makes stores, assigners and generators. */
@Configuration(proxyBeanMethods = false)
class UidBeans {
    static final String LEASE_STORES = "uidLeaseStores";
    static final String ASSIGNERS = "uidWorkerIdAssigners";
    static final String GENERATORS = "uidGenerators";

    @Bean
    static ConfigurationPropertiesBindHandlerAdvisor uidBindHandlerAdvisor() {
        return UidBindHandler::new;
    }

    @Bean
    static UidSettings uidSettings(
            Environment environment, UidProperties shared, ConfigurableListableBeanFactory beanFactory) {
        return new UidSettings(environment, shared, beanFactory);
    }

    @Bean(StoreOpener.NAME)
    static StoreOpener storeOpener(ConfigurableListableBeanFactory beanFactory) {
        return new StoreOpener(beanFactory);
    }

    @Bean
    static WorkerSettings uidWorkerSettings(UidSettings settings) {
        return new WorkerSettings(settings);
    }

    @Bean(LEASE_STORES)
    static LeaseStores leaseStores(
            WorkerSettings settings, ConfigurableListableBeanFactory beanFactory, StoreOpener opener) {
        return new LeaseStores(settings, beanFactory, opener);
    }

    @Bean(ASSIGNERS)
    static WorkerIdAssigners assigners(
            WorkerSettings settings,
            LeaseStores stores,
            StoreOpener opener,
            ConfigurableListableBeanFactory beanFactory) {
        return new WorkerIdAssigners(settings, stores, opener, beanFactory);
    }

    @Bean(GENERATORS)
    static UidGenerators generators(UidSettings settings, ConfigurableListableBeanFactory beanFactory) {
        return new UidGenerators(settings, beanFactory);
    }
}
