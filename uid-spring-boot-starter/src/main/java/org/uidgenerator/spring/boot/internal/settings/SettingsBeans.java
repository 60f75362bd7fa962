package org.uidgenerator.spring.boot.internal.settings;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.ConfigurationPropertiesBindHandlerAdvisor;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.core.env.Environment;

/** The beans that generators, assigners and counters have in common. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(UidProperties.class)
@ImportRuntimeHints(UidRuntimeHints.class)
public class SettingsBeans {
    @Bean
    public static ConfigurationPropertiesBindHandlerAdvisor uidBindHandlerAdvisor() {
        return UidBindHandler::new;
    }

    /** With a factory method, so that Spring's own message says what is wrong. */
    @Bean
    public static GeneratorProperties uidGeneratorProperties(
            Environment environment, UidProperties shared, ConfigurableListableBeanFactory beanFactory) {
        GeneratorProperties properties = new GeneratorProperties(environment, shared);
        PropertyCheck check = new PropertyCheck(properties, beanFactory);
        check.requireKnown();
        check.requireHeeded();
        return properties;
    }
}
