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
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.spring.metrics.SegmentMetrics;
import org.uidgenerator.spring.metrics.UidGeneratorMetrics;
import org.uidgenerator.spring.metrics.WorkerStoreMetrics;
import org.uidgenerator.worker.lease.LeasedWorkerIds;

/** Shows all generators, leases and counters of the context in its meter registries. */
@AutoConfiguration(after = {UidAutoConfiguration.class, UidSegmentAutoConfiguration.class})
@ConditionalOnClass(MeterBinder.class)
@ConditionalOnBean(UidGenerator.class)
public final class UidMetricsAutoConfiguration {
    /** Called by the container. */
    public UidMetricsAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean(name = "uidMetrics")
    MeterBinder uidMetrics(ConfigurableListableBeanFactory beanFactory) {
        return registry -> {
            MadeBeans beans = new MadeBeans(beanFactory);
            beans.of(UidGenerator.class).forEach((name, generator) -> {
                if (generator instanceof ManagedUidGenerator managed) {
                    new UidGeneratorMetrics(managed, name).bindTo(registry);
                }
            });
            beans.of(LeasedWorkerIds.class)
                    .forEach((name, assigner) -> new WorkerStoreMetrics(assigner, name).bindTo(registry));
            beans.of(SegmentIdGenerator.class)
                    .forEach((name, generator) -> new SegmentMetrics(generator, name).bindTo(registry));
        };
    }
}
