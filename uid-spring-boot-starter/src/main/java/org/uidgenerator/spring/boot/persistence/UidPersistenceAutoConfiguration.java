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
import org.uidgenerator.UidGenerator;
import org.uidgenerator.persistence.jdbc.UidCallback;
import org.uidgenerator.persistence.mybatis.UidInterceptor;
import org.uidgenerator.persistence.mybatisplus.UidIdentifierGenerator;
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.spring.boot.counters.UidSegmentAutoConfiguration;
import org.uidgenerator.spring.boot.generators.UidAutoConfiguration;

/**
 * Fills the ids of Spring Data JDBC, MyBatis and MyBatis-Plus, where these and uid-persistence are. Hibernate needs no
 * bean.
 */
@AutoConfiguration(
        after = {UidAutoConfiguration.class, UidSegmentAutoConfiguration.class},
        // By name, because they have moved from Boot 3 to Boot 4, and the jar is for both.
        afterName = {
            "org.springframework.boot.autoconfigure.data.jdbc.JdbcRepositoriesAutoConfiguration",
            "org.springframework.boot.data.jdbc.autoconfigure.DataJdbcRepositoriesAutoConfiguration"
        },
        beforeName = {
            "com.baomidou.mybatisplus.autoconfigure.MybatisPlusAutoConfiguration",
            "org.mybatis.spring.boot.autoconfigure.MybatisAutoConfiguration"
        })
@ConditionalOnBean(UidGenerator.class)
public final class UidPersistenceAutoConfiguration {
    /** Called by the container. */
    public UidPersistenceAutoConfiguration() {}

    /** Where Spring Data JDBC is. */
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

    /** Where MyBatis is, with MyBatis-Plus or without. The auto-configurations of both collect interceptors. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({UidInterceptor.class, Interceptor.class})
    static class OfMyBatis {
        @Bean
        @ConditionalOnMissingBean
        UidInterceptor uidInterceptor(BeanFactory beans) {
            return UidInterceptor.ofBeans(beans);
        }
    }

    /** Where MyBatis-Plus is. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({UidIdentifierGenerator.class, IdentifierGenerator.class})
    static class OfMyBatisPlus {
        /** Which generator it is shows at the first id, so that one is not needed where ids come from elsewhere. */
        @Bean
        @ConditionalOnMissingBean(IdentifierGenerator.class)
        UidIdentifierGenerator uidIdentifierGenerator(
                ObjectProvider<UidGenerator> uids, ObjectProvider<SegmentIdGenerator> segments) {
            return new UidIdentifierGenerator(uids::getObject, segments::getIfAvailable);
        }
    }
}
