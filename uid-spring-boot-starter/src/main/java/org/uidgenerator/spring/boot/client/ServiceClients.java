package org.uidgenerator.spring.boot.client;

import static org.uidgenerator.spring.boot.internal.Setters.ifSet;
import static org.uidgenerator.spring.boot.internal.Setters.required;

import java.net.URI;
import java.net.http.HttpClient;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.ssl.NoSuchSslBundleException;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.ssl.SslOptions;
import org.uidgenerator.OptionException;
import org.uidgenerator.OptionText;
import org.uidgenerator.client.ServiceClientBuilder;
import org.uidgenerator.spring.boot.internal.settings.ServiceProperties;

/** The builders of what asks an id service, begun as the properties say. */
record ServiceClients(BeanFactory beanFactory) {
    /**
     * Returns a builder that has the properties.
     *
     * @param named begins with servers
     * @param discovered begins with what knows the servers
     * @param choice what else was set that needs servers, as {@code {uid.type}=remote}
     */
    <B extends ServiceClientBuilder<B>> B builder(
            ServiceProperties properties,
            Function<List<URI>, B> named,
            Function<Supplier<List<URI>>, B> discovered,
            String choice) {
        List<URI> servers = properties.servers();
        String serviceId = properties.serviceId();
        required(servers == null ? serviceId : servers, "servers", OptionText.of(choice));
        if (servers != null && serviceId != null) {
            throw OptionException.inWords(
                    "serviceId",
                    serviceId,
                    OptionText.of("{serviceId} must not be set if {servers} is"),
                    OptionText.of("{serviceId}=%s, {servers}=%s", serviceId, servers));
        }
        B begun = (servers != null ? named.apply(servers) : discovered.apply(discovery(serviceId)))
                .timeout(properties.timeout());
        ifSet(properties.token(), token -> begun.token(() -> token));
        ifSet(properties.ssl().bundle(), bundle -> begun.httpClient(() -> httpClient(bundle)));
        return begun;
    }

    private Supplier<List<URI>> discovery(@Nullable String serviceId) {
        Discovery discovery = beanFactory.getBeanProvider(Discovery.class).getIfAvailable();
        if (discovery == null) {
            throw new OptionException(
                    "serviceId",
                    serviceId,
                    "needs a DiscoveryClient of Spring Cloud (spring-cloud-commons), and there is none");
        }
        return discovery.serversOf(String.valueOf(serviceId));
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
