package org.uidgenerator.spring.boot;

import java.util.Map;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.uidgenerator.UidGenerator;

/** Shows the health of the generators, in Boot 4. */
@AutoConfiguration(after = UidAutoConfiguration.class)
@ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnBean(UidGenerator.class)
@ConditionalOnEnabledHealthIndicator("uid")
public final class UidHealthAutoConfiguration {
    /** Called by the container. */
    public UidHealthAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean(name = "uidHealthIndicator")
    UidHealthIndicator uidHealthIndicator(Map<String, UidGenerator> generators) {
        return new UidHealthIndicator(new UidHealth(generators));
    }
}
