package org.uidgenerator.spring.boot.persistence;

import com.baomidou.mybatisplus.core.incrementer.IdentifierGenerator;
import org.apache.ibatis.plugin.Interceptor;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.jdbc.core.mapping.JdbcMappingContext;
import org.springframework.data.mongodb.core.mapping.MongoMappingContext;
import org.springframework.data.r2dbc.mapping.R2dbcMappingContext;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.persistence.jdbc.UidCallback;
import org.uidgenerator.persistence.mongodb.UidMongoCallback;
import org.uidgenerator.persistence.mongodb.UidReactiveMongoCallback;
import org.uidgenerator.persistence.mybatis.UidInterceptor;
import org.uidgenerator.persistence.mybatisplus.UidIdentifierGenerator;
import org.uidgenerator.persistence.r2dbc.UidR2dbcCallback;
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.spring.boot.counters.UidSegmentAutoConfiguration;
import org.uidgenerator.spring.boot.generators.UidAutoConfiguration;
import reactor.core.publisher.Mono;

/**
 * Fills the ids of Spring Data JDBC, R2DBC and MongoDB, MyBatis and MyBatis-Plus, if these and uid-persistence are
 * there. Hibernate needs no bean.
 */
@AutoConfiguration(
        after = {UidAutoConfiguration.class, UidSegmentAutoConfiguration.class},
        // By name, because they have moved from Boot 3 to Boot 4, and the jar is for both.
        afterName = {
            "org.springframework.boot.autoconfigure.data.jdbc.JdbcRepositoriesAutoConfiguration",
            "org.springframework.boot.data.jdbc.autoconfigure.DataJdbcRepositoriesAutoConfiguration",
            "org.springframework.boot.autoconfigure.data.mongo.MongoDataAutoConfiguration",
            "org.springframework.boot.autoconfigure.data.mongo.MongoReactiveDataAutoConfiguration",
            "org.springframework.boot.data.mongodb.autoconfigure.DataMongoAutoConfiguration",
            "org.springframework.boot.data.mongodb.autoconfigure.DataMongoReactiveAutoConfiguration",
            "org.springframework.boot.autoconfigure.data.r2dbc.R2dbcDataAutoConfiguration",
            "org.springframework.boot.data.r2dbc.autoconfigure.DataR2dbcAutoConfiguration"
        },
        beforeName = {
            "com.baomidou.mybatisplus.autoconfigure.MybatisPlusAutoConfiguration",
            "org.mybatis.spring.boot.autoconfigure.MybatisAutoConfiguration"
        })
@ConditionalOnBean(UidGenerator.class)
public final class UidPersistenceAutoConfiguration {
    /** Called by the container. */
    public UidPersistenceAutoConfiguration() {}

    /** The ids of Spring Data JDBC. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({UidCallback.class, JdbcMappingContext.class})
    @ConditionalOnBean(JdbcMappingContext.class)
    static class OfSpringDataJdbc {
        @Bean
        @ConditionalOnMissingBean
        UidCallback uidCallback(BeanFactory beans, JdbcMappingContext mappings) {
            return new UidCallback(beans, mappings);
        }
    }

    /** The ids of Spring Data R2DBC. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({UidR2dbcCallback.class, R2dbcMappingContext.class})
    @ConditionalOnBean(R2dbcMappingContext.class)
    static class OfSpringDataR2dbc {
        @Bean
        @ConditionalOnMissingBean
        UidR2dbcCallback uidR2dbcCallback(BeanFactory beans, R2dbcMappingContext mappings) {
            return new UidR2dbcCallback(beans, mappings);
        }
    }

    /** The ids of Spring Data MongoDB. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({UidMongoCallback.class, MongoMappingContext.class})
    @ConditionalOnBean(MongoMappingContext.class)
    static class OfSpringDataMongo {
        @Bean
        @ConditionalOnMissingBean
        UidMongoCallback uidMongoCallback(BeanFactory beans, MongoMappingContext mappings) {
            return new UidMongoCallback(beans, mappings);
        }
    }

    /** The ids of Spring Data MongoDB with Reactor. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({UidReactiveMongoCallback.class, MongoMappingContext.class, Mono.class})
    @ConditionalOnBean(MongoMappingContext.class)
    static class OfReactiveSpringDataMongo {
        @Bean
        @ConditionalOnMissingBean
        UidReactiveMongoCallback uidReactiveMongoCallback(BeanFactory beans, MongoMappingContext mappings) {
            return new UidReactiveMongoCallback(beans, mappings);
        }
    }

    /** The ids of MyBatis, with MyBatis-Plus or without. The auto-configurations of both collect interceptors. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({UidInterceptor.class, Interceptor.class})
    static class OfMyBatis {
        @Bean
        @ConditionalOnMissingBean
        UidInterceptor uidInterceptor(BeanFactory beans) {
            return UidInterceptor.ofBeans(beans);
        }
    }

    /** The ids of MyBatis-Plus. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({UidIdentifierGenerator.class, IdentifierGenerator.class})
    static class OfMyBatisPlus {
        /** Which generator it is shows at the first id, so that none is needed if ids come from elsewhere. */
        @Bean
        @ConditionalOnMissingBean(IdentifierGenerator.class)
        UidIdentifierGenerator uidIdentifierGenerator(
                ObjectProvider<UidGenerator> uids, ObjectProvider<SegmentIdGenerator> segments) {
            return new UidIdentifierGenerator(uids::getObject, segments::getIfAvailable);
        }
    }
}
