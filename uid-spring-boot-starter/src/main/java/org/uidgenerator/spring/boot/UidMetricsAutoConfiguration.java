package org.uidgenerator.spring.boot;

import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.uidgenerator.ManagedUidGenerator;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.spring.metrics.UidGeneratorMetrics;
import org.uidgenerator.spring.metrics.WorkerStoreMetrics;

/** Shows all generators and leases of the context in its meter registries. */
@AutoConfiguration(after = UidAutoConfiguration.class)
@ConditionalOnClass(MeterBinder.class)
@ConditionalOnBean(UidGenerator.class)
public final class UidMetricsAutoConfiguration {
    /** Called by the container. */
    public UidMetricsAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean(name = "uidMetrics")
    MeterBinder uidMetrics(ConfigurableListableBeanFactory beanFactory) {
        return registry -> {
            beanFactory.getBeansOfType(UidGenerator.class).forEach((name, generator) -> {
                if (generator instanceof ManagedUidGenerator managed) {
                    new UidGeneratorMetrics(managed, name).bindTo(registry);
                }
            });
            new LeasingAssigners(beanFactory)
                    .made()
                    .forEach((name, assigner) -> new WorkerStoreMetrics(assigner, name).bindTo(registry));
        };
    }
}
