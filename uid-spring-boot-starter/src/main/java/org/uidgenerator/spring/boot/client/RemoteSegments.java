package org.uidgenerator.spring.boot.client;

import static org.uidgenerator.spring.boot.internal.Setters.ifSet;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.core.annotation.Order;
import org.uidgenerator.OptionException;
import org.uidgenerator.client.RemoteSegmentStore;
import org.uidgenerator.segment.SegmentStore;
import org.uidgenerator.segment.UnknownTags;
import org.uidgenerator.spring.boot.SegmentStoreProvider;
import org.uidgenerator.spring.boot.StoreRequest;
import org.uidgenerator.spring.boot.internal.settings.SegmentProperties;
import org.uidgenerator.spring.boot.internal.settings.ServiceProperties;
import org.uidgenerator.spring.boot.internal.stores.BuiltInStore;

/**
 * Counters of an id service; uid-client may be absent. The service makes them, and says which store identity they are
 * of.
 */
@Order(0) // before those of others
public final class RemoteSegments extends BuiltInStore<RemoteSegments.Properties>
        implements SegmentStoreProvider<RemoteSegments.Properties> {
    /** The value of {@code uid.segments.store} that chooses it. */
    public static final String NAME = "remote";

    /**
     * Counters of an id service.
     *
     * @param servers Where the servers of the id service are, such as http://ids-1:8080. Behind a balancer one is
     *     enough.
     * @param serviceId What a Spring Cloud DiscoveryClient knows the servers by, in place of a list of them. Servers
     *     that come and go are noticed within five seconds.
     * @param token What the servers know this client by. It is sent with each request, and needs the counters among its
     *     tags.
     * @param timeout How long the answer of one server may take before another one is asked. Keep it, times the
     *     servers, below half of uid.segments.max-wait.
     * @param ssl TLS.
     */
    @ConfigurationProperties("uid.segments.remote")
    public record Properties(
            @Nullable List<URI> servers,
            @Nullable String serviceId,
            @Nullable String token,
            @DefaultValue("2s") Duration timeout,
            @DefaultValue @NestedConfigurationProperty Ssl ssl)
            implements ServiceProperties {

        /** Does not have the token. */
        @Override
        public String toString() {
            return "Properties[servers=" + servers + "]";
        }
    }

    /** Called by Spring. */
    public RemoteSegments() {
        super(
                NAME,
                "org.uidgenerator:uid-client",
                "org.uidgenerator.client.RemoteSegmentStore",
                List.of(),
                Properties.class,
                "Set uid.segments.store=remote and uid.segments.remote.servers, and add the module uid-client. Counters are those of an"
                        + " id service.");
    }

    @Override
    public SegmentStore open(StoreRequest<Properties> request, UnknownTags unknownTags) {
        if (unknownTags != UnknownTags.REFUSE) {
            throw new OptionException("unknownTags", unknownTags, "must be refuse if a service has the counters");
        }
        RemoteSegmentStore.Builder builder = new ServiceClients(request.beanFactory())
                .<RemoteSegmentStore.Builder>builder(
                        request.properties(),
                        RemoteSegmentStore::builder,
                        RemoteSegmentStore::builder,
                        "{uid.segments.store}=" + NAME);
        ifSet(request.beanFactory().getBean(SegmentProperties.class).expectedIdentity(), builder::expectedIdentity);
        return builder.build();
    }
}
