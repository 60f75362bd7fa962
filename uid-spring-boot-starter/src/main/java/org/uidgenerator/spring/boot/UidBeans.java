package org.uidgenerator.spring.boot;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.context.properties.ConfigurationPropertiesBindHandlerAdvisor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.uidgenerator.redis.RedisLeaseStore;
import org.uidgenerator.zookeeper.ZooKeeperLeaseStore;

/** What makes assigners and generators. */
@Configuration(proxyBeanMethods = false)
class UidBeans {
    static final String ASSIGNERS = "uidWorkerIdAssigners";
    static final String REDIS = "uidRedisAssigners";
    static final String REDIS_CLIENTS = "uidRedisClients";
    static final String ZOOKEEPER = "uidZooKeeperAssigners";
    static final String GENERATORS = "uidGenerators";

    @Bean
    static ConfigurationPropertiesBindHandlerAdvisor uidBindHandlerAdvisor() {
        return UidBindHandler::new;
    }

    @Bean
    static UidSettings uidSettings(
            Environment environment, UidProperties shared, ConfigurableListableBeanFactory beanFactory) {
        return new UidSettings(environment, shared, beanFactory);
    }

    @Bean
    static StoreBeans uidStoreBeans(ConfigurableListableBeanFactory beanFactory) {
        return new StoreBeans(beanFactory);
    }

    @Bean
    static WorkerSettings uidWorkerSettings(UidSettings settings) {
        return new WorkerSettings(settings);
    }

    @Bean(ASSIGNERS)
    static WorkerIdAssigners assigners(WorkerSettings settings, StoreBeans stores) {
        return new WorkerIdAssigners(settings, stores);
    }

    @Bean(GENERATORS)
    static UidGenerators generators(UidSettings settings, ConfigurableListableBeanFactory beanFactory) {
        return new UidGenerators(settings, beanFactory);
    }

    /** Where uid-redis is. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(RedisLeaseStore.class)
    static class OfRedis {
        @Bean(REDIS_CLIENTS)
        static RedisClients clients(ConfigurableListableBeanFactory beanFactory) {
            return new RedisClients(beanFactory);
        }

        @Bean(REDIS)
        static RedisAssigners assigners(WorkerSettings settings, StoreBeans stores, RedisClients clients) {
            return new RedisAssigners(settings, stores, clients);
        }
    }

    /** Where uid-zookeeper is. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(ZooKeeperLeaseStore.class)
    static class OfZooKeeper {
        @Bean(ZOOKEEPER)
        static ZooKeeperAssigners assigners(WorkerSettings settings, StoreBeans stores) {
            return new ZooKeeperAssigners(settings, stores);
        }
    }
}
