package org.uidgenerator.spring.boot.client;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.cloud.client.discovery.DiscoveryClient;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What knows the servers of a service, where spring-cloud-commons is. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(DiscoveryClient.class)
public class DiscoveryBeans {
    @Bean
    static Discovery uidDiscovery(BeanFactory beanFactory) {
        return new Discovery(beanFactory.getBeanProvider(DiscoveryClient.class));
    }
}
