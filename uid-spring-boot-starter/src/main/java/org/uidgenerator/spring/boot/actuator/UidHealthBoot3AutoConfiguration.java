package org.uidgenerator.spring.boot.actuator;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.actuate.autoconfigure.health.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.spring.boot.counters.UidSegmentAutoConfiguration;
import org.uidgenerator.spring.boot.generators.UidAutoConfiguration;

/** Shows the health of the generators, in Boot 3. */
@AutoConfiguration(after = {UidAutoConfiguration.class, UidSegmentAutoConfiguration.class})
@ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnBean(UidGenerator.class)
@ConditionalOnEnabledHealthIndicator("uid")
public final class UidHealthBoot3AutoConfiguration {
    /** Called by the container. */
    public UidHealthBoot3AutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean(name = "uidHealthIndicator")
    UidHealthBoot3Indicator uidHealthIndicator(ConfigurableListableBeanFactory beanFactory) {
        InstantiatedBeans beans = new InstantiatedBeans(beanFactory);
        return new UidHealthBoot3Indicator(
                new UidHealth(() -> beans.of(UidGenerator.class), () -> beans.of(SegmentIdGenerator.class)));
    }
}
