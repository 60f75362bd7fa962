package org.uidgenerator.spring.boot.client;

import static org.uidgenerator.spring.boot.internal.Setters.ifSet;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.stereotype.Component;
import org.springframework.util.ClassUtils;
import org.uidgenerator.UidLayout;
import org.uidgenerator.client.RemoteUidGenerator;
import org.uidgenerator.spring.boot.internal.BeanNames;
import org.uidgenerator.spring.boot.internal.ConfigurationException;
import org.uidgenerator.spring.boot.internal.settings.ClientProperties;
import org.uidgenerator.spring.boot.internal.settings.GeneratorProperties;

/** Makes the generators of type "remote" that the properties describe. */
@ConditionalOnClass(RemoteUidGenerator.class)
@Component(BeanNames.REMOTE_GENERATORS)
public record RemoteGenerators(GeneratorProperties settings, BeanFactory beanFactory) {
    /**
     * Defines a generator. It needs neither worker ids nor a store.
     *
     * @param generator the name of its bean
     * @param beanFactory whose class loader may have the module that makes it
     * @return the definition
     * @throws ConfigurationException if the module that makes it is absent
     */
    public static RootBeanDefinition define(String generator, ConfigurableListableBeanFactory beanFactory) {
        if (!ClassUtils.isPresent("org.uidgenerator.client.RemoteUidGenerator", beanFactory.getBeanClassLoader())) {
            throw new ConfigurationException(
                    "uid.client.* and uid.type=remote need the module uid-client, and it is not on the class path",
                    "Add the dependency org.uidgenerator:uid-client, or remove these properties.");
        }
        RootBeanDefinition definition = BeanNames.define(BeanNames.REMOTE_GENERATORS, "remote", generator);
        definition.setTargetType(RemoteUidGenerator.class);
        return definition;
    }

    RemoteUidGenerator remote(String generator) {
        ClientProperties properties = settings.of(generator, "uid.client", ClientProperties.class);
        RemoteUidGenerator.Builder builder = new ServiceClients(beanFactory)
                .<RemoteUidGenerator.Builder>builder(
                        properties, RemoteUidGenerator::builder, RemoteUidGenerator::builder, "{uid.type}=remote")
                .name(generator)
                .maxAge(properties.maxAge())
                .maxWait(settings.of(generator).maxWait());
        ifSet(properties.layout(), layout -> builder.layout(UidLayout.parse(layout)));
        ifSet(properties.expectedIdentity(), builder::expectedIdentity);
        return builder.build();
    }
}
