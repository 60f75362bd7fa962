package org.uidgenerator.spring.boot;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** What makes assigners and generators. */
@Configuration(proxyBeanMethods = false)
class UidBeans {
    static final String ASSIGNERS = "uidWorkerIdAssigners";
    static final String GENERATORS = "uidGenerators";

    @Bean
    static UidSettings uidSettings(Environment environment, UidProperties shared) {
        return new UidSettings(environment, shared);
    }

    @Bean(ASSIGNERS)
    static WorkerIdAssigners assigners(UidSettings settings, ConfigurableListableBeanFactory beanFactory) {
        return new WorkerIdAssigners(settings, beanFactory);
    }

    @Bean(GENERATORS)
    static UidGenerators generators(UidSettings settings, ConfigurableListableBeanFactory beanFactory) {
        return new UidGenerators(settings, beanFactory);
    }
}
