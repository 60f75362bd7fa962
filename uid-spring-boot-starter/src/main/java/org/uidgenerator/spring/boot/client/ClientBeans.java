package org.uidgenerator.spring.boot.client;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.uidgenerator.client.RemoteUidGenerator;
import org.uidgenerator.spring.boot.internal.BeanNames;
import org.uidgenerator.spring.boot.internal.settings.UidSettings;

/** What makes generators on an id service, where the module uid-client is. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(RemoteUidGenerator.class)
public class ClientBeans {
    @Bean(BeanNames.REMOTE_GENERATORS)
    static RemoteGenerators remoteGenerators(UidSettings settings, BeanFactory beanFactory) {
        return new RemoteGenerators(settings, beanFactory);
    }
}
