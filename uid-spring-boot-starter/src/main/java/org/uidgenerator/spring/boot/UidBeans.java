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

    @Bean(ASSIGNERS)
    static WorkerIdAssigners assigners(Environment environment, ConfigurableListableBeanFactory beanFactory) {
        return new WorkerIdAssigners(new UidSettings(environment), beanFactory);
    }

    @Bean(GENERATORS)
    static UidGenerators generators(Environment environment, ConfigurableListableBeanFactory beanFactory) {
        return new UidGenerators(new UidSettings(environment), beanFactory);
    }
}
