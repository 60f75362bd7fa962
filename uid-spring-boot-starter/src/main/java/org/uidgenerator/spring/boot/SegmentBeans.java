package org.uidgenerator.spring.boot;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** What makes counters. */
@Configuration(proxyBeanMethods = false)
class SegmentBeans {
    static final String SEGMENTS = "uidSegments";

    @Bean
    static SegmentTags uidSegmentTags(Environment environment) {
        return new SegmentTags(environment);
    }

    @Bean(SEGMENTS)
    static Segments segments(
            Environment environment,
            SegmentProperties properties,
            SegmentTags tags,
            StoreOpener opener,
            ConfigurableListableBeanFactory beanFactory) {
        return new Segments(environment, properties, tags, opener, beanFactory);
    }
}
