package org.uidgenerator.spring.boot.actuator;

import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.autoconfigure.health.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.spring.boot.counters.UidSegmentAutoConfiguration;
import org.uidgenerator.spring.boot.generators.UidAutoConfiguration;

/**
 * Shows the generators, leases and counters of the context to operators: as health, as meters, also those that are made
 * later, and by the endpoints that are exposed.
 */
@AutoConfiguration(after = {UidAutoConfiguration.class, UidSegmentAutoConfiguration.class})
@ConditionalOnBean(UidGenerator.class)
public final class UidActuatorAutoConfiguration {
    private static final String HEALTH = "uidHealthIndicator";

    /** Called by the container. */
    public UidActuatorAutoConfiguration() {}

    /** The health of Boot 3. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
    @ConditionalOnEnabledHealthIndicator("uid")
    static class HealthOfBoot3 {
        @Bean(HEALTH)
        @ConditionalOnMissingBean(name = HEALTH)
        HealthIndicator health(ConfigurableListableBeanFactory beanFactory) {
            UidHealth health = UidHealth.of(beanFactory);
            return () -> {
                UidHealth.Verdict verdict = health.judge();
                return Health.status(verdict.worst().name())
                        .withDetails(verdict.details())
                        .build();
            };
        }
    }

    /** The health of Boot 4. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({
        org.springframework.boot.health.contributor.HealthIndicator.class,
        org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator.class
    })
    @org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator("uid")
    static class HealthOfBoot4 {
        @Bean(HEALTH)
        @ConditionalOnMissingBean(name = HEALTH)
        org.springframework.boot.health.contributor.HealthIndicator health(
                ConfigurableListableBeanFactory beanFactory) {
            UidHealth health = UidHealth.of(beanFactory);
            return () -> {
                UidHealth.Verdict verdict = health.judge();
                return org.springframework.boot.health.contributor.Health.status(
                                verdict.worst().name())
                        .withDetails(verdict.details())
                        .build();
            };
        }
    }

    /** The meters of Micrometer. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterBinder.class)
    static class Metrics {
        @Bean
        @ConditionalOnMissingBean(name = "uidMetrics")
        static UidMeters uidMetrics(ConfigurableListableBeanFactory beanFactory) {
            return new UidMeters(beanFactory);
        }
    }

    /** The endpoints. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
    static class Endpoints {
        @Bean
        @ConditionalOnMissingBean
        @ConditionalOnAvailableEndpoint
        UidEndpoint uidEndpoint(ConfigurableListableBeanFactory beanFactory) {
            return new UidEndpoint(new InstantiatedBeans(beanFactory));
        }

        @Bean
        @ConditionalOnMissingBean
        @ConditionalOnBean(UidEndpoint.class)
        UidEndpoint.WebExtension uidEndpointWebExtension(UidEndpoint endpoint) {
            return new UidEndpoint.WebExtension(endpoint);
        }

        @Bean
        @ConditionalOnMissingBean
        @ConditionalOnAvailableEndpoint
        UidWorkersEndpoint uidWorkersEndpoint(ConfigurableListableBeanFactory beanFactory) {
            return new UidWorkersEndpoint(new InstantiatedBeans(beanFactory));
        }
    }
}
