package org.uidgenerator.spring.boot.actuator;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.spring.boot.generators.UidAutoConfiguration;

/** Makes the actuator endpoint that lists worker ids, where it is exposed. */
@AutoConfiguration(after = UidAutoConfiguration.class)
@ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
@ConditionalOnBean(UidGenerator.class)
@ConditionalOnAvailableEndpoint(UidWorkersEndpoint.class)
public final class UidWorkersEndpointAutoConfiguration {
    /** Called by the container. */
    public UidWorkersEndpointAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    UidWorkersEndpoint uidWorkersEndpoint(ConfigurableListableBeanFactory beanFactory) {
        return new UidWorkersEndpoint(new InstantiatedBeans(beanFactory));
    }
}
