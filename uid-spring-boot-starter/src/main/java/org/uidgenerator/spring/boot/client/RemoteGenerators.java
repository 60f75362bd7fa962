package org.uidgenerator.spring.boot.client;

import static org.uidgenerator.spring.boot.internal.Setters.ifSet;

import java.net.URI;
import java.net.http.HttpClient;
import java.util.List;
import javax.net.ssl.SSLParameters;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.ssl.NoSuchSslBundleException;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.ssl.SslOptions;
import org.springframework.util.ClassUtils;
import org.uidgenerator.OptionException;
import org.uidgenerator.OptionText;
import org.uidgenerator.UidLayout;
import org.uidgenerator.client.RemoteUidGenerator;
import org.uidgenerator.spring.boot.internal.BeanNames;
import org.uidgenerator.spring.boot.internal.ConfigurationException;
import org.uidgenerator.spring.boot.internal.settings.ClientProperties;
import org.uidgenerator.spring.boot.internal.settings.UidSettings;

/**
 * Makes the generators of type "remote" that the properties describe. A factory method, so that values are read at run
 * time, not when a native image is built.
 */
public final class RemoteGenerators {
    private static final String PREFIX = "uid.client";

    private final UidSettings settings;
    private final BeanFactory beanFactory;

    RemoteGenerators(UidSettings settings, BeanFactory beanFactory) {
        this.settings = settings;
        this.beanFactory = beanFactory;
    }

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
        RootBeanDefinition definition = new RootBeanDefinition();
        definition.setTargetType(RemoteUidGenerator.class);
        definition.setFactoryBeanName(BeanNames.REMOTE_GENERATORS);
        definition.setFactoryMethodName("remote");
        definition.getConstructorArgumentValues().addIndexedArgumentValue(0, generator);
        return definition;
    }

    RemoteUidGenerator remote(String generator) {
        ClientProperties properties = settings.of(generator, PREFIX, ClientProperties.class);
        RemoteUidGenerator.Builder builder = RemoteUidGenerator.builder(servers(properties))
                .name(generator)
                .timeout(properties.timeout())
                .maxAge(properties.maxAge())
                .maxWait(settings.of(generator).maxWait());
        ifSet(properties.token(), token -> builder.token(() -> token));
        ifSet(properties.layout(), layout -> builder.layout(UidLayout.parse(layout)));
        ifSet(properties.space(), builder::space);
        ifSet(properties.ssl().bundle(), bundle -> builder.httpClient(() -> httpClient(bundle)));
        return builder.build();
    }

    private static List<URI> servers(ClientProperties properties) {
        if (properties.servers() == null) {
            throw OptionException.inWords(
                    "servers", null, OptionText.of("{servers} must be set"), OptionText.of("{uid.type}=remote"));
        }
        return properties.servers();
    }

    /** Asked again when requests fail, so that certificates that were replaced are used then. */
    private HttpClient httpClient(String name) {
        SslBundle bundle = bundle(name);
        SslOptions options = bundle.getOptions();
        SSLParameters parameters = new SSLParameters();
        parameters.setCipherSuites(options.getCiphers());
        parameters.setProtocols(options.getEnabledProtocols());
        return HttpClient.newBuilder()
                .sslContext(bundle.createSslContext())
                .sslParameters(parameters)
                .build();
    }

    private SslBundle bundle(String name) {
        try {
            return beanFactory.getBean(SslBundles.class).getBundle(name);
        } catch (NoSuchSslBundleException e) {
            throw new OptionException(
                    "bundle", name, OptionText.of("must be the name of an SSL bundle (spring.ssl.bundle)"), e);
        }
    }
}
