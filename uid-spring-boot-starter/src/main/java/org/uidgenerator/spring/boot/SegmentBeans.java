package org.uidgenerator.spring.boot;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.uidgenerator.redis.RedisSegmentStore;
import org.uidgenerator.segment.db.JdbcSegmentStore;

/** What makes counters. */
@Configuration(proxyBeanMethods = false)
class SegmentBeans {
    static final String SEGMENTS = "uidSegments";
    static final String TABLES = "uidSegmentTables";
    static final String REDIS = "uidRedisSegmentStores";

    @Bean
    static SegmentTags uidSegmentTags(Environment environment) {
        return new SegmentTags(environment);
    }

    @Bean
    static CounterStores uidCounterStores(StoreBeans beans, ConfigurableListableBeanFactory beanFactory) {
        return new CounterStores(beans, beanFactory);
    }

    @Bean(SEGMENTS)
    static Segments segments(SegmentProperties properties, SegmentTags tags, BeanFactory beanFactory) {
        return new Segments(properties, tags, beanFactory);
    }

    /** Where uid-segment-db is. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(JdbcSegmentStore.class)
    static class OfTables {
        @Bean(TABLES)
        static SegmentTables tables(SegmentProperties properties, SegmentTags tags, CounterStores stores) {
            return new SegmentTables(properties, tags, stores);
        }
    }

    /** Where uid-redis is. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(RedisSegmentStore.class)
    static class OfRedis {
        @Bean(REDIS)
        static RedisSegmentStores stores(
                SegmentProperties properties, SegmentTags tags, CounterStores stores, RedisClients clients) {
            return new RedisSegmentStores(properties, tags, stores, clients);
        }
    }
}
