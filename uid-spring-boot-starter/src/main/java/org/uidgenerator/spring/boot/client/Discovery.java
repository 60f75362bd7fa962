package org.uidgenerator.spring.boot.client;

import java.net.URI;
import java.util.List;
import java.util.function.Supplier;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.cloud.client.ServiceInstance;
import org.springframework.cloud.client.discovery.DiscoveryClient;
import org.springframework.stereotype.Component;

/** Knows where the servers of a service are, as far as the DiscoveryClient does. It is looked for when it is wanted. */
@ConditionalOnClass(DiscoveryClient.class)
@Component
public record Discovery(ObjectProvider<DiscoveryClient> client) {
    /** Returns what says where the servers of a service are now. */
    Supplier<List<URI>> serversOf(String serviceId) {
        return new Instances(client.getObject(), serviceId);
    }

    private record Instances(DiscoveryClient client, String serviceId) implements Supplier<List<URI>> {
        @Override
        public List<URI> get() {
            return client.getInstances(serviceId).stream()
                    .map(ServiceInstance::getUri)
                    .toList();
        }

        /** Returns what logs and messages call the servers. */
        @Override
        public String toString() {
            return "service " + serviceId;
        }
    }
}
