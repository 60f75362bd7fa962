package org.uidgenerator.spring.boot.counters;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;
import org.uidgenerator.spring.boot.client.DiscoveryBeans;
import org.uidgenerator.spring.boot.internal.BeanNames;
import org.uidgenerator.spring.boot.internal.settings.SegmentProperties;
import org.uidgenerator.spring.boot.internal.settings.SegmentTags;
import org.uidgenerator.spring.boot.internal.settings.SettingsBeans;
import org.uidgenerator.spring.boot.internal.stores.StoreOpener;

/** What makes counters. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(SegmentProperties.class)
@Import({SettingsBeans.class, DiscoveryBeans.class})
class SegmentBeans {
    @Bean
    static SegmentTags uidSegmentTags(Environment environment) {
        return new SegmentTags(environment);
    }

    @Bean(BeanNames.COUNTERS)
    static Segments segments(
            Environment environment,
            SegmentProperties properties,
            SegmentTags tags,
            StoreOpener opener,
            ConfigurableListableBeanFactory beanFactory) {
        return new Segments(environment, properties, tags, opener, beanFactory);
    }
}
