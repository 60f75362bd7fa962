package org.uidgenerator.spring.boot.actuator;

import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.spring.boot.counters.UidSegmentAutoConfiguration;
import org.uidgenerator.spring.boot.generators.UidAutoConfiguration;

/** Shows all generators, leases and counters of the context in its meter registries, also those that are made later. */
@AutoConfiguration(after = {UidAutoConfiguration.class, UidSegmentAutoConfiguration.class})
@ConditionalOnClass(MeterBinder.class)
@ConditionalOnBean(UidGenerator.class)
public final class UidMetricsAutoConfiguration {
    /** Called by the container. */
    public UidMetricsAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean(name = "uidMetrics")
    static UidMeters uidMetrics(ConfigurableListableBeanFactory beanFactory) {
        return new UidMeters(beanFactory);
    }
}
