package org.uidgenerator.server.access;

import java.net.InetAddress;
import java.time.Clock;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.uidgenerator.UidGenerator;

/** The clients of this server, and how far they may drive it ahead. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(ServerProperties.class)
class AccessConfiguration {
    @Bean
    Lead lead(Clock clock, UidGenerator generator) {
        return new Lead(clock, generator.layout().uidsPerSecond());
    }

    @Bean
    Clients clients(
            ServerProperties properties,
            org.springframework.boot.web.server.autoconfigure.ServerProperties network,
            Environment environment,
            Lead lead) {
        InetAddress actuator = Binder.get(environment)
                .bind("management.server.address", InetAddress.class)
                .orElse(null);
        return new Clients(properties, exposed(network.getAddress(), actuator), lead);
    }

    /** Returns the property that lets other machines reach this server or its actuator, or null if none does. */
    private static @Nullable String exposed(@Nullable InetAddress address, @Nullable InetAddress actuator) {
        if (address == null || !address.isLoopbackAddress()) {
            return "server.address";
        }
        return actuator == null || actuator.isLoopbackAddress() ? null : "management.server.address";
    }
}
