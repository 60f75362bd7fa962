package org.uidgenerator.spring.boot.publicids;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;
import org.uidgenerator.jackson.Jackson2PublicUidModule;
import org.uidgenerator.jackson.Jackson3PublicUidModule;
import org.uidgenerator.jackson.PublicUid;
import org.uidgenerator.jackson.PublicUidFormat;
import org.uidgenerator.permutation.UidPermutation;
import org.uidgenerator.spring.boot.internal.ConfigurationException;
import org.uidgenerator.spring.boot.internal.settings.PublicIdsProperties;
import org.uidgenerator.spring.boot.internal.settings.UidsEnabled;

/** Shows UIDs that are marked with {@link PublicUid} in their public form, in JSON and in parameters of Spring MVC. */
@AutoConfiguration
@Conditional(UidsEnabled.class)
@ConditionalOnClass(PublicUid.class)
@EnableConfigurationProperties(PublicIdsProperties.class)
public final class UidPublicIdsAutoConfiguration {
    /** Called by the container. */
    public UidPublicIdsAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    PublicUidFormat publicUidFormat(PublicIdsProperties properties) {
        String key = properties.key();
        return key == null
                ? Keyless.INSTANCE
                : PublicUidFormat.of(UidPermutation.ofAllBits(PublicIdsProperties.parse(key)), properties.format());
    }

    /** The module of Jackson 2. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(com.fasterxml.jackson.databind.Module.class)
    static class OfJackson2 {
        @Bean
        @ConditionalOnMissingBean
        Jackson2PublicUidModule jackson2PublicUidModule(PublicUidFormat format) {
            return new Jackson2PublicUidModule(format);
        }
    }

    /** The module of Jackson 3. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(tools.jackson.databind.JacksonModule.class)
    static class OfJackson3 {
        @Bean
        @ConditionalOnMissingBean
        Jackson3PublicUidModule jackson3PublicUidModule(PublicUidFormat format) {
            return new Jackson3PublicUidModule(format);
        }
    }

    /** The parameters of Spring MVC. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(RequestMappingHandlerAdapter.class)
    static class OfWebMvc {
        @Bean
        static PublicUidResolvers publicUidResolvers(ObjectProvider<PublicUidFormat> format) {
            return new PublicUidResolvers(format::getObject);
        }
    }

    /**
     * Refuses to write and to read, because without it, a UID that is marked as public would be shown as it is when the
     * key is forgotten.
     */
    private enum Keyless implements PublicUidFormat {
        INSTANCE;

        @Override
        public String format(long uid) {
            throw refusal();
        }

        @Override
        public long parse(String text) {
            throw refusal();
        }

        private static ConfigurationException refusal() {
            return new ConfigurationException(
                    "uid.public-ids.key must be set if @PublicUid is used: 32 hexadecimal digits, as \"openssl rand -hex 16\" makes them",
                    null);
        }
    }
}
