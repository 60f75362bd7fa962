package org.uidgenerator.spring.boot.internal.settings;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties {@code uid.client.*} of a generator of type "remote". Defaults are those of the builder; what is null
 * was not set.
 *
 * @param servers Where the servers of the id service are, such as http://ids-1:8080. Behind a balancer one is enough.
 * @param serviceId What a Spring Cloud DiscoveryClient knows the servers by, in place of a list of them. Servers that
 *     come and go are noticed within five seconds.
 * @param token What the servers know this client by. It is sent with each request.
 * @param layout Layout that the UIDs must have, as a text: "31/14/18 bits of PT1S from 2026-01-01T00:00:00Z". Default
 *     is that of the first answer.
 * @param expectedIdentity Which store identity the servers must have: its number, as in 482903117264, its name, or
 *     both, as in default/482903117264. Default is that of the first answer.
 * @param timeout How long the answer of one server may take before another one is asked.
 * @param maxAge How long after it was fetched a UID may be handed out: 100ms to 24h.
 * @param ssl TLS.
 */
@ConfigurationProperties("uid.client")
public record ClientProperties(
        @Nullable List<URI> servers,
        @Nullable String serviceId,
        @Nullable String token,
        @Nullable String layout,
        @Nullable String expectedIdentity,
        @DefaultValue("2s") Duration timeout,
        @DefaultValue("1m") Duration maxAge,
        @DefaultValue @NestedConfigurationProperty Ssl ssl)
        implements ServiceProperties {

    /** Does not have the token. */
    @Override
    public String toString() {
        return "ClientProperties[servers=" + servers + "]";
    }
}
