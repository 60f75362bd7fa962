package org.uidgenerator.spring.boot.actuator;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.spring.boot.counters.UidSegmentAutoConfiguration;
import org.uidgenerator.spring.boot.generators.UidAutoConfiguration;

/** Shows the health of the generators, in Boot 4. */
@AutoConfiguration(after = {UidAutoConfiguration.class, UidSegmentAutoConfiguration.class})
@ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnBean(UidGenerator.class)
@ConditionalOnEnabledHealthIndicator("uid")
public final class UidHealthAutoConfiguration {
    /** Called by the container. */
    public UidHealthAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean(name = "uidHealthIndicator")
    UidHealthIndicator uidHealthIndicator(ConfigurableListableBeanFactory beanFactory) {
        InstantiatedBeans beans = new InstantiatedBeans(beanFactory);
        return new UidHealthIndicator(
                new UidHealth(() -> beans.of(UidGenerator.class), () -> beans.of(SegmentIdGenerator.class)));
    }
}
